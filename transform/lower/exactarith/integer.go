package exactarith

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// shiftOut makes a shift by the width or more leave nothing but the sign, for which one by a digit less is
// enough.
func shiftOut(c calculator, op *ir.Op) *ir.Value {
	x, by := op.Operand(0), op.Operand(1)
	t := x.Type()
	digits := int64(64)
	if i, ok := constraint.ElementOrSelf(t).(*ir.IntegerType); ok {
		digits = int64(i.Width)
	}
	if n, constant := ir.ConstInt(by); constant && n >= 0 && n < digits || digits > 64 {
		return nil
	}
	if op.Is(arith.ShRSI) {
		return arith.Binary(c.Builder, op.Def(), x,
			arith.Binary(c.Builder, arith.MinUI, by, c.integer(t, digits-1)))
	}
	shifted := arith.Binary(c.Builder, op.Def(), x, by)
	// The largest distance fits into the type, which the width itself may not.
	inside := arith.Cmp(c.Builder, arith.ULE, by, c.integer(t, digits-1))
	return c.choose(inside, shifted, c.integer(t, 0))
}

// divideByOne makes a remainder by -1 one by 1: both are 0, but processors fail where the quotient is too
// large.
func divideByOne(c calculator, op *ir.Op) *ir.Value {
	x, y := op.Operand(0), op.Operand(1)
	if n, constant := ir.ConstInt(y); constant && n != -1 {
		return nil
	}
	isMinusOne := arith.Cmp(c.Builder, arith.EQ, y, c.integer(y.Type(), -1))
	return arith.Binary(c.Builder, op.Def(), x, c.choose(isMinusOne, c.integer(y.Type(), 1), y))
}
