package ptxasynccopy

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// shapeOf divides what a store copies into pieces: an element, or the elements of a vector.
func (m *matcher) shapeOf(p *copyPlan, store *ir.Op) *refusal {
	n := int64(1)
	value, _ := stored(store)
	if t, ok := value.Type().(*ir.VectorType); ok {
		if len(t.Shape) != 1 || t.Scalable != nil {
			return &refusal{store, codeShape, fmt.Sprintf("'%v' is no row of elements", t)}
		}
		if n = t.Shape[0]; n > maxRow {
			return &refusal{store, codeSize, fmt.Sprintf("%d elements are too many", n)}
		}
	}
	if p.src.typ().Elem != p.dst.typ().Elem {
		return &refusal{store, codeShape, fmt.Sprintf("elements of type '%v' become elements of type '%v'", p.src.typ().Elem, p.dst.typ().Elem)}
	}
	size := nvgpu.Bits(p.dst.typ().Elem) / 8
	if load := p.ops[1]; load.Is(vector.Gather) || store.Is(vector.Scatter) {
		return m.strided(p, store, load, n, size)
	}
	return m.cut(p, store, n, m.alignment(size, nil, p.src, p.dst))
}

// strided takes the elements of a vector that do not lie next to each other one by one.
func (m *matcher) strided(p *copyPlan, store, load *ir.Op, n, size int64) *refusal {
	from, okFrom := m.positions(load, vector.Gather, n)
	to, okTo := m.positions(store, vector.Scatter, n)
	switch {
	case !okFrom || !okTo:
		return &refusal{store, codeStrided, "which elements it takes is known at run time only"}
	case size < 4:
		return &refusal{store, codeStrided, fmt.Sprintf("its elements do not lie next to each other, and have %d bytes", size)}
	}
	for k := range n {
		p.pieces = append(p.pieces, piece{from[k], to[k], 1})
	}
	p.split = &refusal{store, codeStrided, "its elements do not lie next to each other"}
	return nil
}

// positions returns where the elements of a vector lie, relative to the subscripts: those of a gather or scatter, or one
// behind the other.
func (m *matcher) positions(op *ir.Op, indexed *ir.OpDef, n int64) ([]int64, bool) {
	if !op.Is(indexed) {
		list := make([]int64, n)
		for i := range list {
			list[i] = int64(i)
		}
		return list, true
	}
	last := op.NumOperands()
	if !allTrue(op.Operand(last-2), n) {
		return nil, false
	}
	return m.lanes(op.Operand(last-3), n)
}

// allTrue reports whether a mask selects everything.
func allTrue(mask *ir.Value, n int64) bool {
	if a, ok := ir.ConstantValue(mask).(*ir.DenseElementsAttr); ok {
		for i := range n {
			if a.Element(int(i))&1 == 0 {
				return false
			}
		}
		return true
	}
	op := mask.DefiningOp()
	return op != nil && op.Is(vector.ConstantMask) && len(op.Ints("mask_dim_sizes")) == 1 && op.Ints("mask_dim_sizes")[0] == n
}

// lanes returns the elements of a vector of integers that can be computed here.
func (m *matcher) lanes(v *ir.Value, n int64) ([]int64, bool) {
	list := make([]int64, n)
	if a, ok := ir.ConstantValue(v).(*ir.DenseElementsAttr); ok {
		shift := 64 - 8*min(8, ir.ElemBytes(a.Type.ElemType()))
		for i := range list {
			list[i] = int64(a.Element(i)) << shift >> shift
		}
		return list, true
	}
	op := v.DefiningOp()
	switch {
	case op == nil:
		return nil, false
	case op.Is(vector.Step):
		for i := range list {
			list[i] = int64(i)
		}
		return list, true
	case op.Is(vector.Broadcast):
		l := m.l.ev.Eval(op.Operand(0))
		for i := range list {
			list[i] = l.Const
		}
		return list, l.IsConst()
	case op.Is(arith.IndexCast):
		return m.lanes(op.Operand(0), n)
	case op.Is(arith.AddI) || op.Is(arith.MulI):
		return m.combine(op, n)
	}
	return nil, false
}

func (m *matcher) combine(op *ir.Op, n int64) ([]int64, bool) {
	a, okA := m.lanes(op.Operand(0), n)
	b, okB := m.lanes(op.Operand(1), n)
	if !okA || !okB {
		return nil, false
	}
	for i := range a {
		if op.Is(arith.AddI) {
			a[i] += b[i]
		} else {
			a[i] *= b[i]
		}
	}
	return a, true
}
