package streamtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// execute makes a task of a region of work.
func (l *lowering) execute(op *ir.Op) ([]*ir.Value, error) {
	dependencies := slices.Clone(stream.AwaitTimepoints(op))
	for i, v := range stream.AllNamed(op, "resource_operands") {
		memory, tokens := ready(v)
		for _, t := range tokens {
			if !slices.Contains(dependencies, t) {
				dependencies = append(dependencies, t)
			}
		}
		op.Body().Arg(i).ReplaceAllUsesWith(memory)
	}
	task := l.newTask(dependencies, op)
	l.task, l.work = task, op
	yielded, err := l.moved(op.Body(), task.Body())
	l.task, l.work = nil, nil
	return append(yielded, task.Result(0)), err
}

// newTask makes an empty task on the queue of an operation's affinity.
func (l *lowering) newTask(dependencies []*ir.Value, op *ir.Op) *ir.Op {
	task := async.NewExecute(l.Builder, dependencies, nil,
		func(*ir.Builder, []*ir.Value) []*ir.Value { return nil })
	task.SetAttr(pipeline.AffinityAttr, l.Ctx.Int(l.Ctx.I64, l.queueOf(op)))
	return task
}

// queueOf returns the number of the affinity of an operation.
func (l *lowering) queueOf(op *ir.Op) int64 {
	a := stream.Affinity(op)
	n, ok := l.affinities[a]
	if !ok {
		n = int64(len(l.affinities))
		l.affinities[a] = n
	}
	return n
}

// moved moves the operations of a block in front of the end of another, converts them, and returns what was
// yielded.
func (l *lowering) moved(from, to *ir.Block) ([]*ir.Value, error) {
	var ops []*ir.Op
	for op := range from.Ops() {
		ops = append(ops, op)
	}
	end := to.Terminator()
	for _, op := range ops {
		op.MoveBefore(end)
	}
	for _, op := range ops[:len(ops)-1] {
		if err := l.one(op); err != nil {
			return nil, err
		}
	}
	yield := ops[len(ops)-1]
	yielded := slices.Clone(stream.Yielded(yield))
	yield.Erase()
	return yielded, nil
}

// serial puts the operations of a region in the place of the region.
func (l *lowering) serial(op *ir.Op) ([]*ir.Value, error) {
	var ops []*ir.Op
	for inner := range op.Body().OpsWithoutTerminator() {
		ops = append(ops, inner)
	}
	for _, inner := range ops {
		inner.MoveBefore(op)
	}
	for _, inner := range ops {
		if err := l.one(inner); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// concurrent makes a task of each operation of a region, and waits for all of them.
func (l *lowering) concurrent(op *ir.Op) ([]*ir.Value, error) {
	for i, v := range stream.AllNamed(op, "resource_operands") {
		op.Body().Arg(i).ReplaceAllUsesWith(v)
	}
	var ops []*ir.Op
	for inner := range op.Body().Ops() {
		ops = append(ops, inner)
	}
	for _, inner := range ops {
		inner.MoveBefore(op)
	}
	var tokens []*ir.Value
	for _, inner := range ops[:len(ops)-1] {
		if Concerns(inner) && !inner.Is(stream.ResourceSubview) {
			if err := unordered(inner); err != nil {
				return nil, err
			}
			l.SetBefore(inner)
			l.Loc = inner.Loc()
			around := l.title
			l.title = inner.Name()
			task := l.newTask(nil, l.work)
			l.title = around
			inner.MoveBefore(task.Body().Terminator())
			tokens = append(tokens, task.Result(0))
		}
		if err := l.one(inner); err != nil {
			return nil, err
		}
	}
	l.SetBefore(op)
	l.Loc = op.Loc()
	for _, t := range tokens {
		async.NewAwait(l.Builder, t)
	}
	if end := l.task.Body().Terminator(); end.Attr(pipeline.TitleAttr) == nil {
		end.SetAttr(pipeline.TitleAttr, l.Ctx.String(stream.Yield.Name))
	}
	yield := ops[len(ops)-1]
	yielded := slices.Clone(stream.Yielded(yield))
	yield.Erase()
	return yielded, nil
}

// unordered refuses a call of a concurrent region whose number another operation uses, since that waits for
// the call.
func unordered(op *ir.Op) error {
	for _, v := range op.Results() {
		if !isMemory(v) && v.HasUses() {
			return op.Errorf(code,
				"'%s' returns a number to a concurrent region, whose operations wait for none",
				op.Name()).
				Suggest(
					"put the call, and what uses the number, in stream.cmd.serial, or the call in front of " +
						"the region")
		}
	}
	return nil
}

// timelineOp makes a task that reads its operands, and writes them and its results.
func (l *lowering) timelineOp(op *ir.Op) ([]*ir.Value, error) {
	dependencies := slices.Clone(stream.AwaitTimepoints(op))
	var memory []*ir.Value
	for _, v := range stream.AllNamed(op, "resource_operands") {
		m, tokens := ready(v)
		memory = append(memory, m)
		dependencies = append(dependencies, tokens...)
	}
	results, err := l.results(op, memory)
	if err != nil {
		return nil, err
	}
	l.SetBefore(op)
	task := l.newTask(dependencies, op)
	l.SetBefore(task.Body().Terminator())
	l.opaque(&kernel{reads: memory, writes: results})
	return append(results, task.Result(0)), nil
}
