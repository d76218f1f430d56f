package aie_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/aie"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func parse(t *testing.T, src []byte) *ir.Op {
	t.Helper()
	m, errs := text.Parse(all.NewContext(), diag.NewFile("input.mlir", src), text.Options{})
	if m == nil {
		t.Fatal(errs)
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatal(errs)
	}
	return m
}

// Both forms are fixed points, each is what the other one prints as, and every operation of the dialect is in
// them.
func TestSyntax(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		m := parse(t, golden.Get(t, ar, "input.mlir"))
		forms := map[string]text.PrintOptions{"custom.mlir": {}, "generic.mlir": {Generic: true}}
		for name, opts := range forms {
			printed := text.String(m, opts)
			golden.Set(ar, name, []byte(printed))
			for other, again := range forms {
				if got := text.String(parse(t, []byte(printed)), again); got != text.String(m, again) {
					t.Errorf("%s does not print as %s:\n%s", name, other, got)
				}
			}
		}
		missing := map[*ir.OpDef]bool{}
		for _, def := range aie.Dialect.Ops {
			missing[def] = true
		}
		for op := range m.Walk() {
			delete(missing, op.Def())
		}
		for def := range missing {
			t.Errorf("no %s", def.Name)
		}
	})
}
