package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// An asynchronous value of a memref becomes one of a pointer, to memory that holds the parts of the memref: 8 bytes for each. A task
// that yields a memref allocates it; it lives as long as the program, since any number of tasks may await the value.

const partBytes = 8

// payloadMemRef returns the type of the memref that an asynchronous value holds, nil if it holds none.
func payloadMemRef(t ir.Type) *ir.MemRefType {
	m, _ := async.Payload(t).(*ir.MemRefType)
	return m
}

// box makes memory with the parts of a memref.
func (l *lowering) box(v *ir.Value) *ir.Value {
	parts := l.partsAs(v.Type().(*ir.MemRefType), l.mem(v))
	at := l.call(allocFunction, l.constant(l.Ctx.I32, int64(partBytes*len(parts))), l.constant(l.Ctx.I32, minAlignment))
	for i, part := range parts {
		l.store(part, l.part(at, i))
	}
	return at
}

// unbox returns the memref of type t whose parts are at an address.
func (l *lowering) unbox(t *ir.MemRefType, at *ir.Value, before *ir.Op) *descriptor {
	var parts []*ir.Value
	for i, typ := range l.convertedTypes([]ir.Type{t}) {
		parts = append(parts, l.load(l.part(at, i), typ))
	}
	return l.fromParts(t, parts, before)
}

// part returns the address of a part.
func (l *lowering) part(at *ir.Value, i int) *ir.Value {
	if i == 0 {
		return at
	}
	return ptr.NewAdd(l.Builder, at, l.constant(l.Ctx.I32, int64(partBytes*i)))
}

// yieldMemRefs is the end of a task that yields memrefs.
func yieldMemRefs(l *lowering, op *ir.Op) {
	operands := op.Operands()
	for i, v := range operands {
		if isMemRef(v.Type()) {
			operands[i] = l.box(v)
		}
	}
	op.SetOperands(operands)
}

// takeMemRef takes a memref out of a value.
func takeMemRef(l *lowering, op *ir.Op) {
	made := op.Rebuild(op.Operands(), []ir.Type{l.pointer})
	l.done[made] = true
	v := op.Result(0)
	l.mems[v] = l.unbox(v.Type().(*ir.MemRefType), made.Result(0), op)
	l.dead = append(l.dead, op)
}

// taskArguments replaces the memrefs among the arguments of a task, which are the payloads of values.
func (l *lowering) taskArguments(b *ir.Block) {
	saved, loc := l.Save(), l.Loc
	defer func() {
		l.Restore(saved)
		l.Loc = loc
	}()
	l.SetBefore(b.First())
	l.Loc = b.ParentOp().Loc()
	expanded := false
	for i := 0; i < b.NumArgs(); i++ {
		a := b.Arg(i)
		if t, ok := a.Type().(*ir.MemRefType); ok && l.mems[a] == nil {
			l.mems[a] = l.unbox(t, b.InsertArg(i+1, l.pointer, a.Loc()), b.First())
			expanded = true
			i++
		}
	}
	if expanded {
		l.expanded = append(l.expanded, b)
	}
}

// pointerValues gives values that hold memrefs their new type.
func (l *lowering) pointerValues(v *ir.Value) {
	if payloadMemRef(v.Type()) != nil {
		v.SetType(async.ValueType(l.Ctx, l.pointer))
	}
}
