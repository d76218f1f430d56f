package ir_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"

	"github.com/inflight-compiler/inflight/ir"
)

// graph makes a region whose block i branches to the blocks succs[i].
func graph(c *ir.Context, succs [][]int) *ir.Region {
	holder := c.NewOp(ir.OpState{Def: c.UnregisteredOpDef("t.holder")})
	r := ir.NewRegion()
	holder.AddRegion(r)
	for range succs {
		r.Append(ir.NewBlock())
	}
	for i, list := range succs {
		var to []*ir.Block
		for _, s := range list {
			to = append(to, r.Blocks()[s])
		}
		r.Blocks()[i].Append(c.NewOp(ir.OpState{Def: c.UnregisteredOpDef("t.br"), Successors: to}))
	}
	return r
}

// reachableWithout reports whether control can come from the entry to b
// without passing through cut (-1: any way).
func reachableWithout(succs [][]int, b, cut int) bool {
	seen := map[int]bool{}
	var visit func(int) bool
	visit = func(n int) bool {
		if n == cut || seen[n] {
			return false
		}
		seen[n] = true
		if n == b {
			return true
		}
		for _, s := range succs[n] {
			if visit(s) {
				return true
			}
		}
		return false
	}
	return visit(0)
}

// On random graphs the tree agrees with the definition: a dominates b when b
// cannot be reached without a.
func TestDominanceByDefinition(t *testing.T) {
	c := ir.NewContext()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "blocks")
		succs := make([][]int, n)
		for i := range succs {
			succs[i] = rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 3).Draw(t, fmt.Sprint(i))
		}
		r := graph(c, succs)
		d := ir.NewDominance(r)
		for b := range n {
			reachable := reachableWithout(succs, b, -1)
			if got := d.IsReachable(r.Blocks()[b]); got != reachable {
				t.Fatalf("%v: block %d reachable: %v", succs, b, got)
			}
			for a := range n {
				want := a == b || !reachable || !reachableWithout(succs, b, a)
				if reachable && !reachableWithout(succs, a, -1) {
					want = a == b
				}
				if got := d.Dominates(r.Blocks()[a], r.Blocks()[b]); got != want {
					t.Fatalf("%v: %d dominates %d: %v", succs, a, b, got)
				}
			}
			checkImmediate(t, d, r, b)
		}
	})
}

// checkImmediate checks that every other strict dominator dominates the immediate dominator.
func checkImmediate(t *rapid.T, d *ir.Dominance, r *ir.Region, b int) {
	block := r.Blocks()[b]
	idom := d.ImmediateDominator(block)
	if idom == nil {
		if b != 0 && d.IsReachable(block) {
			t.Fatalf("block %d has no immediate dominator", b)
		}
		return
	}
	for _, other := range r.Blocks() {
		if other != block && d.IsReachable(other) && d.Dominates(other, block) && !d.Dominates(other, idom) {
			t.Fatalf("block %d: a dominator does not dominate the immediate one", b)
		}
	}
}

func TestValueDominance(t *testing.T) {
	program := parse(t, `
func.func @f(%c: i1, %x: i32) {
  %a = arith.addi %x, %x : i32
  scf.if %c {
    %b = arith.addi %a, %x : i32
    "t.user"(%b) : (i32) -> ()
  }
  "t.last"(%a) : (i32) -> ()
  return
}`)
	d := ir.NewDominanceInfo()
	find := func(name string) *ir.Op {
		for op := range program.Walk() {
			if op.Name() == name {
				return op
			}
		}
		t.Fatalf("no %s", name)
		return nil
	}
	user, last := find("t.user"), find("t.last")
	a, b := last.Operand(0), user.Operand(0)
	for _, c := range []struct {
		what string
		got  bool
		want bool
	}{
		{"an outer value in a nested block", d.ValueDominates(a, user), true},
		{"a nested value after its region", d.ValueDominates(b, last), false},
		{"an argument of the function", d.ValueDominates(user.Parent().Parent().Body().Arg(1), user), true},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v", c.what, c.got)
		}
	}
}
