package convertasynctollvm

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/ir"
)

// recentTypes is how many types are known, by the last bits of their numbers.
const recentTypes = 32

// converted returns what a type is after the pass: objects of the runtime and frames are pointers.
func (l *lowering) converted(t ir.Type) ir.Type {
	recent := &l.recent[ir.TypeID(t)%recentTypes]
	if recent.from != t {
		recent.to = l.convert(t)
		recent.from = t
	}
	return recent.to
}

func (l *lowering) convert(t ir.Type) ir.Type {
	switch {
	case async.Any.Match(t), async.IsCoro(t), coro.IsFrame(t):
		return l.pointer
	case async.IsCoroToken(t):
		return l.token
	}
	if f, ok := t.(*ir.FunctionType); ok {
		return l.ctx.Function(l.convertedAll(f.Inputs), l.convertedAll(f.Results))
	}
	return t
}

func (l *lowering) convertedAll(types []ir.Type) []ir.Type {
	out := make([]ir.Type, len(types))
	for i, t := range types {
		out[i] = l.converted(t)
	}
	return out
}

func (l *lowering) retypeIn(op *ir.Op) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for _, v := range b.Args() {
				l.retypeValue(v)
			}
			for inner := b.First(); inner != nil; inner = inner.Next() {
				l.retypeOp(inner)
			}
		}
	}
}

// retypeOp changes the types of an operation's results and signature, and those of what is in it.
func (l *lowering) retypeOp(op *ir.Op) {
	for i := range op.NumResults() {
		l.retypeValue(op.Result(i))
	}
	if t, ok := op.Attr("function_type").(*ir.TypeAttr); ok {
		if to := l.converted(t.Type); to != t.Type {
			op.SetAttr("function_type", l.ctx.TypeAttr(to))
			l.retyped = true
		}
	}
	if op.NumRegions() > 0 && !op.Is(builtin.Module) {
		l.retypeIn(op)
	}
}

func (l *lowering) retypeValue(v *ir.Value) {
	if t := l.converted(v.Type()); t != v.Type() {
		v.SetType(t)
		l.retyped = true
	}
}
