package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// An asynchronous value of a memref or a complex number becomes one of a pointer, to memory that holds the
// parts: 8 bytes for each. A task that yields such a payload allocates it. It lives as long as the value if
// the option counted-values is set, else as long as the program, since any number of tasks may await the
// value.

const partBytes = 8

// payload returns the type with parts that an asynchronous value holds, nil if it holds none.
func payload(t ir.Type) ir.Type {
	if held := async.Payload(t); held != nil && hasParts(held) {
		return held
	}
	return nil
}

// box makes memory with the parts of a value.
func (l *lowering) box(v *ir.Value) *ir.Value {
	parts := l.partsOf(v)
	at := l.call(allocFunction, l.constant(l.Ctx.I32, int64(partBytes*len(parts))),
		l.constant(l.Ctx.I32, minAlignment))
	for i, part := range parts {
		l.store(part, l.part(at, i))
	}
	return at
}

// unbox says that what stands for a value are the parts at an address.
func (l *lowering) unbox(v, at *ir.Value, before *ir.Op) {
	var parts []*ir.Value
	for i, typ := range l.partTypes(v.Type()) {
		parts = append(parts, l.load(l.part(at, i), typ))
	}
	l.setParts(v, parts, before)
}

// part returns the address of a part.
func (l *lowering) part(at *ir.Value, i int) *ir.Value {
	if i == 0 {
		return at
	}
	return ptr.NewAdd(l.Builder, at, l.constant(l.Ctx.I32, int64(partBytes*i)))
}

// yieldParts is the end of a task that yields values with parts.
func yieldParts(l *lowering, op *ir.Op) {
	operands := op.Operands()
	for i, v := range operands {
		if hasParts(v.Type()) {
			operands[i] = l.box(v)
		}
	}
	op.SetOperands(operands)
}

// takeParts takes a value with parts out of an asynchronous one.
func takeParts(l *lowering, op *ir.Op) {
	made := op.Rebuild(op.Operands(), []ir.Type{l.pointer})
	l.done[made] = true
	l.unbox(op.Result(0), made.Result(0), op)
	l.keep(op.Operand(0))
	l.dead = append(l.dead, op)
}

// keep uses a value behind the loads of its parts, so that their memory does not end before.
func (l *lowering) keep(v *ir.Value) {
	if l.counted {
		l.done[l.Create(ir.OpState{Def: async.RuntimeLoad, Operands: []*ir.Value{v},
			Results: []ir.Type{l.pointer}})] = true
	}
}

// taskArguments replaces the values with parts among the arguments of a task, which are the payloads of
// values.
func (l *lowering) taskArguments(b *ir.Block) {
	saved, loc := l.Save(), l.Loc
	defer func() {
		l.Restore(saved)
		l.Loc = loc
	}()
	l.SetBefore(b.First())
	l.Loc = b.ParentOp().Loc()
	expanded := false
	operands := b.ParentOp().OperandsOf(1)
	for i, k := 0, 0; i < b.NumArgs(); i, k = i+1, k+1 {
		a := b.Arg(i)
		if hasParts(a.Type()) && l.mems[a] == nil && l.numbers[a].re == nil {
			l.unbox(a, b.InsertArg(i+1, l.pointer, a.Loc()), b.First())
			l.keep(operands[k])
			expanded = true
			i++
		}
	}
	if expanded {
		l.expanded = append(l.expanded, b)
	}
}

// pointerValues gives values that hold what has parts their new type.
func (l *lowering) pointerValues(v *ir.Value) {
	if payload(v.Type()) != nil {
		v.SetType(async.ValueType(l.Ctx, l.pointer))
	}
}
