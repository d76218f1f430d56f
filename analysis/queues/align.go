package queues

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// Crossings holds the dependences between operations of different blocks, for both operations. They come from
// tokens that loops carry, conditions select, and branches and regions pass on.
type Crossings map[*ir.Op][]Crossing

// Crossing is a dependence, as seen by one of its two operations.
type Crossing struct {
	Other *ir.Op
	// Weight estimates how often the waiting operation waits: it is larger for an operation in loops.
	Weight int
}

// often returns the weight of a wait, from the loops around an operation.
func often(op *ir.Op) int {
	weight := 1
	for around := range op.Ancestors() {
		if around.StartsThread() || weight > 1<<20 {
			break
		}
		if around.Def().Loop != nil {
			weight *= 8
		}
	}
	return weight
}

// Cross returns the crossings between operations of a dialect.
func (f *Flow) Cross(program *ir.Op) Crossings {
	c := Crossings{}
	for op := range program.Walk() {
		if op.Def().DialectName() != f.dialect || !op.IsAsync() || isJoin(op) {
			continue
		}
		for _, token := range op.AsyncDependencies() {
			for _, u := range f.Of(token).Ops {
				if u.Block() != op.Block() {
					weight := often(op)
					c[op], c[u] = append(c[op], Crossing{u, weight}), append(c[u], Crossing{op, weight})
				}
			}
		}
	}
	return c
}

// Align renumbers the queues of a block, with numbers below n, or below the number of queues if that is more.
// A queue gets the number of a queue to which operations of other blocks were assigned, if dependences
// connect the operations of both. Pairs of queues that save the most waits come first.
func (b *Block) Align(a Assignment, n int, crossings Crossings) Assignment {
	n = max(n, a.Count)
	type pair struct{ own, to, weight int }
	weights := map[[2]int]int{}
	for v, op := range b.Ops {
		for _, x := range crossings[op] {
			if q, ok := pipeline.OnQueue(x.Other); ok && q < int64(n) {
				weights[[2]int{int(a.Queue[v]), int(q)}] += x.Weight
			}
		}
	}
	var pairs []pair
	for key, weight := range weights {
		pairs = append(pairs, pair{key[0], key[1], weight})
	}
	slices.SortFunc(pairs, func(x, y pair) int {
		return cmp.Or(y.weight-x.weight, x.own-y.own, x.to-y.to)
	})
	number, taken := slices.Repeat([]int{-1}, a.Count), make([]bool, n)
	give := func(own, to int) {
		if number[own] < 0 && !taken[to] {
			number[own], taken[to] = to, true
		}
	}
	for _, p := range pairs {
		give(p.own, p.to)
	}
	for own := range number {
		give(own, own)
	}
	for own := range number {
		for to := range n {
			give(own, to)
		}
	}
	out := Assignment{Queue: make([]int32, len(a.Queue)), Count: n}
	for v, q := range a.Queue {
		out.Queue[v] = int32(number[q])
	}
	return out
}
