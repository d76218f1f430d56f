package expandmath

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// isWideProduct reports whether an operation multiplies integers whose product has more than 64 digits.
func isWideProduct(op *ir.Op) bool {
	if !op.Is(arith.MulUIExtended) && !op.Is(arith.MulSIExtended) {
		return false
	}
	width := widthOf(op.Operand(0).Type())
	return width > 32 && width <= 64
}

// wideProduct returns the lower and the upper digits of a product of integers of 33 to 64 digits, by
// arithmetic on 64.
func (c calculator) wideProduct(op *ir.Op) []value {
	withSign := op.Is(arith.MulSIExtended)
	t := op.Operand(0).Type()
	width := int64(widthOf(t))
	extend, shorten := arith.ExtUI, arith.TruncI
	switch elem := constraint.ElementOrSelf(t); {
	case elem == ir.Type(c.Ctx.Index):
		extend, shorten = arith.IndexCast, arith.IndexCast
	case withSign:
		extend = arith.ExtSI
	}
	resize := func(def *ir.OpDef, v value, to ir.Type) value {
		if v.Type() == to {
			return v
		}
		return arith.Cast(c.Builder, def, v, to)
	}
	long := c.of(c.Ctx.I64)
	x, y := resize(extend, op.Operand(0), long), resize(extend, op.Operand(1), long)
	low, high := c.binary(arith.MulI, x, y), c.upperHalf(x, y)
	if withSign {
		high = c.isub(high, c.iadd(c.both(c.sar(x, 63), y), c.both(c.sar(y, 63), x)))
	}
	if width < 64 {
		high = c.either(c.shl(high, 64-width), c.shr(low, width))
	}
	return []value{resize(shorten, low, t), resize(shorten, high, t)}
}

// upperHalf returns the upper 64 digits of the product of numbers of 64 digits without signs, of the products
// of their halves. None of the sums overflows.
func (c calculator) upperHalf(x, y value) value {
	const lower = 1<<32 - 1
	xLow, xHigh := c.mask(x, lower), c.shr(x, 32)
	yLow, yHigh := c.mask(y, lower), c.shr(y, 32)
	times := func(a, b value) value { return c.binary(arith.MulI, a, b) }
	first := c.iadd(times(xHigh, yLow), c.shr(times(xLow, yLow), 32))
	second := c.iadd(times(xLow, yHigh), c.mask(first, lower))
	return c.iadd(times(xHigh, yHigh), c.iadd(c.shr(first, 32), c.shr(second, 32)))
}
