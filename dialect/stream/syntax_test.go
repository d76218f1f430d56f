package stream_test

import (
	"bytes"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/hal"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/tools"
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

// Both forms are fixed points, and each is read as the program that the other stands for.
func TestSyntax(t *testing.T) {
	forms := map[string]text.PrintOptions{"custom.mlir": {}, "generic.mlir": {Generic: true}}
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		m := parse(t, golden.Get(t, ar, "input.mlir"))
		printed := map[string]string{}
		for name, opts := range forms {
			printed[name] = text.String(m, opts)
			golden.Set(ar, name, []byte(printed[name]))
		}
		for name := range forms {
			again := parse(t, []byte(printed[name]))
			for other, opts := range forms {
				if got := text.String(again, opts); got != printed[other] {
					t.Errorf("%s printed as %s:\n%s", name, other, got)
				}
			}
		}
	})
}

// Every operation of the three dialects is in the programs of TestSyntax.
func TestEveryOperationIsWritten(t *testing.T) {
	seen := map[*ir.OpDef]bool{}
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		for op := range parse(t, golden.Get(t, ar, "input.mlir")).Walk() {
			seen[op.Def()] = true
		}
	})
	for _, d := range []*ir.Dialect{stream.Dialect, util.Dialect, hal.Dialect} {
		for _, def := range d.Ops {
			if known := seenName(seen, def.Name); !known {
				t.Errorf("%s is in no program", def.Name)
			}
		}
	}
}

func seenName(seen map[*ir.OpDef]bool, name string) bool {
	for def := range seen {
		if def.Name == name {
			return true
		}
	}
	return false
}

// mlir-opt reads the generic form.
func TestGenericFormIsMLIR(t *testing.T) {
	tool := tools.Require(t, "mlir-opt")
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		cmd := tools.Command(t, tool, "--allow-unregistered-dialect", "-")
		cmd.Stdin = bytes.NewReader(golden.Get(t, ar, "generic.mlir"))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	})
}
