package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// A graph is control flow without a trip count: blocks with branches between them, or the two regions of a
// loop with a condition. The judge executes its blocks for one state after the other until no new state
// appears.

type graph struct {
	Basics  []*Basic
	Enters  Arc  // the values that the first block receives
	Repeats bool // control may come back to a block
}

// Basic is a block of a graph.
type Basic struct {
	Block *ir.Block
	Nodes []*Node
	Test  *Test // decides between the first two arcs; nil if there is no such condition
	Arcs  []Arc
}

// Arc leads from one block to another, with the values that it passes. It leaves the graph if To is -1.
type Arc struct {
	To         int
	From, Into []*ir.Value
}

// region translates the blocks of a region. The values that the region returns are bound to results.
func (p *Program) region(op *ir.Op, r *ir.Region, results []*ir.Value) []*Node {
	if blocks := r.Blocks(); len(blocks) == 1 {
		return p.block(blocks[0])
	}
	begin := p.begin()
	p.blocks(op, r.Blocks(), results)
	return p.end(begin)
}

// blocks translates blocks with branches between them.
func (p *Program) blocks(op *ir.Op, blocks []*ir.Block, results []*ir.Value) {
	n := p.graph(op)
	at := map[*ir.Block]int{}
	for i, b := range blocks {
		at[b] = i
		p.bindAll(b.Args())
		p.repeats[b] = source.Returns(b)
		n.Repeats = n.Repeats || p.repeats[b]
	}
	for _, b := range blocks {
		outer := p.again
		p.again = outer || p.repeats[b]
		one := &Basic{Block: b, Nodes: p.block(b)}
		if last := b.Last(); last != nil {
			one.Test, one.Arcs = p.leave(last, at, results)
		}
		p.again = outer
		n.Basics = append(n.Basics, one)
	}
	p.hand(n)
}

// graph begins a graph.
func (p *Program) graph(op *ir.Op) *Node {
	n := p.emit(p.add(GraphNode, op))
	n.graph, n.Sync = &graph{}, true
	return n
}

// hand records which values the arcs of a graph pass to which values.
func (p *Program) hand(n *Node) {
	arcs := []Arc{n.Enters}
	for _, b := range n.Basics {
		arcs = append(arcs, b.Arcs...)
	}
	for _, a := range arcs {
		for i, v := range a.Into {
			if i < len(a.From) && !slices.Contains(p.handed[v], a.From[i]) {
				p.handed[v] = append(p.handed[v], a.From[i])
			}
		}
	}
}

func (p *Program) bindAll(values []*ir.Value) {
	for _, v := range values {
		p.bindable[v] = true
	}
}

// leave returns the condition and the arcs at the end of a block.
func (p *Program) leave(last *ir.Op, at map[*ir.Block]int, results []*ir.Value) (*Test, []Arc) {
	if last.NumSuccessors() == 0 {
		return nil, []Arc{{-1, last.Operands(), results}}
	}
	var arcs []Arc
	for i, b := range last.Successors() {
		one := Arc{To: at[b], Into: b.Args()}
		if last.Def().SuccessorOperands != nil {
			first, n := last.Def().SuccessorOperands(last, i)
			one.From = last.Operands()[first : first+n]
		}
		arcs = append(arcs, one)
	}
	if len(arcs) == 2 && last.NumOperands() > 0 && source.IsBool(last.Operand(0)) {
		return p.valueTest(last.Operand(0)), arcs
	}
	return nil, arcs
}

// whileLoop translates a loop with a condition.
func (p *Program) whileLoop(op *ir.Op) {
	n := p.graph(op)
	before, after := op.Region(0).Entry(), op.Region(1).Entry()
	p.repeats[before], p.repeats[after], n.Repeats = true, true, true
	outer := p.again
	p.again = true
	for _, list := range [][]*ir.Value{before.Args(), after.Args(), op.Results()} {
		p.bindAll(list)
	}
	n.Enters = Arc{0, op.Operands(), before.Args()}
	first, second := &Basic{Block: before, Nodes: p.block(before)},
		&Basic{Block: after, Nodes: p.block(after)}
	cond := before.Last()
	first.Test = p.valueTest(cond.Operand(0))
	first.Arcs = []Arc{{1, cond.Operands()[1:], after.Args()}, {-1, cond.Operands()[1:], op.Results()}}
	second.Arcs = []Arc{{0, after.Last().Operands(), before.Args()}}
	n.Basics = []*Basic{first, second}
	p.again = outer
	p.hand(n)
}

// choice translates the selection between two tokens: a block without operations and with two arcs out of the
// graph.
func (p *Program) choice(op *ir.Op) {
	n := p.graph(op)
	p.bindAll(op.Results())
	operands, result := op.Operands(), op.Results()
	n.Basics = []*Basic{
		{Test: p.valueTest(operands[0]),
			Arcs: []Arc{{-1, operands[1:2], result}, {-1, operands[2:3], result}}}}
	p.hand(n)
}
