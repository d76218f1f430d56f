package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// number is what stands for a complex number: its parts.
type number struct{ re, im *ir.Value }

// complexNumber returns what stands for a complex number.
func (l *lowering) complexNumber(v *ir.Value) number {
	l.define(v)
	n := l.numbers[v]
	if n.re == nil && l.err == nil {
		l.err = l.refuse(v)
	}
	if l.err != nil {
		return number{v, v} // something to go on with; the error ends the pass
	}
	return n
}

// loadNumber reads the parts of a number at an address, the real one first.
func (l *lowering) loadNumber(at *ir.Value, t *ir.ComplexType) number {
	re := l.load(at, t.Elem)
	return number{re, l.load(l.imaginary(at, t.Elem), t.Elem)}
}

func (l *lowering) storeNumber(n number, at *ir.Value) {
	l.store(n.re, at)
	l.store(n.im, l.imaginary(at, n.im.Type()))
}

// imaginary returns the address of the imaginary part.
func (l *lowering) imaginary(at *ir.Value, part ir.Type) *ir.Value {
	return ptr.NewAdd(l.Builder, at, l.constant(l.Ctx.I32, bytesOf(part)))
}

func createNumber(l *lowering, op *ir.Op) {
	l.setParts(op.Result(0), op.Operands(), op)
	l.replace(op)
}

func constantNumber(l *lowering, op *ir.Op) {
	var parts []*ir.Value
	for _, part := range op.Attr("value").(*ir.ArrayAttr).Elems {
		parts = append(parts, arith.NewConstant(l.Builder, part))
	}
	l.setParts(op.Result(0), parts, op)
	l.replace(op)
}

func takeRe(l *lowering, op *ir.Op) { l.replace(op, l.complexNumber(op.Operand(0)).re) }

func takeIm(l *lowering, op *ir.Op) { l.replace(op, l.complexNumber(op.Operand(0)).im) }
