package gputilematmul

import (
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
	row := k.sum(k.sum(k.row, k.warpRow), k.div(k.lane, 4))
	col := k.sum(k.sum(k.col, k.warpCol), k.mul(k.rem(k.lane, 4), 2))
	for i := range k.warpM / 16 {
		for half := range int64(2) {
			r := k.add(row, 16*i+8*half)
			var rowInside *ir.Value
			if k.out.rows%k.m != 0 {
				rowInside = k.below(r, k.out.rows)
			}
			for j := range k.warpN / 8 {
				f(k.pairAt(pair{i: i, j: j, half: half, row: r, inside: rowInside}, k.add(col, 8*j)))
			}
		}
	}
}

// pairAt gives a pair its column.
func (k *kernel) pairAt(p pair, col *ir.Value) pair {
	p.col = col
	if k.out.cols%k.n != 0 {
		p.inside = k.both(p.inside, k.below(col, k.out.cols))
	}
	return p
}

// single calls f for each element of a pair, where pairs are not aligned or only one of them may be inside of C.
func (k *kernel) single(p pair, f func(n int64, p pair)) {
	f(0, p)
	q := p
	q.col = k.add(p.col, 1)
	if k.out.cols%k.n != 0 {
		q.inside = k.both(p.inside, k.below(q.col, k.out.cols))
	}
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
	t := k.b.Ctx.Vector([]int64{2}, nil, k.b.Ctx.F32)
	zero := k.zero(k.accumulator())
	k.pairs(func(p pair) {
		fragment := zero
		if p.half == 1 {
			fragment = memref.NewLoad(k.b, k.acc, k.index(p.i), k.index(p.j))
		}
		if k.pairwise() {
			v := k.either(p.inside, t, func() *ir.Value { return vector.NewLoad(k.b, t, k.globalC, p.row, p.col) })
			fragment = vector.NewInsert(k.b, v, fragment, ir.OpFoldResult{Const: p.half})
		} else {
			k.single(p, func(n int64, p pair) {
				v := k.either(p.inside, k.b.Ctx.F32, func() *ir.Value { return memref.NewLoad(k.b, k.globalC, p.row, p.col) })
				fragment = vector.NewInsert(k.b, v, fragment, ir.OpFoldResult{Const: p.half}, ir.OpFoldResult{Const: n})
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
			v := vector.NewExtract(k.b, fragment, ir.OpFoldResult{Const: p.half})
			k.when(p.inside, func() { vector.NewStore(k.b, v, k.globalC, p.row, p.col) })
			return
		}
		k.single(p, func(n int64, p pair) {
			v := vector.NewExtract(k.b, fragment, ir.OpFoldResult{Const: p.half}, ir.OpFoldResult{Const: n})
			k.when(p.inside, func() { memref.NewStore(k.b, v, k.globalC, p.row, p.col) })
		})
	})
}
