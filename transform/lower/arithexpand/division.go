package arithexpand

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// ceilDivUI makes 0 of 0 / y, and (x - 1) / y + 1 of all others, which cannot overflow.
func ceilDivUI(b *ir.Builder, op *ir.Op) *ir.Value {
	x, y := op.Operand(0), op.Operand(1)
	zero := arith.ConstInt(b, x.Type(), 0)
	isZero := arith.Cmp(b, arith.EQ, x, zero)
	one := arith.ConstInt(b, x.Type(), 1)
	quotient := arith.Binary(b, arith.DivUI, arith.Binary(b, arith.SubI, x, one), y)
	return arith.NewSelect(b, isZero, zero, arith.Binary(b, arith.AddI, quotient, one))
}

// ceilDivSI adds 1 to a quotient that is not exact and positive: rounded towards zero, it is too small.
func ceilDivSI(b *ir.Builder, op *ir.Op) *ir.Value {
	t := op.Operand(0).Type()
	zero, one := arith.ConstInt(b, t, 0), arith.ConstInt(b, t, 1)
	d := divide(b, op)
	isPositive := arith.Cmp(b, arith.EQ, d.negative(0, zero), d.negative(1, zero))
	return d.corrected(isPositive, func() *ir.Value { return one })
}

// floorDivSI subtracts 1 from a quotient that is not exact and negative.
func floorDivSI(b *ir.Builder, op *ir.Op) *ir.Value {
	t := op.Operand(0).Type()
	d := divide(b, op)
	zero := arith.ConstInt(b, t, 0)
	isNegative := arith.Cmp(b, arith.NE, d.negative(0, zero), d.negative(1, zero))
	return d.corrected(isNegative, func() *ir.Value { return arith.ConstInt(b, t, -1) })
}

// division is a quotient rounded towards zero, and whether something was rounded off.
type division struct {
	b                 *ir.Builder
	op                *ir.Op
	quotient, inexact *ir.Value
}

func divide(b *ir.Builder, op *ir.Op) division {
	x, y := op.Operand(0), op.Operand(1)
	quotient := arith.Binary(b, arith.DivSI, x, y)
	return division{b, op, quotient, arith.Cmp(b, arith.NE, x, arith.Binary(b, arith.MulI, quotient, y))}
}

// negative makes whether operand i is negative.
func (d division) negative(i int, zero *ir.Value) *ir.Value {
	return arith.Cmp(d.b, arith.SLT, d.op.Operand(i), zero)
}

// corrected adds a number to the quotient if something was rounded off and cond holds.
func (d division) corrected(cond *ir.Value, by func() *ir.Value) *ir.Value {
	applies := arith.Binary(d.b, arith.AndI, d.inexact, cond)
	return arith.NewSelect(d.b, applies, arith.Binary(d.b, arith.AddI, d.quotient, by()), d.quotient)
}
