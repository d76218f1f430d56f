package dialecttest

import (
	"bytes"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Syntax reads the program with which each of the archives begins that pattern names, and prints it as
// custom.mlir and generic.mlir. Each form must read as the program that the other one is. Every operation of
// the dialects has to be in a program.
func Syntax(t *testing.T, newContext func() *ir.Context, pattern string, dialects ...*ir.Dialect) {
	missing := map[string]bool{}
	for _, d := range dialects {
		for _, def := range d.Ops {
			missing[def.Name] = true
		}
	}
	golden.Txtar(t, pattern, func(t *testing.T, ar *txtar.Archive) {
		m := Parse(t, newContext(), string(ar.Files[0].Data))
		for op := range m.Walk() {
			delete(missing, op.Name())
		}
		bothForms(t, newContext, ar, m)
	})
	for name := range missing {
		t.Errorf("%s is in no program", name)
	}
}

func bothForms(t *testing.T, newContext func() *ir.Context, ar *txtar.Archive, m *ir.Op) {
	t.Helper()
	forms := map[string]text.PrintOptions{"custom.mlir": {}, "generic.mlir": {Generic: true}}
	for name, form := range forms {
		printed := text.String(m, form)
		golden.Set(ar, name, []byte(printed))
		again := Parse(t, newContext(), printed)
		for other, form := range forms {
			if got := text.String(again, form); got != text.String(m, form) {
				t.Errorf("%s prints as another %s:\n%s", name, other, got)
			}
		}
	}
}

// GenericIsMLIR has mlir-opt read each generic.mlir, if it is installed. It need not know the dialects.
func GenericIsMLIR(t *testing.T, pattern string) {
	tool := tools.Require(t, "mlir-opt")
	golden.Txtar(t, pattern, func(t *testing.T, ar *txtar.Archive) {
		cmd := tools.Command(t, tool, "--allow-unregistered-dialect", "-")
		cmd.Stdin = bytes.NewReader(golden.Get(t, ar, "generic.mlir"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
