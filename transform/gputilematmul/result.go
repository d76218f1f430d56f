package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// A lane has of each fragment of C, of 16 rows and 8 columns, two elements next to each other in row lane / 4, and two in the eighth row
// behind that.

// pair is where two elements of C are that a lane has.
type pair struct {
	i, j, half int64     // which fragment, and which of its rows
	row, col   *ir.Value // in C
	inside     *ir.Value // whether they are elements of C, nil if they always are
}

// pairs calls f for all pairs of elements of a lane.
func (k *kernel) pairs(f func(p pair)) {
	top := k.sum(k.sum(k.row, k.warpRow), k.div(k.lane, 4))
	col := k.sum(k.sum(k.col, k.warpCol), k.mul(k.rem(k.lane, 4), 2))
	for i := range k.warpM / 16 {
		for half := range int64(2) {
			r := k.add(top, 16*i+8*half)
			rowInside := k.within(r, row, k.m)
			for j := range k.warpN / 8 {
				f(k.pairAt(pair{i: i, j: j, half: half, row: r, inside: rowInside}, k.add(col, 8*j)))
			}
		}
	}
}

// pairAt gives a pair its column.
func (k *kernel) pairAt(p pair, col *ir.Value) pair {
	p.col = col
	p.inside = k.both(p.inside, k.within(col, column, k.n))
	return p
}

// single calls f for each element of a pair, where pairs are not aligned or only one of them may be inside of C.
func (k *kernel) single(p pair, f func(n int64, p pair)) {
	f(0, p)
	q := p
	q.col = k.add(p.col, 1)
	q.inside = k.both(p.inside, k.within(q.col, column, k.n))
	f(1, q)
}

// pairwise reports whether both elements of pairs can be read and written at once.
func (k *kernel) pairwise() bool { return k.out.aligned(2) == 2 }

// readResult fills the accumulators with the elements of C.
func (k *kernel) readResult() {
	if k.fill != nil {
		zero := k.zero(k.accumulator())
		for i := range k.warpM / 16 {
			for j := range k.warpN / 8 {
				memref.NewStore(k.b, zero, k.acc, k.index(i), k.index(j))
			}
		}
		return
	}
	elem := k.out.typ().Elem
	t := k.b.Ctx.Vector([]int64{2}, nil, elem)
	zero := k.zero(k.accumulator())
	k.pairs(func(p pair) {
		fragment := zero
		if p.half == 1 {
			fragment = memref.NewLoad(k.b, k.acc, k.index(p.i), k.index(p.j))
		}
		if k.pairwise() {
			v := k.either(p.inside, t, func() *ir.Value { return vector.NewLoad(k.b, t, k.globalC, p.row, p.col) })
			fragment = vector.NewInsert(k.b, k.widened(v), fragment, ir.OpFoldResult{Const: p.half})
		} else {
			k.single(p, func(n int64, p pair) {
				v := k.either(p.inside, elem, func() *ir.Value { return memref.NewLoad(k.b, k.globalC, p.row, p.col) })
				fragment = vector.NewInsert(k.b, k.widened(v), fragment, ir.OpFoldResult{Const: p.half}, ir.OpFoldResult{Const: n})
			})
		}
		memref.NewStore(k.b, fragment, k.acc, k.index(p.i), k.index(p.j))
	})
}

// writeResult writes the accumulators to C.
func (k *kernel) writeResult() {
	k.pairs(func(p pair) {
		fragment := memref.NewLoad(k.b, k.acc, k.index(p.i), k.index(p.j))
		if k.pairwise() {
			v := k.rounded(vector.NewExtract(k.b, fragment, ir.OpFoldResult{Const: p.half}))
			k.when(p.inside, func() { vector.NewStore(k.b, v, k.globalC, p.row, p.col) })
			return
		}
		k.single(p, func(n int64, p pair) {
			v := k.rounded(vector.NewExtract(k.b, fragment, ir.OpFoldResult{Const: p.half}, ir.OpFoldResult{Const: n}))
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

// converted makes what a conversion gives of a number, or of a vector of them. Where C has 32 bits there is nothing to convert.
func (k *kernel) converted(def *ir.OpDef, v *ir.Value, elem ir.Type) *ir.Value {
	if k.out.typ().Elem == ir.Type(k.b.Ctx.F32) {
		return v
	}
	if t, ok := v.Type().(*ir.VectorType); ok {
		elem = k.b.Ctx.Vector(t.Shape, nil, elem)
	}
	return arith.Cast(k.b, def, v, elem)
}
