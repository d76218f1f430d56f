package dialecttest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// EveryRule checks that a file with expected errors has one for each message of the package in the folder of
// the test, so that every rule of its verifiers and parsers has a program that breaks it.
func EveryRule(t *testing.T, refused string) {
	t.Helper()
	text, err := os.ReadFile(refused)
	if err != nil {
		t.Fatal(err)
	}
	var expected []string
	for _, m := range regexp.MustCompile(
		`expected-error[^{]*\{\{(.*)\}\}|(?m:^// error(?: stricter)?: (.*)$)`).
		FindAllStringSubmatch(string(text), -1) {
		expected = append(expected, m[1]+m[2])
	}
	messages := 0
	for _, m := range messagesOf(t) {
		messages++
		pattern := regexp.MustCompile(m.pattern)
		found := false
		for _, e := range expected {
			found = found || pattern.MatchString(e) || strings.Contains(m.text, e)
		}
		if !found {
			t.Errorf("%s: no program in %s has the error %q", m.place, refused, m.text)
		}
	}
	if messages == 0 {
		t.Error("the package has no messages")
	}
}

// message is the text of an error, and a regular expression that its first words match.
type message struct {
	text, pattern string
	place         token.Position
}

var verb = regexp.MustCompile(`%[a-z]`)

// messagesOf returns the messages of all calls of Errorf and OpErrorf in the package of the test.
func messagesOf(t *testing.T) (list []message) {
	t.Helper()
	files := token.NewFileSet()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, e.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) < 2 {
				return true
			}
			if f, ok := call.Fun.(*ast.SelectorExpr); !ok ||
				f.Sel.Name != "Errorf" && f.Sel.Name != "OpErrorf" {
				return true
			}
			if text := literal(call.Args[1]); text != "" {
				text, _, _ = strings.Cut(text, ":") // what follows helps
				var words []string
				for _, w := range verb.Split(text, -1) {
					words = append(words, regexp.QuoteMeta(w))
				}
				list = append(list, message{text, strings.Join(words, ".*"), files.Position(call.Pos())})
			}
			return true
		})
	}
	return list
}

// literal returns the text of a string, or of a sum of strings, "" for anything else.
func literal(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, _ := strconv.Unquote(e.Value)
		return text
	case *ast.BinaryExpr:
		return literal(e.X) + literal(e.Y)
	}
	return ""
}
