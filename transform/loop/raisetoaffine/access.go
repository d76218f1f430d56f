package raisetoaffine

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// raiseAccess makes a memref.load or memref.store one of the affine dialect and reports whether its
// subscripts are affine. What has attributes that affine accesses cannot have stays.
func (v views) raiseAccess(op *ir.Op) bool {
	if op.ParentOf(affine.For) == nil || len(op.Attrs()) > 0 || slices.ContainsFunc(op.Properties(), isHint) {
		return false
	}
	first := 1
	if op.Is(memref.Store) {
		first = 2
	}
	buffer, subscripts := op.Operand(first-1), op.Operands()[first:]
	if view, rest, ok := v.slotView(op, buffer, subscripts); ok {
		buffer, subscripts = view, rest
	}
	at, ok := accessOf(op, subscripts)
	if !ok {
		return false
	}
	b := ir.At(op)
	if op.Is(memref.Store) {
		affine.NewStore(b, op.Operand(0), buffer, at)
	} else {
		op.Result(0).ReplaceAllUsesWith(affine.NewLoad(b, buffer, at))
	}
	operands := op.Operands()
	op.Erase()
	for _, v := range operands {
		eraseDead(v.DefiningOp())
	}
	return true
}

// eraseDead erases what computed a subscript or a bound in a loop, once nothing needs it.
func eraseDead(op *ir.Op) {
	if op == nil || !op.Unused() || !op.Has(ir.Pure) || op.ParentOf(affine.For) == nil {
		return
	}
	operands := op.Operands()
	op.Erase()
	for _, v := range operands {
		eraseDead(v.DefiningOp())
	}
}

// isHint reports whether an attribute says something about an access.
func isHint(a ir.NamedAttr) bool {
	flag, ok := a.Value.(*ir.IntegerAttr)
	return !ok || flag.Value != 0
}
