package streamtoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// newMemory allocates memory of a size. In work it stands in front of the outermost task, if the size is
// known there, so that results can leave the task.
func (l *lowering) newMemory(size *ir.Value) *ir.Value {
	at := l.Save()
	defer l.Restore(at)
	if l.task != nil && !within(size, l.task) {
		l.SetBefore(l.task)
	}
	return memref.NewAlloc(l.Builder, l.bytes(), size)
}

// within reports whether a value is defined within an operation.
func within(v *ir.Value, op *ir.Op) bool {
	for at := v.ParentBlock().ParentOp(); at != nil; at = at.Parent() {
		if at == op {
			return true
		}
	}
	return false
}

// view makes the range of memory that begins at an offset.
func (l *lowering) view(memory, offset, length *ir.Value, t *ir.MemRefType) *ir.Value {
	return l.Make(memref.View, []*ir.Value{memory, offset, length}, []ir.Type{t}).Result(0)
}

func (l *lowering) zero() *ir.Value { return arith.ConstIndex(l.Builder, 0) }

func (l *lowering) alloca(op *ir.Op) ([]*ir.Value, error) {
	return []*ir.Value{l.newMemory(stream.Named(op, "storage_size"))}, nil
}

// fillRange fills bytes with a pattern, which may have more than one byte.
func (l *lowering) fillRange(memory, offset, length, pattern *ir.Value) {
	bytes := ir.MemoryBytes(pattern.Type())
	t := l.Ctx.MemRef([]int64{ir.Dynamic}, pattern.Type(), nil, nil)
	if bytes > 1 {
		length = arith.Binary(l.Builder, arith.DivUI, length, arith.ConstIndex(l.Builder, bytes))
	}
	linalg.NewFill(l.Builder, pattern, l.view(memory, offset, length, t))
}

func (l *lowering) splat(op *ir.Op) ([]*ir.Value, error) {
	size := stream.Named(op, "result_size")
	memory := l.newMemory(size)
	l.fillRange(memory, l.zero(), size, stream.Named(op, "value"))
	return []*ir.Value{memory}, nil
}

// fill fills a range of its target in place.
func (l *lowering) fill(op *ir.Op) ([]*ir.Value, error) {
	target := l.target(op)
	l.fillRange(target, stream.Named(op, "target_offset"), stream.Named(op, "target_length"),
		stream.Named(op, "value"))
	return inPlace(op, target), nil
}

func inPlace(op *ir.Op, target *ir.Value) []*ir.Value {
	if op.NumResults() == 0 {
		return nil
	}
	return []*ir.Value{target}
}

// target returns the memory that an operation changes in place. Outside of work values do not change: if
// another operation uses the target, a copy is changed.
func (l *lowering) target(op *ir.Op) *ir.Value {
	target := stream.Named(op, "target")
	if l.task != nil || op.NumResults() == 0 || !l.copied[op] {
		return target
	}
	size := stream.Named(op, "target_size")
	made := l.newMemory(size)
	l.copyRange(target, l.zero(), made, l.zero(), size)
	return made
}

// findCopied finds the operations whose target is used later, or in another iteration.
func (l *lowering) findCopied(m *ir.Op) {
	number := map[*ir.Op]int{}
	for op := range m.Walk() {
		number[op] = len(number)
	}
	for op := range m.Walk() {
		for _, v := range overwritten(op) {
			if v.ParentBlock() != op.Block() {
				l.copied[op] = true
			}
			for u := range v.Uses() {
				if number[u.Owner()] > number[op] {
					l.copied[op] = true
				}
			}
		}
	}
}

// overwritten returns the operands that an operation changes in place.
func overwritten(op *ir.Op) []*ir.Value {
	var list []*ir.Value
	if v := stream.Named(op, "target"); v != nil && op.NumResults() > 0 {
		list = append(list, v)
	}
	if op.Is(stream.AsyncDispatch) || op.Is(stream.AsyncCall) {
		for i := range op.NumResults() {
			if k := stream.Tie(op, i); k >= 0 {
				list = append(list, stream.AllNamed(op, "resource_operands")[k])
			}
		}
	}
	return list
}

func (l *lowering) copyRange(source, from, target, to, length *ir.Value) {
	memref.NewCopy(l.Builder, l.view(source, from, length, l.bytes()),
		l.view(target, to, length, l.bytes()))
}

// clone copies all of a resource.
func (l *lowering) clone(op *ir.Op) ([]*ir.Value, error) {
	size := stream.Named(op, "result_size")
	made := l.newMemory(size)
	l.copyRange(stream.Named(op, "source"), l.zero(), made, l.zero(), stream.Named(op, "source_size"))
	return []*ir.Value{made}, nil
}

func (l *lowering) slice(op *ir.Op) ([]*ir.Value, error) {
	size := stream.Named(op, "result_size")
	made := l.newMemory(size)
	l.copyRange(stream.Named(op, "source"), stream.Named(op, "source_offset"), made, l.zero(), size)
	return []*ir.Value{made}, nil
}

func (l *lowering) update(op *ir.Op) ([]*ir.Value, error) {
	target := l.target(op)
	l.copyRange(stream.Named(op, "update"), l.zero(), target, stream.Named(op, "target_offset"),
		stream.Named(op, "update_size"))
	return inPlace(op, target), nil
}

func (l *lowering) copy(op *ir.Op) ([]*ir.Value, error) {
	if err := wrongLength(op); err != nil {
		return nil, err
	}
	target := l.target(op)
	l.copyRange(stream.Named(op, "source"), stream.Named(op, "source_offset"), target,
		stream.Named(op, "target_offset"), stream.Named(op, "length"))
	return inPlace(op, target), nil
}

// wrongLength refuses a copy whose ranges have other lengths than it says.
func wrongLength(op *ir.Op) error {
	length, ok := number(stream.Named(op, "length"))
	for _, of := range []string{"source", "target"} {
		from, known := number(stream.Named(op, of+"_offset"))
		to, ends := number(stream.Named(op, of+"_end"))
		if ok && known && ends && to-from != length {
			return op.Errorf(code, "the range of the %s has %d bytes, but the length is %d", of, to-from,
				length).
				Suggest("make both the same")
		}
	}
	return nil
}

func number(v *ir.Value) (int64, bool) {
	n, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return n.Value, true
}

// element makes the memory of one value.
func (l *lowering) element(op *ir.Op, of string, t ir.Type) (*ir.Value, error) {
	if _, vector := t.(*ir.VectorType); vector {
		return nil, op.Errorf(code, "a vector in a resource has no counterpart in async").
			Suggest("load and store its elements")
	}
	one := l.Ctx.MemRef([]int64{1}, t, nil, nil)
	return l.Make(memref.View, []*ir.Value{stream.Named(op, of), stream.Named(op, of+"_offset")},
		[]ir.Type{one}).Result(0), nil
}

func (l *lowering) load(op *ir.Op) ([]*ir.Value, error) {
	m, err := l.element(op, "source", op.Result(0).Type())
	if err != nil {
		return nil, err
	}
	return []*ir.Value{memref.NewLoad(l.Builder, m, l.zero())}, nil
}

func (l *lowering) store(op *ir.Op) ([]*ir.Value, error) {
	v := stream.Named(op, "value")
	m, err := l.element(op, "target", v.Type())
	if err != nil {
		return nil, err
	}
	memref.NewStore(l.Builder, v, m, l.zero())
	return inPlace(op, stream.Named(op, "target")), nil
}

// Contents of memory that was got, and of memory that was given back. Writing them stands for the moment.
const (
	undefined = -51 // 0xCD
	freed     = -35 // 0xDD
)

// marked makes a task that fills memory with a mark.
func (l *lowering) marked(op *ir.Op, memory, size *ir.Value, mark int64, tokens []*ir.Value) *ir.Value {
	task := l.newTask(append(stream.AwaitTimepoints(op), tokens...), op)
	l.SetBefore(task.Body().Terminator())
	l.fillRange(memory, l.zero(), size, arith.ConstInt(l.Builder, l.Ctx.I8, mark))
	return task.Result(0)
}

func (l *lowering) allocaAt(op *ir.Op) ([]*ir.Value, error) {
	size := stream.Named(op, "storage_size")
	made := memref.NewAlloc(l.Builder, l.bytes(), size)
	return []*ir.Value{made, l.marked(op, made, size, undefined, nil)}, nil
}

func (l *lowering) dealloca(op *ir.Op) ([]*ir.Value, error) {
	memory, tokens := ready(op.Operand(0))
	return []*ir.Value{l.marked(op, memory, stream.Named(op, "operand_size"), freed, tokens)}, nil
}

func (l *lowering) size(op *ir.Op) ([]*ir.Value, error) {
	memory, _ := ready(op.Operand(0))
	return []*ir.Value{memref.NewDim(l.Builder, memory, l.zero())}, nil
}

func (l *lowering) subview(op *ir.Op) ([]*ir.Value, error) {
	return []*ir.Value{l.view(op.Operand(0), stream.Named(op, "source_offset"),
		stream.Named(op, "result_size"), l.bytes())}, nil
}

// transients lets what it annotates stand for its result, from when that is ready on.
func (l *lowering) transients(op *ir.Op) ([]*ir.Value, error) {
	memory, tokens := ready(stream.Named(op, "resource"))
	return []*ir.Value{memory, l.after(append(slices.Clone(stream.AwaitTimepoints(op)), tokens...))}, nil
}

// pack puts slices one behind the other. None of them shares memory.
func (l *lowering) pack(op *ir.Op) ([]*ir.Value, error) {
	at := stream.Named(op, "offset")
	if at == nil {
		at = l.zero()
	}
	list := []*ir.Value{nil}
	for _, size := range stream.AllNamed(op, "dynamic_slice_sizes") {
		list = append(list, at)
		at = arith.Binary(l.Builder, arith.AddI, at, l.aligned(size, arith.ConstIndex(l.Builder, 16)))
	}
	list[0] = at
	return list, nil
}

func (l *lowering) align(op *ir.Op) ([]*ir.Value, error) {
	return []*ir.Value{l.aligned(op.Operand(0), op.Operand(1))}, nil
}

// aligned rounds up to a multiple.
func (l *lowering) aligned(v, to *ir.Value) *ir.Value {
	one := arith.ConstInt(l.Builder, to.Type(), 1)
	if to.Type() == ir.Type(l.Ctx.Index) {
		one = arith.ConstIndex(l.Builder, 1)
	}
	less := arith.Binary(l.Builder, arith.SubI, to, one)
	up := arith.Binary(l.Builder, arith.AddI, v, less)
	return arith.Binary(l.Builder, arith.MulI, arith.Binary(l.Builder, arith.DivUI, up, to), to)
}
