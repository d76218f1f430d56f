package gputollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// Graphs are launched one after the other, on the whole device: what is in different graphs needs no edge. So
// tokens that leave a block, or come from another, are ordered by that alone, and the host waits for all
// graphs that were launched.

// openGraph is a graph that gets nodes.
type openGraph struct {
	handle *ir.Value // nil if there is none
	owned  owned
	nodes  map[int32]int64
	count  int64
	last   *ir.Op // the operation of the last node
}

// graphs lowers the operations of a scope to nodes of graphs.
func (w *writer) graphs() error {
	w.calls = "inflightGpuGraph"
	w.SetStart(w.s.region.Entry())
	w.Loc = w.s.op.Loc()
	w.s.graphStream = w.call("inflightGpuGraphStream", w.pointer())
	for _, p := range w.s.blocks {
		if err := w.graphsOf(p); err != nil {
			return err
		}
	}
	return nil
}

// graphsOf lowers the operations of a block. The graph is launched before anything that may end the scope,
// wait, or issue other graphs: so it is launched once on every path.
func (w *writer) graphsOf(p *blockPlan) error {
	g := &openGraph{}
	for _, op := range slices.Collect(p.block.Ops()) {
		switch {
		case !isDevice(op):
			if mayWait(op) {
				w.launchGraph(g)
			}
		case p.isJoin(op):
			w.giveNothing(p, op)
		case op.Is(gpu.Wait):
			w.launchGraph(g)
			w.graphsComplete(p, op)
		default:
			if err := w.node(p, g, op); err != nil {
				return err
			}
		}
	}
	w.launchGraph(g)
	return nil
}

// mayWait reports whether the host may wait or issue other operations in an operation that is not the
// device's, or leave the block by it.
func mayWait(op *ir.Op) bool {
	return op.NumRegions() > 0 || op.Next() == nil || op.Def().Effects == nil && !op.IsPure()
}

// node adds an operation to the graph, with its edges. One that blocks is the last of its graph.
func (w *writer) node(p *blockPlan, g *openGraph, op *ir.Op) error {
	w.SetBefore(op)
	w.Loc = op.Loc()
	if g.handle == nil {
		handle := w.call("inflightGpuGraphCreate", w.pointer())
		*g = openGraph{handle: handle, owned: w.owned("Graph", handle), nodes: map[int32]int64{}}
		w.l.count("graphs", 1)
	}
	if err := w.issue(op, g.handle); err != nil {
		return err
	}
	for _, u := range p.waits[op] {
		if from, here := g.nodes[u]; here {
			w.call("inflightGpuGraphEdge", nil, g.handle, w.integer(from), w.integer(g.count))
			w.l.count("edges", 1)
		}
	}
	if n, ok := p.number[op]; ok {
		g.nodes[n] = g.count
	}
	w.giveNothing(p, op)
	g.count++
	g.last = op
	w.l.count("nodes", 1)
	if p.blocks(op) {
		w.launchGraph(g)
		w.SetBefore(op.Next())
		w.hostWaitsForStream(w.s.graphStream)
	}
	return nil
}

// giveNothing makes the token that an operation gives out, if it leaves the scope: graphs are in order
// without.
func (w *writer) giveNothing(p *blockPlan, op *ir.Op) {
	if w.gives(p, op) {
		w.SetBefore(op)
		w.Loc = op.Loc()
		w.give(op, w.null())
	}
}

// launchGraph launches the graph, if there is one, behind its last node.
func (w *writer) launchGraph(g *openGraph) {
	if g.handle == nil {
		return
	}
	w.SetBefore(g.last.Next())
	w.Loc = g.last.Loc()
	w.call("inflightGpuGraphLaunch", nil, g.handle)
	w.destroy(g.owned)
	*g = openGraph{}
}

// graphsComplete lets the host wait for what was launched, if an operation that blocks waits for any of it.
func (w *writer) graphsComplete(p *blockPlan, op *ir.Op) {
	if len(p.waits[op])+len(p.outside[op]) == 0 {
		return
	}
	w.SetBefore(op)
	w.Loc = op.Loc()
	w.hostWaitsForStream(w.s.graphStream)
}
