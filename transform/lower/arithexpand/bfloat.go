package arithexpand

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

const (
	// lowerBits is how many bits f32 has more than bf16.
	lowerBits = 16
	// half is just below half a unit of the last bit of bf16, as bits of f32.
	half = 1<<(lowerBits-1) - 1
	// quietNaN is the bits of NaN in bf16.
	quietNaN = 0x7fc0
)

// isCast reports whether an operation casts from elements of one type to another.
func isCast(op *ir.Op, from, to ir.FloatKind) bool {
	kind := func(v *ir.Value) ir.FloatKind { return constraint.ElementOrSelf(v.Type()).(*ir.FloatType).Kind }
	return kind(op.Operand(0)) == from && kind(op.Result(0)) == to
}

// extend puts the bits of bf16 into the upper half of f32.
func extend(b *ir.Builder, op *ir.Op) *ir.Value {
	if !isCast(op, ir.BF16, ir.F32) {
		return nil
	}
	t := op.Result(0).Type()
	narrow, wide := withElem(b.Ctx, t, b.Ctx.Integer(16)), withElem(b.Ctx, t, b.Ctx.I32)
	bits := arith.Cast(b, arith.ExtUI, arith.Cast(b, arith.Bitcast, op.Operand(0), narrow), wide)
	shifted := arith.Binary(b, arith.ShLI, bits, arith.ConstInt(b, wide, lowerBits))
	return arith.Cast(b, arith.Bitcast, shifted, t)
}

// truncate rounds f32 to bf16: half a unit is added to its bits, less one in the last place if that makes the
// result even, and the lower half is dropped. NaN stays NaN.
func truncate(b *ir.Builder, op *ir.Op) *ir.Value {
	if !isCast(op, ir.F32, ir.BF16) || op.Attr("roundingmode") != nil {
		return nil
	}
	x, t := op.Operand(0), op.Result(0).Type()
	narrow, wide := withElem(b.Ctx, t, b.Ctx.Integer(16)), withElem(b.Ctx, t, b.Ctx.I32)
	isNaN := compare(b, arith.UNE, x, x)
	belowHalf, nan := arith.ConstInt(b, wide, half), arith.ConstInt(b, narrow, quietNaN)
	distance, one := arith.ConstInt(b, wide, lowerBits), arith.ConstInt(b, wide, 1)
	bits := arith.Cast(b, arith.Bitcast, x, wide)
	isOdd := arith.Binary(b, arith.AndI, arith.Binary(b, arith.ShRUI, bits, distance), one)
	rounded := arith.Binary(b, arith.AddI, bits, arith.Binary(b, arith.AddI, isOdd, belowHalf))
	upper := arith.Cast(b, arith.TruncI, arith.Binary(b, arith.ShRUI, rounded, distance), narrow)
	return arith.Cast(b, arith.Bitcast, arith.NewSelect(b, isNaN, nan, upper), t)
}
