package check_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"golang.org/x/tools/txtar"
)

func parse(t testing.TB, name string, src []byte) *ir.Op {
	t.Helper()
	m, errs := text.Parse(all.NewContext(), diag.NewFile(name, src), text.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return m
}

// The report and the diagnostics of every program in testdata are as its file expects.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		r, err := check.Module(t.Context(), parse(t, "in.mlir", golden.Get(t, ar, "in.mlir")),
			check.Options{})
		var report, diags bytes.Buffer
		if r != nil {
			if err := r.WriteText(&report); err != nil {
				t.Fatal(err)
			}
			for _, f := range r.Functions {
				if len(f.Dynamic) > 0 {
					fmt.Fprintf(&report, "\n%d sizes were tried for @%s\n", f.Stats.Sizes, f.Name)
				}
			}
			if list := r.Diagnostics(); len(list) > 0 {
				_ = diag.Text{W: &diags}.Render(list)
			}
		}
		if err != nil {
			_ = diag.Text{W: &diags}.Render(err)
		}
		golden.Set(ar, "report", report.Bytes())
		golden.Set(ar, "diagnostics", diags.Bytes())
	})
}
