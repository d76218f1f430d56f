package check

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// opAlloca takes memory from the stack, which is released at the end of the iteration or function that it stands in.
const opAlloca = "memref.alloca"

// release ends the life of the stack memory of one iteration: nothing in flight may touch it any more.
func (m *machine) release(n *node, s *state) {
	for _, a := range n.stack {
		m.cur = s
		v := a.op.Result(0)
		t := touch{Access: analysis.Access{Op: a.op, Kind: ir.Free, Buffer: v}, of: a.makes, at: a}
		m.judgeAll(s, &t, nil)
		if m.stop {
			return
		}
	}
}

// onStack reports whether a buffer is stack memory.
func onStack(v *ir.Value) bool { return v.DefiningOp() != nil && v.DefiningOp().Name() == opAlloca }

// noteStack gives stack memory to the loop whose iteration releases it.
func (p *program) noteStack(n *node) {
	if n.op.Name() != opAlloca || p.around == nil {
		return
	}
	for up := n.op.Parent(); up != nil; up = up.Parent() {
		if up.Has(ir.AllocationScope) || up.Def().Loop != nil {
			if loop := p.around; loop.op == up {
				loop.stack = append(loop.stack, n)
			}
			return
		}
	}
}
