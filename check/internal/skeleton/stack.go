package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// stack is what an operation releases at its end.
type stack struct {
	op    *ir.Op
	takes []*Node
}

// inScope translates what stands in an operation, and returns, too, what takes memory from the stack that
// ends with it.
func (p *Program) inScope(op *ir.Op, translate func() []*Node) (nodes, takes []*Node) {
	p.stacks = append(p.stacks, stack{op: op})
	nodes = translate()
	last := len(p.stacks) - 1
	takes = p.stacks[last].takes
	p.stacks = p.stacks[:last]
	return nodes, takes
}

// released is inScope for what releases at its end and runs once where it stands.
func (p *Program) released(op *ir.Op, translate func() []*Node) []*Node {
	nodes, takes := p.inScope(op, translate)
	if len(takes) == 0 {
		return nodes
	}
	n := p.add(ReleaseNode, op)
	n.Stack = takes
	return append(slices.Clip(nodes), n)
}

// noteStack gives stack memory to what releases it.
func (p *Program) noteStack(n *Node) {
	if n.Op.Name() != source.OpAlloca {
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
