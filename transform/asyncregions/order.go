package asyncregions

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/regionflow"
)

// valuesAreFree reports whether values of an async.execute may be ready before the rest of it is complete: everything
// that may depend on its being complete comes after its token, not after a value alone. That is what touches the same
// buffers, and the end of the function and of the regions around.
func (s *splitter) valuesAreFree(op *ir.Op) bool {
	root := functionOf(op)
	if root == nil {
		return false
	}
	foot := footprintOf(&s.ev, op)
	for other := range root.Walk() {
		if op.IsAncestorOf(other) || other.NumRegions() > 0 || isWait(other) || s.ensured(other, op) {
			continue
		}
		if ends(other, op) || foot.sharesBuffer(footprintOf(&s.ev, other)) && !comesBefore(other, op, root) {
			return false
		}
	}
	return true
}

// isWait reports whether an operation waits for tokens, and touches no memory itself.
func isWait(op *ir.Op) bool {
	return !op.IsAsync() && op.QueueEffect().Kind == ir.NoQueueEffect && len(op.AsyncDependencies()) > 0 && op.Def().Effects == nil
}

// functionOf returns the function around op.
func functionOf(op *ir.Op) *ir.Op {
	for p := range op.Ancestors() {
		if p.Has(ir.IsolatedFromAbove) {
			return p
		}
	}
	return nil
}

// ends reports whether other is the end of a thread that op is part of.
func ends(other, op *ir.Op) bool {
	p := other.Parent()
	return other.Has(ir.Terminator) && other.NumSuccessors() == 0 && p.IsAncestorOf(op) && (p.IsAsync() || p.Def().RegionSuccessors == nil)
}

// ensured reports whether other runs only when op is complete, because of its token: behind a wait for that, or in an
// async.execute that depends on it.
func (s *splitter) ensured(other, op *ir.Op) bool {
	for u := range op.Result(0).Uses() {
		user := u.Owner()
		switch {
		case user == other:
			return true
		case user.Is(async.Execute) && u.Index() < len(async.Dependencies(user)):
			if user.IsAncestorOf(other) {
				return true
			}
		case user.Is(async.Await) && dominates(user, other):
			return true
		}
	}
	return false
}

// dominates reports whether op stands in front of other, or of what holds it, in one block.
func dominates(op, other *ir.Op) bool {
	for ; other != nil && other.Block() != nil; other = other.Parent() {
		if other.Block() == op.Block() {
			return op.IsBefore(other)
		}
	}
	return false
}

// comesBefore reports whether other has run when op is issued, and does not run again.
func comesBefore(other, op, root *ir.Op) bool {
	for at := op; at != nil && at != root; at = at.Parent() {
		if len(at.Block().Region().Blocks()) > 1 {
			return false
		}
		if p := at.Parent(); p != root && !p.IsAsync() && !regionflow.IsConditional(p) && !regionflow.RunsOnce(p) {
			return false // a loop
		}
	}
	for at := op; at != nil && at != root; at = at.Parent() {
		for o := other; o != nil && o != root; o = o.Parent() {
			if o.Block() == at.Block() && o != at {
				return o.IsBefore(at)
			}
		}
	}
	return false
}
