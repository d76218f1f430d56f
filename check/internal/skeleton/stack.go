package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// stack holds the allocations on the stack that are freed at the end of an operation.
type stack struct {
	op    *ir.Op
	takes []*Node
}

// inScope translates the inside of an operation. It also returns the allocations on the stack that are freed
// at the operation's end.
func (p *Program) inScope(op *ir.Op, translate func() []*Node) (nodes, takes []*Node) {
	p.stacks = append(p.stacks, stack{op: op})
	nodes = translate()
	last := len(p.stacks) - 1
	takes = p.stacks[last].takes
	p.stacks = p.stacks[:last]
	return nodes, takes
}

// released is inScope for an operation that runs once where it stands. It adds a node that frees the
// allocations.
func (p *Program) released(op *ir.Op, translate func() []*Node) []*Node {
	nodes, takes := p.inScope(op, translate)
	if len(takes) == 0 {
		return nodes
	}
	n := p.add(ReleaseNode, op)
	n.Stack = takes
	return append(slices.Clip(nodes), n)
}

// noteStack adds an allocation on the stack to those of the operation that frees it.
func (p *Program) noteStack(n *Node) {
	if !n.Op.Has(ir.StackAllocation) {
		return
	}
	up := n.Op.Parent()
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
