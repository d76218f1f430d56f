package insertboundschecks_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// TestGolden compares the checked programs of testdata, and how many assertions are left in their innermost
// loops.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		module := passtest.Parse(t, string(golden.Get(t, ar, "in.mlir")))
		module = passtest.Transform(t, module, "builtin.module(insert-bounds-checks,canonicalize,cse)")
		golden.Set(ar, "out.mlir", []byte(passtest.Print(module)))
		var counts strings.Builder
		for _, fn := range module.Find(function.Func) {
			fmt.Fprintf(&counts, "%s: %d checks, %d in an innermost loop\n", fn.SymbolName(),
				len(fn.Find(cf.Assert)), inner(fn))
		}
		golden.Set(ar, "counts", []byte(counts.String()))
	})
}

// inner returns how many assertions stand in loops without loops in them.
func inner(fn *ir.Op) int {
	n := 0
	for op := range fn.Walk() {
		if op.Def().Loop != nil && !holdsLoop(op) {
			n += len(op.Find(cf.Assert))
		}
	}
	return n
}

func holdsLoop(op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner != op && inner.Def().Loop != nil {
			return true
		}
	}
	return false
}
