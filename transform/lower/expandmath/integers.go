package expandmath

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	mathdialect "github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

func elementOf(v value) ir.Type { return constraint.ElementOrSelf(v.Type()) }

// widthOf is the number of digits of integers.
func widthOf(t ir.Type) uint32 {
	if t, ok := constraint.ElementOrSelf(t).(*ir.IntegerType); ok {
		return t.Width
	}
	return 64
}

// expandInteger returns the values of an operation on integers, as expandFloat.
func (c calculator) expandInteger(op *ir.Op, elem ir.Type) []value {
	width := widthOf(elem)
	switch {
	case width > 64:
		return nil
	case isWideProduct(op):
		return c.wideProduct(op)
	case op.Is(mathdialect.AbsI):
		return absI(c, op.Operands())
	case op.Is(mathdialect.IPowI) && width == 1: // 1 is no number of one digit with a sign
		return c.widePower(op)
	case op.Is(mathdialect.IPowI):
		return c.lanes(op.Results(), op.Operands(), ipowi, nil)
	}
	return c.count(op, elem, width)
}

// widePower computes a power of numbers of one digit in numbers of eight.
func (c calculator) widePower(op *ir.Op) []value {
	wide := slices.Clone(op.Operands())
	for i, v := range wide {
		wide[i] = arith.Cast(c.Builder, arith.ExtSI, v, c.of(c.Ctx.Integer(8)))
	}
	power := c.lanes([]value{wide[0]}, wide, ipowi, nil)
	return []value{arith.Cast(c.Builder, arith.TruncI, power[0], op.Result(0).Type())}
}

// count expands the counts of digits, on vectors and on integers of other widths than targets have.
func (c calculator) count(op *ir.Op, elem ir.Type, width uint32) []value {
	supported := []uint32{32, 64}
	if c.shape != nil {
		supported = []uint32{8, 16, 32, 64}
	}
	at := slices.IndexFunc(supported, func(w uint32) bool { return width <= w })
	x, isIndex := op.Operand(0), elem == ir.Type(c.Ctx.Index)
	switch {
	case supported[at] == width && c.shape == nil:
		return op.Results()
	case isIndex:
		x = arith.Cast(c.Builder, arith.IndexCast, x, c.of(c.Ctx.I64))
	case supported[at] > width:
		x = arith.Cast(c.Builder, arith.ExtUI, x, c.of(c.Ctx.Integer(supported[at])))
	}
	n := c.countIn(op, x, width, supported[at])
	switch {
	case isIndex:
		n = arith.Cast(c.Builder, arith.IndexCast, n, op.Result(0).Type())
	case supported[at] > width:
		n = arith.Cast(c.Builder, arith.TruncI, n, op.Result(0).Type())
	}
	return []value{n}
}

// countIn counts digits of numbers that have been extended from width to wide.
func (c calculator) countIn(op *ir.Op, x value, width, wide uint32) value {
	if op.Is(mathdialect.CountTrailingZeros) && wide > width {
		x = c.binaryOr(x, 1<<width)
	}
	var n value
	switch {
	case c.shape == nil:
		n = c.unary(op.Def(), x)
	case op.Is(mathdialect.CtPop):
		n = ctPop(c, []value{x})[0]
	case op.Is(mathdialect.CountLeadingZeros):
		n = ctlz(c, []value{x})[0]
	default:
		n = cttz(c, []value{x})[0]
	}
	if op.Is(mathdialect.CountLeadingZeros) && wide > width {
		n = c.isub(n, c.likeInt(n, int64(wide-width)))
	}
	return n
}
