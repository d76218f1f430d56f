package raisetoaffine

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// A buffer with versions has them along its first dimension, and the slot of an iteration is a remainder,
// which no subscript of an affine access can be. What the loops in that iteration touch is a view of the
// slot, with the other subscripts.

// views are the views of slots that were made so far.
type views map[slotOf]*ir.Value

// slotOf is a slot of a buffer.
type slotOf struct{ buffer, slot *ir.Value }

// slotView returns a view of the part of a memref that the first of some subscripts selects, and the other
// subscripts. It is not ok unless the subscript is a remainder that is below the extent, and is computed
// outside of a loop that op is in.
func (v views) slotView(op *ir.Op, m *ir.Value, at []*ir.Value) (view *ir.Value, rest []*ir.Value, ok bool) {
	t, isMemRef := m.Type().(*ir.MemRefType)
	if !isMemRef || len(at) < 2 || t.Layout != nil {
		return nil, nil, false
	}
	slot := at[0].DefinedBy(arith.RemUI)
	if slot == nil || !isBelow(slot, t.Shape[0]) || !loopBetween(slot, op) || !visible(m, slot) {
		return nil, nil, false
	}
	key := slotOf{m, at[0]}
	if v[key] == nil {
		v[key] = newView(slot, m, t)
	}
	return v[key], at[1:], true
}

// isBelow reports whether a remainder is below the extent of a dimension.
func isBelow(rem *ir.Op, extent int64) bool {
	n, constant := ir.ConstInt(rem.Operand(1))
	return constant && n > 0 && extent != ir.Dynamic && n <= extent
}

// loopBetween reports whether op is in an affine loop that outer, around all of it, is not in.
func loopBetween(outer, op *ir.Op) bool {
	loop := op.ParentOf(affine.For)
	return loop != nil && loop != outer.Parent() && outer.Parent().IsAncestorOf(loop)
}

// visible reports whether a value is defined in front of an operation: in a block around its own.
func visible(v *ir.Value, op *ir.Op) bool {
	return v.ParentBlock() != op.Block() && v.ParentBlock().ParentOp().IsAncestorOf(op)
}

func fixed(n int64) ir.OpFoldResult { return ir.OpFoldResult{Const: n} }

// newView makes the view, behind the number of the slot.
func newView(slot *ir.Op, m *ir.Value, t *ir.MemRefType) *ir.Value {
	b := ir.At(slot)
	b.SetAfter(slot)
	var s memref.Slice
	for d, n := range t.Shape {
		offset, size := fixed(0), fixed(n)
		switch {
		case d == 0:
			offset, size = ir.OpFoldResult{Value: slot.Result(0)}, fixed(1)
		case n == ir.Dynamic:
			size = ir.OpFoldResult{Value: memref.NewDim(b, m, arith.ConstIndex(b, int64(d)))}
		}
		s.Offsets, s.Sizes, s.Strides = append(s.Offsets, offset), append(s.Sizes, size),
			append(s.Strides, fixed(1))
	}
	offsets, _ := ir.SplitIndices(s.Offsets)
	sizes, _ := ir.SplitIndices(s.Sizes)
	strides, _ := ir.SplitIndices(s.Strides)
	return memref.NewSubView(b, memref.ReducedSubViewType(b.Ctx, t.Shape[1:], t, offsets, sizes, strides), m,
		s)
}
