package ir_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// NumOps is right after any sequence of changes to blocks.
func TestNumOps(t *testing.T) {
	a, constant := constants()
	random := rand.New(rand.NewPCG(1, 2))
	r := ir.NewRegion(ir.NewBlock())
	for step := range 3000 {
		b := r.Blocks()[random.IntN(len(r.Blocks()))]
		var at *ir.Op
		for op := range b.Ops() {
			if at == nil || random.IntN(3) == 0 {
				at = op
			}
		}
		switch n := random.IntN(20); {
		case at == nil || n < 10:
			b.InsertBefore(constant(int64(step)), at)
		case n < 13:
			at.Erase()
			a.Release(at)
		case n < 15:
			at.MoveToEnd(r.Blocks()[random.IntN(len(r.Blocks()))])
		case n < 16 && len(r.Blocks()) < 50:
			b.Split(at)
		case n < 17 && len(r.Blocks()) < 50:
			r.SplitBehind([]*ir.Op{at})
		case n < 18:
			other := ir.NewRegion()
			other.TakeBody(r)
			r = other
		}
		for _, b := range r.Blocks() {
			n := 0
			for range b.Ops() {
				n++
			}
			if b.NumOps() != n {
				t.Fatalf("step %d: %d operations, counted as %d", step, n, b.NumOps())
			}
		}
	}
}

// The pieces of a region have all its operations, each once and in order; small regions have none.
func TestPieces(t *testing.T) {
	_, constant := constants()
	random := rand.New(rand.NewPCG(1, 2))
	for range 30 {
		r := ir.NewRegion()
		var all []*ir.Op
		for range 1 + random.IntN(40) {
			b := ir.NewBlock()
			r.Append(b)
			for range []int{0, 1, 10, 500, 2047, 2048, 2049, 5000}[random.IntN(8)] {
				op := constant(1)
				b.Append(op)
				all = append(all, op)
			}
		}
		pieces := r.Pieces()
		if small := len(all) < 4096; small != (pieces == nil) {
			t.Fatalf("%d operations have %d pieces", len(all), len(pieces))
		} else if small {
			continue
		}
		i, blocks := 0, map[*ir.Block]bool{}
		for _, p := range pieces {
			n := 0
			for op := range p.Walk() {
				if op != all[i] {
					t.Fatalf("operation %d is another one in the pieces", i)
				}
				i++
				n++
			}
			for _, b := range p.Blocks {
				blocks[b] = true
			}
			if n > 2*2048 {
				t.Errorf("a piece has %d operations", n)
			}
		}
		if i != len(all) || len(blocks) != len(r.Blocks()) {
			t.Errorf("%d of %d operations, %d of %d blocks are in pieces", i, len(all), len(blocks),
				len(r.Blocks()))
		}
	}
}
