package queues

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// Crossings are dependences between operations of different blocks, in both directions: by tokens that loops
// carry, conditions choose, and branches and regions hand on.
type Crossings map[*ir.Op][]Crossing

// Crossing is a dependence, seen from one of its two operations.
type Crossing struct {
	Other *ir.Op
	// Weight is more for an operation that waits in loops, where it waits often.
	Weight int
}

// often returns the weight of a wait in the loops around an operation.
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

// Cross returns the crossings among operations of a dialect.
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

// Align gives the queues of a block other numbers, below n, or below the number of queues if that is more:
// the numbers of the queues on which stand the operations of other blocks, assigned before, that its own
// depend on or the other way round: those first that save most waits.
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
