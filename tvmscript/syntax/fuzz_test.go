package syntax_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// FuzzParse feeds the parser anything. It must not panic, and must give either a tree or errors. Errors stand
// in the text; the tree has its nodes where they belong, and does not change with the form of the line
// breaks, or one more at the end.
func FuzzParse(f *testing.F) {
	for _, src := range append(append(chunks(f, "testdata/texts.py"), bytewise...), corpus(f)...) {
		f.Add(src)
	}
	files, _ := filepath.Glob("testdata/errors/*.py")
	for _, file := range files {
		for _, src := range chunks(f, file) {
			f.Add(src)
		}
	}
	f.Fuzz(func(t *testing.T, src string) {
		file, diags := syntax.Parse(diag.NewFile("fuzz.py", []byte(src)))
		if (file == nil) == (len(diags) == 0) || len(diags) > 20 {
			t.Fatalf("file %v with %d diagnostics: %v", file != nil, len(diags), diags)
		}
		for _, d := range diags {
			checkDiagnostic(t, d, len(src))
		}
		if file == nil {
			return
		}
		if problem := checkPlaces(file); problem != "" {
			t.Fatal(problem)
		}
		tree := dump(file)
		same(t, tree, src)
		same(t, tree, src+"\n")
		if !strings.Contains(src, "\r") {
			same(t, tree, strings.ReplaceAll(src, "\n", "\r\n"))
		}
	})
}

// checkDiagnostic checks that an error has a code and a message, and all its places in the text.
func checkDiagnostic(t *testing.T, d *diag.Diagnostic, size int) {
	t.Helper()
	if _, ok := diag.Lookup(d.Code); !ok || d.Message == "" {
		t.Fatalf("%+v has no code or no message", d)
	}
	spans := []diag.Span{d.Span}
	for _, n := range d.Notes {
		spans = append(spans, n.Span)
	}
	for _, s := range spans {
		if s.File == nil || s.Start < 0 || s.End < s.Start || int(s.End) > size {
			t.Fatalf("%v has a place outside of the text: %+v", d, s)
		}
	}
}

func same(t *testing.T, tree, src string) {
	t.Helper()
	if d := cmp.Diff(tree, dump(parse(t, src))); d != "" {
		t.Fatalf("the tree differs:\n%s\nfor %q", d, src)
	}
}
