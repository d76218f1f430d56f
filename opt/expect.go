package opt

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/inflight-compiler/inflight/diag"
)

var codeExpect = diag.Register("opt-expected-diagnostic", "diagnostics are not those that the input expects",
	"With --verify-diagnostics every diagnostic has an expected-error, expected-warning, expected-note or "+
		"expected-remark comment on its line, or on another that @+1, @-1, @above or @below name.")

// expectation is one expected-* comment.
type expectation struct {
	span    diag.Span
	kind    string // error, warning, note, remark
	line    int    // 0 for a diagnostic without a place
	text    string // for messages
	pattern *regexp.Regexp
	met     bool
}

// designator matches mlir-opt's syntax. It is compiled on first use.
var designator = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(
		`expected-(error|note|remark|warning)(-re)? *(@([+-][0-9]+|above|below|unknown))? *\{\{(.*)\}\}[ \t\r]*$`)
})

// expectations reads the expected-* comments of a chunk.
func expectations(file *diag.File) ([]*expectation, diag.List) {
	var found []*expectation
	var below []*expectation // expectations for the next line that has none itself
	var errs diag.List
	above, off := 0, 0
	for n, line := range strings.Split(string(file.Content), "\n") {
		m := designator().FindStringSubmatchIndex(line)
		if m == nil {
			for _, e := range below {
				e.line = n + 1
			}
			below, above = nil, n+1
			off += len(line) + 1
			continue
		}
		e, err := newExpectation(file, line, m, off, n+1)
		if err != nil {
			errs.Add(err)
		} else {
			found = append(found, e)
			switch where(line, m) {
			case "above":
				e.line = above
			case "below":
				below = append(below, e)
			}
		}
		off += len(line) + 1
	}
	return found, errs
}

// part returns group i of a match.
func part(line string, m []int, i int) string {
	if m[2*i] < 0 {
		return ""
	}
	return line[m[2*i]:m[2*i+1]]
}

func where(line string, m []int) string { return part(line, m, 4) }

func newExpectation(file *diag.File, line string, m []int, off, n int) (*expectation, *diag.Diagnostic) {
	e := &expectation{
		span: file.Span(off+m[0], off+m[1]),
		kind: part(line, m, 1),
		line: n,
		text: part(line, m, 5),
	}
	switch w := where(line, m); {
	case w == "unknown":
		e.line = 0
	case strings.HasPrefix(w, "+"), strings.HasPrefix(w, "-"):
		delta, _ := strconv.Atoi(w)
		e.line += delta
	}
	if part(line, m, 2) == "" {
		return e, nil
	}
	pattern, err := messagePattern(e.text)
	if err != nil {
		return nil, diag.Errorf(codeExpect, e.span, "%v", err)
	}
	e.pattern = pattern
	return e, nil
}

// messagePattern makes a regular expression from a text. Only the parts in double braces are regular
// expressions; the rest is matched literally.
func messagePattern(text string) (*regexp.Regexp, error) {
	var b strings.Builder
	for text != "" {
		literal, rest, ok := strings.Cut(text, "{{")
		b.WriteString(regexp.QuoteMeta(literal))
		if !ok {
			break
		}
		expr, after, ok := strings.Cut(rest, "}}")
		if !ok {
			return nil, fmt.Errorf("found start of regex with no end '}}'")
		}
		b.WriteString("(" + expr + ")")
		text = after
	}
	return regexp.Compile(b.String())
}

func (e *expectation) matches(kind string, line int, message string) bool {
	if e.met || e.kind != kind || e.line != line {
		return false
	}
	if e.pattern != nil {
		return e.pattern.MatchString(message)
	}
	return strings.Contains(message, e.text)
}

// compare returns an error for each unexpected diagnostic and for each expectation without a diagnostic.
func compare(expected []*expectation, got diag.List, mode VerifyMode) diag.List {
	var errs diag.List
	check := func(kind string, span diag.Span, message string) {
		line := span.Place().Line
		for _, e := range expected {
			if e.matches(kind, line, message) {
				e.met = true
				return
			}
		}
		if mode == VerifyAll {
			errs.Add(diag.Errorf(codeExpect, span, "unexpected %s: %s", kind, message))
		}
	}
	for _, d := range got {
		check(d.Severity.String(), d.Span, d.Message)
		for _, n := range d.Notes {
			if n.Span.IsKnown() {
				check("note", n.Span, n.Message)
			}
		}
	}
	for _, e := range expected {
		if !e.met {
			errs.Add(diag.Errorf(codeExpect, e.span, "expected %s %q was not produced", e.kind, e.text))
		}
	}
	return errs
}
