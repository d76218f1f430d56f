package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// A lane has of each fragment of C a run of elements next to each other in row lane / 4, and with tensor
// cores one in the eighth row behind that.

// rowRun is where some elements of C are that a lane has.
type rowRun struct {
	i, j, half int64     // which fragment, and which of its rows
	row, col   *ir.Value // in C
	inside     *ir.Value // whether they are elements of C, nil if they always are
}

// runs calls f for all runs of elements of a lane.
func (k *kernel) runs(f func(p rowRun)) {
	rows, length := k.fragment()
	top := k.sum(k.sum(k.row, k.warpRow), k.div(k.lane, 4))
	col := k.sum(k.sum(k.col, k.warpCol), k.mul(k.rem(k.lane, 4), length))
	for i := range k.warpM / (8 * rows) {
		for half := range rows {
			r := k.add(top, 8*rows*i+8*half)
			rowInside := k.within(r, row, k.m)
			for j := range k.warpN / (4 * length) {
				f(k.runAt(rowRun{i: i, j: j, half: half, row: r, inside: rowInside}, k.add(col, 4*length*j)))
			}
		}
	}
}

// runAt gives a run its column.
func (k *kernel) runAt(p rowRun, col *ir.Value) rowRun {
	p.col = col
	p.inside = k.both(p.inside, k.within(col, column, k.n))
	return p
}

// single calls f for each element of a run, where runs are not aligned or only some of them may be inside of
// C.
func (k *kernel) single(p rowRun, f func(n int64, p rowRun)) {
	f(0, p)
	_, length := k.fragment()
	for n := int64(1); n < length; n++ {
		q := p
		q.col = k.add(p.col, n)
		q.inside = k.both(p.inside, k.within(q.col, column, k.n))
		f(n, q)
	}
}

// whole reports whether all elements of runs can be read and written at once.
func (k *kernel) whole() bool {
	_, length := k.fragment()
	return k.out.aligned(length) == length
}

// readResult fills the accumulators with the elements of C.
func (k *kernel) readResult() {
	if k.fill != nil {
		k.clear()
		return
	}
	elem := k.out.typ().Elem
	_, length := k.fragment()
	t := k.b.Ctx.Vector([]int64{length}, nil, elem)
	zero := k.zero(k.accumulator())
	k.runs(func(p rowRun) {
		fragment := zero
		if p.half == 1 {
			fragment = memref.NewLoad(k.b, k.acc, k.index(p.i), k.index(p.j))
		}
		if k.whole() {
			v := k.either(p.inside, t, func() *ir.Value {
				return vector.NewLoad(k.b, t, k.globalC, p.row, p.col)
			})
			fragment = vector.NewInsert(k.b, k.widened(v), fragment, ir.OpFoldResult{Const: p.half})
		} else {
			k.single(p, func(n int64, p rowRun) {
				v := k.either(p.inside, elem, func() *ir.Value {
					return memref.NewLoad(k.b, k.globalC, p.row, p.col)
				})
				fragment = vector.NewInsert(k.b, k.widened(v), fragment, ir.OpFoldResult{Const: p.half},
					ir.OpFoldResult{Const: n})
			})
		}
		memref.NewStore(k.b, fragment, k.acc, k.index(p.i), k.index(p.j))
	})
}

// clear fills the accumulators with zeros.
func (k *kernel) clear() {
	zero := k.zero(k.accumulator())
	fragments := k.acc.Type().(*ir.MemRefType).Shape
	for i := range fragments[0] {
		for j := range fragments[1] {
			memref.NewStore(k.b, zero, k.acc, k.index(i), k.index(j))
		}
	}
}

// writeResult writes the accumulators to C.
func (k *kernel) writeResult() {
	k.runs(func(p rowRun) {
		fragment := memref.NewLoad(k.b, k.acc, k.index(p.i), k.index(p.j))
		if k.whole() {
			v := k.rounded(vector.NewExtract(k.b, fragment, ir.OpFoldResult{Const: p.half}))
			k.when(p.inside, func() { vector.NewStore(k.b, v, k.globalC, p.row, p.col) })
			return
		}
		k.single(p, func(n int64, p rowRun) {
			v := k.rounded(vector.NewExtract(k.b, fragment, ir.OpFoldResult{Const: p.half},
				ir.OpFoldResult{Const: n}))
			k.when(p.inside, func() { memref.NewStore(k.b, v, k.globalC, p.row, p.col) })
		})
	})
}

// widened makes the sums of elements of C, which have 32 bits.
func (k *kernel) widened(v *ir.Value) *ir.Value { return k.converted(arith.ExtF, v, k.b.Ctx.F32) }

// rounded makes elements of C of sums.
func (k *kernel) rounded(v *ir.Value) *ir.Value {
	return k.converted(arith.TruncF, v, k.out.typ().Elem)
}

// converted makes what a conversion gives of a number, or of a vector of them. Where C has 32 bits there is
// nothing to convert.
func (k *kernel) converted(def *ir.OpDef, v *ir.Value, elem ir.Type) *ir.Value {
	if k.out.typ().Elem == ir.Type(k.b.Ctx.F32) {
		return v
	}
	if t, ok := v.Type().(*ir.VectorType); ok {
		elem = k.b.Ctx.Vector(t.Shape, nil, elem)
	}
	return arith.Cast(k.b, def, v, elem)
}
