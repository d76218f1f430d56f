package ir_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// recount returns how many branches of the regions' blocks lead to each block.
func recount(regions []*ir.Region) map[*ir.Block]int {
	n := map[*ir.Block]int{}
	for _, r := range regions {
		for b, from := range r.Predecessors() {
			n[b] += len(from)
		}
	}
	return n
}

// Blocks have the right number of branches after any sequence of changes of branches and blocks.
func TestNumBranches(t *testing.T) {
	a, constant := constants()
	c := constant(0).Context()
	random := rand.New(rand.NewPCG(1, 2))
	r := ir.NewRegion(ir.NewBlock())
	pick := func() *ir.Block { return r.Blocks()[random.IntN(len(r.Blocks()))] }
	branch := func() *ir.Op {
		to := []*ir.Block{pick(), pick()}[random.IntN(2):]
		s := ir.OpState{Def: c.OpDef(map[int]string{1: "cf.br", 2: "cf.cond_br"}[len(to)]), Successors: to}
		if random.IntN(2) == 0 {
			return a.NewOp(c, &s)
		}
		return c.NewOp(s)
	}
	for step := range 5000 {
		b := pick()
		last := b.Last()
		switch n := random.IntN(14); {
		case len(r.Blocks()) < 4 || n == 0 && len(r.Blocks()) < 20:
			r.Append(ir.NewBlock())
		case last == nil:
			b.Append(branch())
		case n < 3:
			last.SetSuccessor(random.IntN(last.NumSuccessors()), pick())
		case n < 4:
			last.Erase()
			a.Release(last)
		case n < 5:
			last.Remove()
			last.SetSuccessor(0, pick())
			if to := pick(); to.Empty() {
				to.Append(last)
			}
		case n < 6:
			if to := pick(); to.Empty() {
				to.Append(last.Clone(nil))
			}
		case n < 7:
			b.Split(last)
		case n < 8:
			r.SplitBehind([]*ir.Op{last})
		case n < 9 && !b.IsEntry() && b.NumBranches() == 0:
			b.Erase()
		case n < 10:
			other := ir.NewRegion()
			other.TakeBody(r)
			r = other
		case n < 11:
			ir.EraseUnreachable(r)
		case n < 12:
			r = r.Clone(ir.NewMapping())
		case n < 13:
			if to := pick(); to.Empty() {
				last.MoveToEnd(to)
			}
		}
		want := recount([]*ir.Region{r})
		for i, b := range r.Blocks() {
			if b.NumBranches() != want[b] {
				t.Fatalf("step %d: %d branches to block %d, counted as %d", step, want[b], i, b.NumBranches())
			}
		}
	}
}

// Blocks that the driver has merged into others are in no list of blocks, for patterns in the same run and
// afterwards.
func TestMergedBlocksAreGone(t *testing.T) {
	program := parse(t, `
func.func @f() {
  "t.op"() : () -> ()
  cf.br ^a
^a:
  "t.op"() : () -> ()
  cf.br ^b
^b:
  "t.op"() : () -> ()
  cf.br ^c
^c:
  return
}
`)
	r := program.Body().First().Region(0)
	var seen []int
	look := ir.Pattern{Name: "look", Root: "func.return", Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
		seen = append(seen, len(r.Blocks()), len(op.Block().Region().Blocks()))
		if b := r.Blocks()[len(r.Blocks())-1]; b.Index() != len(r.Blocks())-1 {
			t.Error("the last block has another number")
		}
		return false
	}}
	ir.ApplyPatternsGreedily(program,
		ir.GreedyConfig{Simplify: ir.SimplifyDisabled, Patterns: []ir.Pattern{look}})
	if len(r.Blocks()) != 1 || seen[len(seen)-1] != 1 {
		t.Errorf("%d blocks are left, a pattern saw %v", len(r.Blocks()), seen)
	}
}
