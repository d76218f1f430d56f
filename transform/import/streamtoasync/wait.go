package streamtoasync

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// after makes a token that is ready when all of some are. Of one token it is the token itself.
func (l *lowering) after(tokens []*ir.Value) *ir.Value {
	if len(tokens) == 1 {
		return tokens[0]
	}
	return async.NewExecute(l.Builder, tokens, nil,
		func(*ir.Builder, []*ir.Value) []*ir.Value { return nil }).Result(0)
}

func (l *lowering) immediate(*ir.Op) ([]*ir.Value, error) { return []*ir.Value{l.after(nil)}, nil }

func (l *lowering) join(op *ir.Op) ([]*ir.Value, error) {
	return []*ir.Value{l.after(op.Operands())}, nil
}

// export lets the token of a timepoint stand for each fence.
func (l *lowering) export(op *ir.Op) ([]*ir.Value, error) {
	var list []*ir.Value
	for range op.Results() {
		list = append(list, op.Operand(0))
	}
	return list, nil
}

// null makes the token of a fence that is signalled.
func (l *lowering) null(op *ir.Op) ([]*ir.Value, error) {
	if ir.CompletionOf(op.Result(0).Type()) != ir.TokenCompletion {
		return nil, op.Errorf(code, "'%s' of this type has no counterpart in async", op.Name()).
			Suggest("docs/systems.md says what is converted")
	}
	return l.immediate(op)
}

// awaitFences makes waits. The status is that of success.
func (l *lowering) awaitFences(op *ir.Op) ([]*ir.Value, error) {
	for _, t := range op.Operands()[1:] {
		async.NewAwait(l.Builder, t)
	}
	return []*ir.Value{arith.ConstInt(l.Builder, l.Ctx.I32, 0)}, nil
}

// await waits at once if the host does. Otherwise the operation stays, so that those who use its results can
// tell what these wait for; hostWaits removes it.
func (l *lowering) await(op *ir.Op) ([]*ir.Value, error) {
	if op.Attr("sync") != nil || op.NumResults() == 0 {
		l.blockAt(op)
	}
	return nil, nil
}

// blockAt lets the host wait, and then use the resources.
func (l *lowering) blockAt(op *ir.Op) {
	around := l.title
	l.title = op.Name()
	l.SetBefore(op)
	l.Loc = op.Loc()
	async.NewAwait(l.Builder, stream.Named(op, "await_timepoint"))
	l.title = around
	l.leaveOut(op)
}

func (l *lowering) leaveOut(op *ir.Op) {
	for i, v := range stream.AllNamed(op, "resource_operands") {
		op.Result(i).ReplaceAllUsesWith(v)
	}
	op.Erase()
}

// hostWaits ends the waits that are left: if the host uses a resource itself, it waits.
func (l *lowering) hostWaits(f *ir.Op) {
	var waits []*ir.Op
	for op := range f.Walk() {
		if op.Is(stream.TimepointAwait) {
			waits = append(waits, op)
		}
	}
	for i := len(waits) - 1; i >= 0; i-- {
		used := false
		for _, v := range waits[i].Results() {
			used = used || v.HasUses()
		}
		if used {
			l.blockAt(waits[i])
		} else {
			l.leaveOut(waits[i])
		}
	}
}

// ready returns the memory of a resource, and the tokens that those who use it start after.
func ready(v *ir.Value) (memory *ir.Value, tokens []*ir.Value) {
	for {
		op := v.DefinedBy(stream.TimepointAwait)
		if op == nil {
			return v, tokens
		}
		tokens = append(tokens, stream.Named(op, "await_timepoint"))
		v = stream.AllNamed(op, "resource_operands")[v.Index()]
	}
}

// barrier makes the token at which a resource is ready.
func (l *lowering) barrier(op *ir.Op) ([]*ir.Value, error) {
	_, tokens := ready(op.Operand(0))
	return []*ir.Value{op.Operand(0), l.after(tokens)}, nil
}
