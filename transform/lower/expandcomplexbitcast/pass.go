package expandcomplexbitcast

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is expand-complex-bitcast.
var Pass = pass.Register(&pass.Pass{
	Name:    "expand-complex-bitcast",
	Summary: "Replace complex.bitcast by arithmetic on the bits of the parts.",
	Doc: "A complex number has the bits that it has in memory of a machine whose numbers begin with their " +
		"low " +
		"bytes: those of the real part are the low half. Programs that are judged, pipelined or run go " +
		"through this pass by themselves.",
	Before: `func.func @f(%x: complex<f16>) -> i32 {
  %0 = complex.bitcast %x : complex<f16> to i32
  return %0 : i32
}
`,
	After: `module {
  func.func @f(%arg0: complex<f16>) -> i32 {
    %0 = complex.re %arg0 : complex<f16>
    %1 = arith.bitcast %0 : f16 to i16
    %2 = arith.extui %1 : i16 to i32
    %3 = complex.im %arg0 : complex<f16>
    %4 = arith.bitcast %3 : f16 to i16
    %5 = arith.extui %4 : i16 to i32
    %c16_i32 = arith.constant 16 : i32
    %6 = arith.shli %5, %c16_i32 : i32
    %7 = arith.ori %2, %6 : i32
    return %7 : i32
  }
}
`,
	Run: func(r *pass.Run) error {
		var found []*ir.Op
		for op := range r.Op.Walk() {
			if Concerns(op) {
				found = append(found, op)
			}
		}
		b := ir.NewBuilder(r.Op.Context())
		for _, op := range found {
			b.SetBefore(op)
			b.Loc = op.Loc()
			v := expand(b, op.Operand(0), op.Result(0).Type())
			v.SetName(op.Result(0).Name())
			op.Result(0).ReplaceAllUsesWith(v)
			op.Erase()
		}
		r.Count("casts expanded", len(found))
		return nil
	},
})

// Concerns reports whether an operation is a complex.bitcast.
func Concerns(op *ir.Op) bool { return op.Is(complex.Bitcast) }

// expand makes the bits of a value a value of another type. One of both types is that of complex numbers.
func expand(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	if v.Type() == to {
		return v
	}
	if number, ok := v.Type().(*ir.ComplexType); ok {
		return scalar(b, joined(b, v, number), to)
	}
	number := to.(*ir.ComplexType)
	part := integer(b, number.Elem)
	whole := scalar(b, v, b.Ctx.Integer(2*part.Width))
	high := arith.Binary(b, arith.ShRUI, whole, arith.ConstInt(b, whole.Type(), int64(part.Width)))
	re := scalar(b, arith.Cast(b, arith.TruncI, whole, part), number.Elem)
	im := scalar(b, arith.Cast(b, arith.TruncI, high, part), number.Elem)
	return b.Make(complex.Create, []*ir.Value{re, im}, []ir.Type{number}).Result(0)
}

// joined returns the bits of both parts as one integer.
func joined(b *ir.Builder, v *ir.Value, number *ir.ComplexType) *ir.Value {
	part := integer(b, number.Elem)
	whole := b.Ctx.Integer(2 * part.Width)
	wide := func(def *ir.OpDef) *ir.Value {
		half := b.Make(def, []*ir.Value{v}, []ir.Type{number.Elem}).Result(0)
		return arith.Cast(b, arith.ExtUI, scalar(b, half, part), whole)
	}
	low, high := wide(complex.Re), wide(complex.Im)
	high = arith.Binary(b, arith.ShLI, high, arith.ConstInt(b, whole, int64(part.Width)))
	return arith.Binary(b, arith.OrI, low, high)
}

// integer returns the type of integers with as many bits as numbers of a type have.
func integer(b *ir.Builder, t ir.Type) *ir.IntegerType {
	if f, ok := t.(*ir.FloatType); ok {
		return b.Ctx.Integer(uint32(f.Width()))
	}
	return t.(*ir.IntegerType)
}

// scalar makes the bits of a number one of another type.
func scalar(b *ir.Builder, v *ir.Value, to ir.Type) *ir.Value {
	if v.Type() == to {
		return v
	}
	return arith.Cast(b, arith.Bitcast, v, to)
}
