package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// The call of a lazy function is an AsyncNode that makes a task without starting it. A ForceNode stands in
// front of every operation that may be the first to need the completion of a task. Which task that is, the
// machine finds by the token.

// Postponed describes what a lazy task keeps until it starts.
type Postponed struct {
	Unfollowed bool        // it fulfills promises, and is not followed
	Held       []*ir.Value // the values from which its arguments are computed
	Takes      []Token     // the tokens among its arguments
	Allocs     []int       // the allocations that it executes
	Uses       []*Buffer   // the buffers that it accesses
}

// postponed translates the call of a lazy function.
func (p *Program) postponed(op *ir.Op) {
	made := &Postponed{}
	if fn := p.Look.Callee(op); fn == nil || fn.Body() == nil || !resolvesPromises(fn) {
		n := p.flight(op, ir.QueueEffect{})
		n.Postponed = made
		n.Each(func(inner *Node) {
			if inner.Kind == AllocNode {
				made.Allocs = append(made.Allocs, inner.Makes.Alloc-1)
			}
		})
		for _, one := range n.Patterns(nil) {
			if !slices.Contains(made.Uses, one.Of) {
				made.Uses = append(made.Uses, one.Of)
			}
		}
	} else {
		n := p.emit(p.addQueued(AsyncNode, op))
		n.Postponed, made.Unfollowed = made, true
	}
	for _, v := range op.Operands() {
		made.Takes = append(made.Takes, p.TokensOf(v)...)
		made.Held = computedFrom(v, made.Held)
	}
}

// computedFrom appends a value and those from which arithmetic and views compute it.
func computedFrom(v *ir.Value, list []*ir.Value) []*ir.Value {
	if slices.Contains(list, v) {
		return list
	}
	list = append(list, v)
	if op := v.DefiningOp(); op != nil && op.NumRegions() == 0 && op.IsEffectFree() {
		for _, from := range op.Operands() {
			list = computedFrom(from, list)
		}
	}
	return list
}

// force translates the start of the lazy tasks whose completion an operation needs. It returns nil if there
// can be none.
func (p *Program) force(op *ir.Op) *Node {
	if !p.Look.Calls.Lazy {
		return nil
	}
	needed := slices.DeleteFunc(task.Forced(op), func(v *ir.Value) bool { return !p.Look.Calls.MayBeLazy(v) })
	if len(needed) == 0 {
		return nil
	}
	n := p.emit(p.addQueued(ForceNode, op))
	n.Tokens, n.Gives = p.tokenNumbers(needed), nil
	return n
}

func resolvesPromises(fn *ir.Op) bool {
	for op := range fn.Walk() {
		if source.Resolves(op) {
			return true
		}
	}
	return false
}
