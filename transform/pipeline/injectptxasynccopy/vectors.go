package injectptxasynccopy

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// shapeOf divides the value of a store into pieces: one element, or the elements of a vector.
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
	size := nvgpu.Bits(p.dst.typ().Elem) / 8
	if load := p.ops[1]; load.Is(vector.Gather) || store.Is(vector.Scatter) {
		return m.strided(p, store, load, n, size)
	}
	return m.cut(p, store, n, m.alignment(size, nil, p.src, p.dst))
}

// strided copies the elements of a vector one by one if they are not consecutive in memory.
func (m *matcher) strided(p *copyPlan, store, load *ir.Op, n, size int64) *refusal {
	from, okFrom := m.positions(load, vector.Gather, n)
	to, okTo := m.positions(store, vector.Scatter, n)
	switch {
	case !okFrom || !okTo:
		return &refusal{store, codeStrided, "which elements it takes is known at run time only"}
	case size < 4:
		return &refusal{store, codeStrided,
			fmt.Sprintf("its elements do not lie next to each other, and have %d bytes", size)}
	}
	for k := range n {
		p.pieces = append(p.pieces, piece{from[k], to[k], 1})
	}
	p.split = &refusal{store, codeStrided, "its elements do not lie next to each other"}
	return nil
}

// positions returns the positions of a vector's elements in memory, relative to the subscripts: those of a
// gather or scatter, or consecutive ones.
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
	e := &laneEvaluator{m: m, n: n, known: map[*ir.Value][]int64{}}
	list := e.eval(op.Operand(last - 3))
	return list, list != nil
}

// allTrue reports whether a mask selects all elements.
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
	return op != nil && op.Is(vector.ConstantMask) && len(op.Ints("mask_dim_sizes")) == 1 &&
		op.Ints("mask_dim_sizes")[0] == n
}

// laneEvaluator computes the elements of vectors of n integers.
type laneEvaluator struct {
	m *matcher
	n int64
	// nil for a vector that cannot be computed, and for one that is being computed
	known map[*ir.Value][]int64
}

// eval returns the elements of v, nil if they are not known before run time.
func (e *laneEvaluator) eval(v *ir.Value) []int64 {
	list, known := e.known[v]
	if !known {
		e.known[v] = nil
		list = e.compute(v)
		e.known[v] = list
	}
	return list
}

func (e *laneEvaluator) compute(v *ir.Value) []int64 {
	if a, ok := ir.ConstantValue(v).(*ir.DenseElementsAttr); ok {
		return e.each(v, func(i int) int64 { return int64(a.Element(i)) })
	}
	op := v.DefiningOp()
	switch {
	case op == nil:
	case op.Is(vector.Step):
		return e.each(v, func(i int) int64 { return int64(i) })
	case op.Is(vector.Broadcast):
		if l := e.m.l.ev.Eval(op.Operand(0)); l.IsConst() {
			return e.each(v, func(int) int64 { return l.Const })
		}
	case op.Is(arith.IndexCast):
		if from := e.eval(op.Operand(0)); from != nil {
			return e.each(v, func(i int) int64 { return from[i] })
		}
	case op.Is(arith.AddI) || op.Is(arith.MulI):
		a, b := e.eval(op.Operand(0)), e.eval(op.Operand(1))
		switch {
		case a == nil || b == nil:
		case op.Is(arith.AddI):
			return e.each(v, func(i int) int64 { return a[i] + b[i] })
		default:
			return e.each(v, func(i int) int64 { return a[i] * b[i] })
		}
	}
	return nil
}

// each returns the elements of v, wrapped around to the width of its type.
func (e *laneEvaluator) each(v *ir.Value, element func(i int) int64) []int64 {
	shift := 0
	if t, ok := v.Type().(*ir.VectorType).Elem.(*ir.IntegerType); ok {
		shift = 64 - min(int(t.Width), 64)
	}
	list := make([]int64, e.n)
	for i := range list {
		list[i] = element(i) << shift >> shift
	}
	return list
}
