package asynctostream

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// work is what becomes of an outermost task: a region whose arguments are the resources that it accesses.
type work struct {
	block    *ir.Block
	operands []*ir.Value
	args     map[*ir.Value]*ir.Value // of operands
}

// arg returns the argument that stands for a resource in work.
func (w *work) arg(root *ir.Value) *ir.Value {
	if w.args[root] == nil {
		w.operands = append(w.operands, root)
		w.args[root] = w.block.AddArg(root.Type(), root.Loc())
	}
	return w.args[root]
}

// execute makes work of a task of the host, or a timepoint of other timepoints.
func (l *raising) execute(op *ir.Op) error {
	tokens := async.Dependencies(op)
	_, placed := op.IntAttr(pipeline.AffinityAttr)
	if op.Body().First().Is(async.Yield) && !placed {
		l.replace(op, l.joined(tokens))
		return nil
	}
	l.task, l.work = op, &work{block: l.NewBlock(), args: map[*ir.Value]*ir.Value{}}
	defer func() { l.task, l.work = nil, nil }()
	if err := l.hoist(op.Body()); err != nil {
		return err
	}
	if err := l.commands(op.Body(), l.work.block); err != nil {
		return err
	}
	l.InBlock(l.work.block, func() { l.Op(stream.Yield, nil) })
	l.SetBefore(op)
	l.Loc = op.Loc()
	operands := slices.Clone(l.work.operands)
	for _, v := range l.work.operands {
		operands = append(operands, l.sizeOf(v))
	}
	if len(tokens) > 0 {
		operands = append(operands, l.latest(tokens))
	}
	n := int64(len(l.work.operands))
	attrs := []ir.NamedAttr{{Name: "operandSegmentSizes",
		Value: l.Ctx.I32Array(n, n, int64(min(len(tokens), 1)))}}
	if cost := op.Attr(pipeline.CostAttr); cost != nil {
		attrs = append(attrs, ir.NamedAttr{Name: pipeline.CostAttr, Value: cost})
	}
	if number, ok := op.IntAttr(pipeline.AffinityAttr); ok {
		attrs = append(attrs, ir.NamedAttr{Name: "affinity", Value: l.affinityOf(op, number)})
	}
	l.replace(op, l.Create(ir.OpState{Def: stream.CmdExecute, Operands: operands, Attrs: attrs,
		Results: []ir.Type{stream.TimepointType(l.Ctx)}, Regions: []*ir.Region{l.NewRegion(l.work.block)},
	}).Result(0))
	return nil
}

// latest returns the timepoint at which all of some are reached: work awaits one.
func (l *raising) latest(tokens []*ir.Value) *ir.Value {
	if len(tokens) == 1 {
		return tokens[0]
	}
	return l.joined(tokens)
}

// joined makes the timepoint at which all of some are reached.
func (l *raising) joined(tokens []*ir.Value) *ir.Value {
	def := stream.TimepointJoin
	if len(tokens) == 0 {
		def = stream.TimepointImmediate
	}
	return l.Make(def, tokens, []ir.Type{stream.TimepointType(l.Ctx)}).Result(0)
}

// hoist moves what computes numbers, and allocations, in front of the outermost task.
func (l *raising) hoist(b *ir.Block) error {
	for _, op := range slices.Collect(b.Ops()) {
		switch {
		case op.Is(async.Execute):
			if err := l.hoist(op.Body()); err != nil {
				return err
			}
		case op.Is(memref.Dim):
			s, err := l.rangeOf(op, op.Operand(0))
			if err != nil {
				return err
			}
			if !stream.IsResource(op.Operand(0).Type()) {
				return op.Errorf(code, "the number of elements of a range has no counterpart").
					Suggest("use the number that the memref.view has")
			}
			op.Result(0).ReplaceAllUsesWith(s.length)
			op.Erase()
		case op.Is(memref.Alloc):
			op.MoveBefore(l.task)
			if err := l.one(op); err != nil {
				return err
			}
		case isPlain(op):
			op.MoveBefore(l.task)
			l.loose = append(l.loose, op)
		}
	}
	return nil
}

// commands makes the commands of a task, at the end of a block.
func (l *raising) commands(from, to *ir.Block) error {
	ops := slices.DeleteFunc(slices.Collect(from.Ops()), func(op *ir.Op) bool {
		return op.Is(memref.View) || op.Is(memref.Cast) || op.Is(memref.Alloca) || op.Is(async.Yield)
	})
	for len(ops) > 0 {
		op, n, err := ops[0], 1, error(nil)
		l.SetEnd(to)
		l.Loc = op.Loc()
		switch {
		case op.Is(linalg.Fill):
			err = l.fill(op)
		case op.Is(memref.Copy):
			err = l.copy(op)
		case op.Is(memref.Store) && op.Operand(1).DefinedBy(memref.Alloca) != nil:
			n, err = l.kernel(ops)
		case op.Is(memref.Store):
			err = l.store(op)
		case op.Is(async.Execute):
			n, err = l.concurrent(ops)
		case op.Is(async.Await):
			err = op.Errorf(code, "a wait of a task for work that it did not start has no counterpart").
				Suggest("let the task depend on the token: async.execute [%%token]")
		default:
			err = op.Errorf(code, "'%s' stands for no command of a device", op.Name()).
				Suggest("docs/systems.md says which kernels are converted")
		}
		if err != nil {
			return err
		}
		if cost := op.Attr(pipeline.CostAttr); cost != nil && !op.Is(async.Execute) {
			to.Last().SetAttr(pipeline.CostAttr, cost)
		}
		ops = ops[n:]
	}
	return nil
}

// elementOf returns the type of the elements of memory.
func (l *raising) elementOf(v *ir.Value) ir.Type {
	if m, ok := v.Type().(*ir.MemRefType); ok {
		return m.Elem
	}
	return l.Ctx.I8
}

// fill makes a fill of a range.
func (l *raising) fill(op *ir.Op) error {
	s, err := l.rangeOf(op, op.Operand(1))
	if err == nil {
		l.fillRange(s, op.Operand(0))
	}
	return err
}

func (l *raising) fillRange(s bytes, v *ir.Value) {
	l.Op(stream.CmdFill, []*ir.Value{l.work.arg(s.root), l.sizeOf(s.root), s.offset, s.length, v})
}

// store makes a fill of one element.
func (l *raising) store(op *ir.Op) error {
	s, err := l.rangeOf(op, op.Operand(1))
	if err != nil {
		return err
	}
	size := ir.MemoryBytes(l.elementOf(op.Operand(1)))
	to := l.Save()
	l.SetBefore(l.task)
	length := arith.ConstIndex(l.Builder, size)
	if op.NumOperands() > 2 {
		at := op.Operand(2)
		if size > 1 {
			at = arith.Binary(l.Builder, arith.MulI, at, length)
		}
		if n, ok := constant(s.offset); !ok || n != 0 {
			at = arith.Binary(l.Builder, arith.AddI, s.offset, at)
		}
		s.offset = at
	}
	l.Restore(to)
	s.length = length
	l.fillRange(s, op.Operand(0))
	return nil
}

// copy makes a copy of a range.
func (l *raising) copy(op *ir.Op) error {
	from, err := l.rangeOf(op, op.Operand(0))
	if err != nil {
		return err
	}
	to, err := l.rangeOf(op, op.Operand(1))
	if err != nil {
		return err
	}
	if x, ok := constant(from.length); ok {
		if y, ok := constant(to.length); ok && x != y {
			return op.Errorf(code, "a copy of %d bytes to %d bytes has no counterpart", x, y).
				Suggest("make both ranges the same size")
		}
	}
	l.Op(stream.CmdCopy, []*ir.Value{l.work.arg(from.root), l.sizeOf(from.root), from.offset,
		l.work.arg(to.root), l.sizeOf(to.root), to.offset, from.length})
	return nil
}

// concurrent makes a concurrent region of the tasks that a task starts and awaits. It returns how many
// operations these are, with their waits.
func (l *raising) concurrent(ops []*ir.Op) (n int, err error) {
	var tasks []*ir.Op
	for n < len(ops) && ops[n].Is(async.Execute) {
		if err := l.refuseNested(ops[n]); err != nil {
			return 0, err
		}
		tasks = append(tasks, ops[n])
		n++
	}
	open := map[*ir.Value]bool{}
	for _, t := range tasks {
		open[t.Result(0)] = true
	}
	started := len(open)
	for ; n < len(ops) && ops[n].Is(async.Await) && ops[n].Operand(0).DefiningOp() != nil &&
		slices.Contains(tasks, ops[n].Operand(0).DefiningOp()); n++ {
		delete(open, ops[n].Operand(0))
	}
	for _, t := range tasks {
		if open[t.Result(0)] {
			return 0, t.Errorf(code, "of the %d tasks that start here in a task, this one is not awaited "+
				"right behind them", started).Suggest("await all of them before the next command")
		}
	}
	block, at := l.NewBlock(), l.Save()
	for _, t := range tasks {
		if err := l.serial(t, block); err != nil {
			return 0, err
		}
	}
	l.Restore(at)
	return n, l.finish(stream.CmdConcurrent, block, ops[0])
}

// refuseNested refuses tasks in tasks that start behind others, or are elsewhere.
func (l *raising) refuseNested(op *ir.Op) error {
	inner, placed := op.IntAttr(pipeline.AffinityAttr)
	outer, around := l.task.IntAttr(pipeline.AffinityAttr)
	switch {
	case len(async.Dependencies(op)) > 0:
		return op.Errorf(code, "a task in a task that starts behind others has no counterpart").
			Suggest("start it where the task around it is started")
	case placed && (!around || inner != outer):
		return op.Errorf(code, "a task in a task of another affinity has no counterpart").
			Suggest("give both the same %s, or none to this one", pipeline.AffinityAttr)
	}
	return nil
}

// serial makes the commands of a task in a task: one command, or several in order.
func (l *raising) serial(op *ir.Op, to *ir.Block) error {
	block := l.NewBlock()
	if err := l.commands(op.Body(), block); err != nil {
		return err
	}
	l.SetEnd(to)
	if block.NumOps() == 1 {
		block.First().MoveToEnd(to)
		return nil
	}
	return l.finish(stream.CmdSerial, block, op)
}

// finish makes an operation of a block of commands, none if it is empty.
func (l *raising) finish(def *ir.OpDef, block *ir.Block, of *ir.Op) error {
	if block.Empty() {
		return nil
	}
	at := l.Save()
	l.InBlock(block, func() { l.Op(stream.Yield, nil) })
	l.Restore(at)
	l.Loc = of.Loc()
	l.Create(ir.OpState{Def: def, Results: []ir.Type{}, Regions: []*ir.Region{l.NewRegion(block)}})
	return nil
}
