package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// Splits reports whether the branches of a condition may leave different states.
func (n *Node) Splits() bool { return n.Test.Results || slices.ContainsFunc(n.Branches, holdsSync) }

func holdsSync(nodes []*Node) bool {
	return slices.ContainsFunc(nodes, func(n *Node) bool {
		return n.Kind >= LoopNode && n.Kind <= PoolNode || n.Kind >= GraphNode || n.Kind == AllocNode ||
			n.anyPart(holdsSync)
	})
}

// ExecutesAll reports whether all iterations of a loop are executed in a look by distances.
func (n *Node) ExecutesAll() bool { return n.Trip != nil && n.Trip.Trips <= fewNumbered }

// JudgedInOneRun reports whether one run with attributions of operations is enough for the verdict on a wait
// at this node. It is if the node is executed once.
func (n *Node) JudgedInOneRun() bool { return n.Around == nil && !n.Again && !n.Async }

// Private reports whether a buffer exists only inside the asynchronous operation that accesses it.
func (n *Node) Private(buffer *ir.Value) bool {
	if buffer == nil {
		return false
	}
	def := buffer.DefiningOp()
	return def != nil && n.Op.IsAncestorOf(def) && source.Allocates(def) && !source.YieldsTo(n.Op, buffer)
}

// WaitsFor reports whether a graph waits for a queue, or for any tokens.
func (n *Node) WaitsFor(queue int64) bool {
	found := false
	n.Each(func(inner *Node) {
		found = found || inner.Kind == AwaitNode ||
			inner.Kind == WaitNode && (inner.Queue == queue || inner.Token != nil)
	})
	return found
}

// Each yields all nodes inside n.
func (n *Node) Each(yield func(*Node)) {
	for list := range n.parts {
		for _, inner := range list {
			yield(inner)
			inner.Each(yield)
		}
	}
}

// parts yields the lists of nodes directly in n.
func (n *Node) parts(yield func([]*Node) bool) {
	if len(n.Body) > 0 && !yield(n.Body) {
		return
	}
	if n.choice != nil {
		for _, list := range n.Branches {
			if !yield(list) {
				return
			}
		}
	}
	if n.graph != nil {
		for _, b := range n.Basics {
			if !yield(b.Nodes) {
				return
			}
		}
	}
}

// anyPart reports whether holds is true for one of the lists of nodes directly in n.
func (n *Node) anyPart(holds func([]*Node) bool) bool {
	for list := range n.parts {
		if holds(list) {
			return true
		}
	}
	return false
}
