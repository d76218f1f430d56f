package ir_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// IsBefore is right after any sequence of insertions, moves and removals.
func TestIsBefore(t *testing.T) {
	_, constant := constants()
	random := rand.New(rand.NewPCG(1, 2))
	b := ir.NewBlock()
	for step := range 4000 {
		var all []*ir.Op
		for op := range b.Ops() {
			all = append(all, op)
		}
		var at *ir.Op
		if len(all) > 0 {
			at = all[random.IntN(len(all))]
		}
		switch n := random.IntN(40); {
		case at == nil || n < 10:
			b.Append(constant(int64(step)))
		case n < 20:
			// one after the other, in front of the same operation
			for range 1 + random.IntN(40)*random.IntN(2) {
				b.InsertBefore(constant(int64(step)), at)
			}
		case n < 22:
			b.InsertBefore(constant(int64(step)), b.First())
		case n < 26:
			if to := all[random.IntN(len(all))]; to != at {
				at.MoveAfter(to)
			}
		case n < 38:
			at.Erase()
		case n < 39:
			b = b.Split(at)
		case len(all) > 200:
			for _, op := range all[100:] {
				op.Erase()
			}
		}
		order := map[*ir.Op]int{}
		all = all[:0]
		for op := range b.Ops() {
			order[op] = len(all)
			all = append(all, op)
		}
		for range min(len(all), 10) {
			x, y := all[random.IntN(len(all))], all[random.IntN(len(all))]
			if x.IsBefore(y) != (order[x] < order[y]) {
				t.Fatalf("step %d: operation %d before %d is %v", step, order[x], order[y], x.IsBefore(y))
			}
		}
	}
}
