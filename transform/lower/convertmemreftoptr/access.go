package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// load reads a value at an address.
func (l *lowering) load(at *ir.Value, t ir.Type) *ir.Value {
	l.accesses++
	return l.Create(ir.OpState{Def: ptr.Load, Operands: []*ir.Value{at}, Results: []ir.Type{t},
		Attrs: l.aligned(t)}).Result(0)
}

// store writes a value to an address.
func (l *lowering) store(v, at *ir.Value) {
	l.accesses++
	l.Create(ir.OpState{Def: ptr.Store, Operands: []*ir.Value{v, at}, Results: []ir.Type{},
		Attrs: l.aligned(v.Type())})
}

// aligned says that a vector lies where its elements may, which need not be where vectors of that type lie.
func (l *lowering) aligned(t ir.Type) []ir.NamedAttr {
	v, ok := t.(*ir.VectorType)
	if !ok {
		return nil
	}
	return []ir.NamedAttr{{Name: "alignment", Value: ptr.AlignmentAttr(l.Ctx, bytesOf(v.Elem))}}
}

// load and store are accesses to one element. Those of a complex number are accesses to its parts, which
// follow each other.
func load(l *lowering, op *ir.Op) {
	at := l.element(l.mem(op.Operand(0)), op.Operands()[1:], nil)
	if t, ok := op.Result(0).Type().(*ir.ComplexType); ok {
		l.numbers[op.Result(0)] = l.loadNumber(at, t)
		l.replace(op)
		return
	}
	l.replace(op, l.load(at, op.Result(0).Type()))
}

func store(l *lowering, op *ir.Op) {
	v := op.Operand(0)
	at := l.element(l.mem(op.Operand(1)), op.Operands()[2:], nil)
	if hasParts(v.Type()) {
		l.storeNumber(l.complexNumber(v), at)
	} else {
		l.store(v, at)
	}
	l.replace(op)
}
