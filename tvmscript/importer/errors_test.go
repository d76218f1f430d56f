package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
)

// expectation is a comment `# expected-error {{text}}`, or with @+1 or @-1 for a line beside it.
type expectation struct {
	line int
	kind string
	text string
}

var expected = regexp.MustCompile(`# expected-(error|warning)(?:@([+-]\d+))? \{\{(.*?)\}\}`)

func expectations(src string) []expectation {
	var found []expectation
	for i, line := range strings.Split(src, "\n") {
		for _, m := range expected.FindAllStringSubmatch(line, -1) {
			offset, _ := strconv.Atoi(m[2])
			found = append(found, expectation{i + 1 + offset, m[1], m[3]})
		}
	}
	return found
}

// Every mistake in testdata/errors is found, at its line, and nothing else; each error says what to do.
func TestErrors(t *testing.T) {
	paths, err := filepath.Glob("testdata/errors/*.py")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files: %v", err)
	}
	cases := 0
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".py"), func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			want := expectations(string(src))
			cases += len(want)
			module, diags := load(path, src)
			if module != nil && slices.ContainsFunc(want, func(e expectation) bool {
				return e.kind == "error"
			}) {
				t.Error("a module results in spite of errors")
			}
			match(t, want, diags)
		})
	}
	if cases < 40 {
		t.Errorf("%d mistakes are tried, want 40", cases)
	}
}

// match pairs diagnostics with what is expected.
func match(t *testing.T, want []expectation, got diag.List) {
	t.Helper()
	used := make([]bool, len(want))
	for _, d := range got {
		line := d.Span.Place().Line
		found := false
		for i, w := range want {
			if !used[i] && w.line == line && w.kind == d.Severity.String() &&
				strings.Contains(d.Message, w.text) {
				used[i], found = true, true
				break
			}
		}
		if !found {
			t.Errorf("not expected: %v", d)
		}
		if d.Suggestion == "" {
			t.Errorf("no suggestion: %v", d)
		}
		if !strings.HasPrefix(string(d.Code), "tvmscript-") {
			t.Errorf("the code of %v is %q", d, d.Code)
		}
	}
	for i, w := range want {
		if !used[i] {
			t.Errorf("missing: %s", fmt.Sprintf("line %d: %s: %s", w.line, w.kind, w.text))
		}
	}
}
