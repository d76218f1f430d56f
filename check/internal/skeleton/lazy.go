package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// The call of a lazy function issues nothing. Wherever an operation may be the first to need the completion,
// an AsyncNode stands in front of it, which the machine executes if the task has not started. It stands where
// the values of the call are still those of the call, because the call dominates every place that names its
// results.

// lazyKey is a call of a lazy function in one activation.
type lazyKey struct {
	call  *ir.Op
	frame *frame
}

// postponed translates the call of a lazy function.
func (p *Program) postponed(op *ir.Op) {
	n := p.emit(p.add(PoolNode, op))
	k := lazyKey{op, p.frame}
	if n.Leaves = p.leaves(op); n.Leaves != nil {
		return
	}
	if p.lazies == nil {
		p.lazies = map[lazyKey]int32{}
	}
	if p.lazies[k] == 0 {
		p.lazies[k] = int32(len(p.lazies) + 1)
	}
	n.Lazy = p.lazies[k]
}

// force translates the start of the lazy tasks whose completion an operation needs, and returns the nodes.
func (p *Program) force(op *ir.Op) (starts []*Node) {
	if len(p.lazies) == 0 {
		return nil
	}
	for _, v := range task.Forced(op) {
		k, names := p.lazyCall(v)
		number := p.lazies[k]
		if number == 0 {
			continue
		}
		outer := p.frame
		p.frame = k.frame
		n := p.flight(k.call, ir.QueueEffect{})
		p.frame = outer
		n.Lazy = number
		for _, name := range names {
			n.Gives = append(n.Gives, p.Token(name))
		}
		starts = append(starts, n)
	}
	return starts
}

// lazyCall returns the call of a lazy function whose result a value is, and the parameters of inlined
// functions through which the value has come.
func (p *Program) lazyCall(v *ir.Value) (k lazyKey, names []*ir.Value) {
	for f := p.frame; ; f = f.Up {
		v = v.Uncaptured()
		if op := v.DefiningOp(); op != nil {
			return lazyKey{op, f}, names
		}
		if f.Call == nil || v.Owner() != f.Fn.Body() || v.Index() >= f.Call.NumOperands() {
			return lazyKey{}, nil
		}
		names, v = append(names, v), f.Call.Operand(v.Index())
	}
}

// leaves returns the operation by which a lazy task gets out of sight: it hands on the token or a value as
// something else than an argument. Such a task is not followed; nor is one that fulfills promises.
func (p *Program) leaves(call *ir.Op) *ir.Op {
	if fn := p.Look.Callee(call); fn == nil || fn.Body() == nil || resolvesPromises(fn) {
		return call
	}
	return p.handsOn(call.Results(), map[*ir.Value]bool{})
}

func resolvesPromises(fn *ir.Op) bool {
	for op := range fn.Walk() {
		if source.Resolves(op) {
			return true
		}
	}
	return false
}

func (p *Program) handsOn(values []*ir.Value, seen map[*ir.Value]bool) *ir.Op {
	for _, v := range values {
		if seen[v] {
			continue
		}
		seen[v] = true
		for use := range v.Uses() {
			op := use.Owner()
			if slices.Contains(task.Forced(op), v) || op.Is(task.IsComplete) ||
				op.Is(async.RuntimeIsError) || op.Is(async.RuntimeLoad) {
				continue
			}
			fn := p.Look.Callee(op)
			if fn == nil || fn.Body() == nil || fn.Body().NumArgs() != op.NumOperands() || fn == p.Fn {
				return op
			}
			if at := p.handsOn(fn.Body().Args()[use.Index():use.Index()+1], seen); at != nil {
				return at
			}
		}
	}
	return nil
}
