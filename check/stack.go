package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// opAlloca takes memory from the stack, which is released at the end of the iteration, task, function or scope that it stands in.
const opAlloca = "memref.alloca"

// stack is what an operation releases at its end.
type stack struct {
	op    *ir.Op
	takes []*node
}

// inScope translates what stands in an operation, and returns, too, what takes memory from the stack that ends with it.
func (p *program) inScope(op *ir.Op, translate func() []*node) (nodes, takes []*node) {
	p.stacks = append(p.stacks, stack{op: op})
	nodes = translate()
	last := len(p.stacks) - 1
	takes = p.stacks[last].takes
	p.stacks = p.stacks[:last]
	return nodes, takes
}

// released is inScope for what releases at its end and runs once where it stands.
func (p *program) released(op *ir.Op, translate func() []*node) []*node {
	nodes, takes := p.inScope(op, translate)
	if len(takes) == 0 {
		return nodes
	}
	n := p.add(releaseNode, op)
	n.stack = takes
	return append(slices.Clip(nodes), n)
}

// noteStack gives stack memory to what releases it.
func (p *program) noteStack(n *node) {
	if n.op.Name() != opAlloca {
		return
	}
	up := n.op.Parent()
	for up != nil && !up.Has(ir.AllocationScope) && up.Def().Loop == nil {
		up = up.Parent()
	}
	for i := len(p.stacks) - 1; i >= 0; i-- {
		if p.stacks[i].op == up {
			p.stacks[i].takes = append(p.stacks[i].takes, n)
			return
		}
	}
}

// release ends the life of stack memory: nothing in flight may touch it any more.
func (m *machine) release(n *node, s *state) {
	for _, a := range n.stack {
		m.cur = s
		m.judgeAll(s, freeing(a), nil)
		if m.stop {
			return
		}
	}
}

// returned takes away what the caller of the function waits for, which may not touch the memory that the function releases. What else is in
// flight is reported as such.
func (m *machine) returned(s *state) {
	if len(m.p.rest) == 0 {
		m.returnTokens(s)
		return
	}
	before := slices.Clone(s.flying())
	m.returnTokens(s)
	for _, f := range before {
		for _, a := range m.p.rest {
			if m.stop || slices.Contains(s.flying(), f) {
				break
			}
			m.judge(s, f, freeing(a))
		}
	}
}

// freeing returns the end of the memory that a node takes.
func freeing(a *node) *touch {
	return &touch{Access: analysis.Access{Op: a.op, Kind: ir.Free, Buffer: a.op.Result(0)}, of: a.makes, at: a}
}

// onStack reports whether a buffer is stack memory.
func onStack(v *ir.Value) bool { return v.DefiningOp() != nil && v.DefiningOp().Name() == opAlloca }
