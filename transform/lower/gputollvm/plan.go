package gputollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// blockPlan is what synchronizes the operations of a block.
type blockPlan struct {
	block *ir.Block
	graph *queues.Block
	// number is of each operation in the graph.
	number map[*ir.Op]int32
	lane   []lane
	laneOf func(op *ir.Op) lane
	// waits holds what the operations of the graph, and those that block, wait for: operations of the graph.
	waits map[*ir.Op][]int32
	// outside holds the tokens from elsewhere that an operation waits for.
	outside map[*ir.Op][]*ir.Value
	// joins are the operations that only join tokens, and whose token leaves the block.
	joins []*ir.Op
}

func newBlockPlan(block *ir.Block, graph *queues.Block, graphs bool, laneOf func(*ir.Op) lane) *blockPlan {
	p := &blockPlan{block: block, graph: graph, laneOf: laneOf, number: map[*ir.Op]int32{},
		waits: map[*ir.Op][]int32{}, outside: map[*ir.Op][]*ir.Value{}}
	for i, op := range graph.Ops {
		p.number[op] = int32(i)
		p.lane = append(p.lane, laneOf(op))
	}
	assigned := graph.Assigned()
	if graphs {
		assigned = eachOnItsOwn(graph.Len())
	}
	plan, host := graph.Elide(assigned)
	for i, op := range graph.Ops {
		p.waits[op] = plan.Waits[i]
	}
	for i, h := range graph.Host {
		p.waits[h.Op] = host[i]
	}
	for op := range block.Ops() {
		if !isDevice(op) {
			continue
		}
		if p.isJoin(op) {
			p.join(op)
			continue
		}
		p.outside[op] = p.tokensFromElsewhere(op, nil)
	}
	return p
}

// eachOnItsOwn gives each operation a queue: what is left of the waits is a transitive reduction.
func eachOnItsOwn(n int) queues.Assignment {
	a := queues.Assignment{Count: n}
	for i := range n {
		a.Queue = append(a.Queue, int32(i))
	}
	return a
}

// queueOf returns the queue that an operation is on, the first if it has none.
func queueOf(op *ir.Op) int64 {
	q, _ := pipeline.OnQueue(op)
	return max(q, 0)
}

// isJoin reports whether an operation of the block only joins tokens.
func (p *blockPlan) isJoin(op *ir.Op) bool {
	_, issued := p.number[op]
	return !issued && op.AsyncToken() != nil
}

// join plans a join whose token leaves the block: it is an event on the queue of the first operation that it
// joins.
func (p *blockPlan) join(op *ir.Op) {
	if !p.leaves(op.AsyncToken()) {
		return
	}
	p.joins = append(p.joins, op)
	p.outside[op] = p.tokensFromElsewhere(op, nil)
	p.waits[op] = p.joined(op, nil)
}

// joined returns the operations of the block that a join waits for.
func (p *blockPlan) joined(op *ir.Op, list []int32) []int32 {
	for _, t := range op.AsyncDependencies() {
		switch d := t.DefiningOp(); {
		case d == nil || d.Block() != p.block || !isDevice(d):
		case p.isJoin(d):
			list = p.joined(d, list)
		default:
			list = append(list, p.number[d])
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// tokensFromElsewhere returns the tokens that an operation depends on, by joins as well, and that no
// operation of the block gives out.
func (p *blockPlan) tokensFromElsewhere(op *ir.Op, list []*ir.Value) []*ir.Value {
	for _, t := range op.AsyncDependencies() {
		d := t.DefiningOp()
		switch {
		case d == nil || d.Block() != p.block || !isDevice(d):
			if !slices.Contains(list, t) {
				list = append(list, t)
			}
		case p.isJoin(d):
			list = p.tokensFromElsewhere(d, list)
		}
	}
	return list
}

// gives reports whether an operation of the device gives out a token that leaves the block.
func (p *blockPlan) gives(op *ir.Op) bool {
	token := op.AsyncToken()
	return token != nil && isDevice(op) && p.leaves(token)
}

// leaves reports whether a token is used by others than the operations of the device in the block.
func (p *blockPlan) leaves(token *ir.Value) bool {
	for u := range token.Uses() {
		if u.Owner().Block() != p.block || !isDevice(u.Owner()) {
			return true
		}
	}
	return false
}

// blocks reports whether the host waits until an operation is complete.
func (p *blockPlan) blocks(op *ir.Op) bool { return isDevice(op) && op.AsyncToken() == nil }

// isLast reports whether no operation of the block is issued on the queue of operation u between it and
// another operation.
func (p *blockPlan) isLast(u int32, before *ir.Op) bool {
	for op := p.graph.Ops[u].Next(); op != nil && op != before; op = op.Next() {
		if n, ok := p.number[op]; ok && p.lane[n] == p.lane[u] {
			return false
		}
	}
	return true
}

// lanes returns the lanes of a block's operations. Operations that block are on the first queue; where the
// host waits there is none.
func (p *blockPlan) lanes() []lane {
	list := slices.Clone(p.lane)
	for op := range p.block.Ops() {
		if p.blocks(op) && !op.Is(gpu.Wait) || slices.Contains(p.joins, op) {
			list = append(list, p.laneAt(op))
		}
	}
	return list
}

// laneAt returns the lane in which an operation, or a join, takes place.
func (p *blockPlan) laneAt(op *ir.Op) lane {
	if n, ok := p.number[op]; ok {
		return p.lane[n]
	}
	if w := p.waits[op]; p.isJoin(op) && len(w) > 0 {
		return p.lane[w[0]]
	}
	return lane{p.laneOf(op).place, 0}
}
