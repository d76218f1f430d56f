package expr_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// FuzzExpression: whatever is evaluated ends with a diagnostic that has a place, or with a program that
// verifies.
func FuzzExpression(f *testing.F) {
	for _, c := range constants {
		f.Add(c.source)
	}
	for _, m := range mistakes {
		if m.code != "tvmscript-limit" {
			f.Add(m.source)
		}
	}
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range files {
		content, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(txtar.Parse(content).Files[0].Data)) {
			f.Add(strings.TrimSpace(line))
		}
	}
	f.Fuzz(func(t *testing.T, source string) {
		file, errs := syntax.Parse(diag.NewFile("test.py", []byte(source+"\n")))
		if errs != nil || len(file.Body) != 1 {
			return
		}
		w := newWorld(all.NewContext())
		_, err := w.run(t, source)
		var d *diag.Diagnostic
		switch {
		case err == nil:
		case !errors.As(err, &d):
			t.Fatalf("%q: an error that is no diagnostic: %v", source, err)
		case d.Span.File == nil || d.Message == "":
			t.Fatalf("%q: a diagnostic without a place or a message: %v", source, err)
		default:
			return
		}
		w.e.B.SetEnd(w.function.Body())
		w.e.B.Op(function.Return, nil)
		if errs := ir.Verify(w.module); errs.HasErrors() {
			t.Fatalf("%q: %v\n%s", source, errs, text.String(w.module, text.PrintOptions{}))
		}
	})
}
