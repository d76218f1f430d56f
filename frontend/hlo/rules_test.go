package hlo_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// elsewhere are messages that no module can have: of files that are no text, of shapes that stand alone, and
// of a number where a digit stands.
var elsewhere = map[string]bool{
	"the file holds HLO as a binary protocol buffer": true,
	"expected a dimension, %s":                       true,
	"expected the end of the shape, %s":              true,
}

// TestEveryRuleHasAModule finds for each message of the parser and the verifier a module that breaks this
// rule alone: the message is its only error, or its only warning if it has no error. A message that n places
// of the source have needs n modules.
func TestEveryRuleHasAModule(t *testing.T) {
	rules := rulesOf(t)
	if len(rules) < 100 {
		t.Errorf("the package has only %d messages", len(rules))
	}
	alone := map[*rule]int{}
	for name, text := range corpus(t, "wrong") {
		all := expected(t, text)
		isWarning := func(d string) bool { return strings.HasPrefix(d, "warning:") }
		if len(all) > 1 {
			all = slices.DeleteFunc(all, isWarning)
		}
		if len(all) == 1 {
			_, message, _ := strings.Cut(all[0], ": ")
			r := broken(rules, message)
			if r == nil {
				t.Errorf("%s: no place in the source has the message %q", name, message)
				continue
			}
			alone[r]++
		}
	}
	for _, r := range rules {
		if alone[r] < len(r.places) && !elsewhere[r.format] {
			t.Errorf("%v: %d modules break the rule %q alone", r.places, alone[r], r.format)
		}
	}
}

// rule is a message of the package, the texts that it can have, how many characters all of these share, and
// where it stands in the source.
type rule struct {
	format  string
	pattern *regexp.Regexp
	fixed   int
	places  []token.Position
}

// broken returns the rule whose message a text is; of several the one with the longest fixed part.
func broken(rules []*rule, message string) (best *rule) {
	for _, r := range rules {
		if r.pattern.MatchString(message) && (best == nil || r.fixed > best.fixed) {
			best = r
		}
	}
	return best
}

var verb = regexp.MustCompile(`%[a-z]`)

// reporters are the functions that report, and the message that they make of the text that they are given.
var reporters = map[string]string{
	"Errorf": "$", "Warningf": "$", "errorf": "$", "fail": "$",
	"expected": "expected $, %s", "expect": "expected '%s' $, %s", "name": "expected $, %s",
	"number": "expected $, %s",
}

// rulesOf returns the messages in the source of the package.
func rulesOf(t *testing.T) (rules []*rule) {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files, byFormat := token.NewFileSet(), map[string]*rule{}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok && (f.Name.Name == "expect" || f.Name.Name == "expected") {
				return false
			}
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			format := messageOf(call)
			if format == "" {
				return true
			}
			r := byFormat[format]
			if r == nil {
				var words []string
				for _, w := range verb.Split(format, -1) {
					words = append(words, regexp.QuoteMeta(w))
				}
				r = &rule{format, regexp.MustCompile("^" + strings.Join(words, ".*")),
					len(strings.Join(words, "")), nil}
				byFormat[format], rules = r, append(rules, r)
			}
			r.places = append(r.places, files.Position(call.Pos()))
			return true
		})
	}
	return rules
}

// messageOf returns the message that a call reports, as a format, and "" if the call reports none or a text
// that the caller was given.
func messageOf(call *ast.CallExpr) string {
	f, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	for _, a := range call.Args {
		text := literal(a)
		if verb.ReplaceAllString(text, "") != "" {
			return strings.Replace(reporters[f.Sel.Name], "$", text, 1)
		}
	}
	return ""
}

// literal returns the text of a string, or of a sum of strings, "" for anything else.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			text, _ := strconv.Unquote(e.Value)
			return text
		}
	case *ast.BinaryExpr:
		if left, right := literal(e.X), literal(e.Y); left != "" && right != "" {
			return left + right
		}
	}
	return ""
}
