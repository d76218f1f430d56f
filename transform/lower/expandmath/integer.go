package expandmath

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

func absI(c calculator, x []value) []value {
	zero := c.likeInt(x[0], 0)
	return []value{c.sel(arith.Cmp(c.Builder, arith.SLT, x[0], zero), c.isub(zero, x[0]), x[0])}
}

// pattern returns the integer of so many digits that repeats the byte.
func pattern(width uint32, of byte) int64 {
	var v uint64
	for range 8 {
		v = v<<8 | uint64(of)
	}
	return int64(v << (64 - width) >> (64 - width))
}

// ctPop counts in pairs of digits, then in fours, then in bytes, whose sum is the first byte of a product.
func ctPop(c calculator, x []value) []value {
	width := widthOf(x[0].Type())
	v := c.isub(x[0], c.mask(c.shr(x[0], 1), pattern(width, 0x55)))
	v = c.iadd(c.mask(v, pattern(width, 0x33)), c.mask(c.shr(v, 2), pattern(width, 0x33)))
	v = c.mask(c.iadd(v, c.shr(v, 4)), pattern(width, 0x0F))
	if width == 8 {
		return []value{v}
	}
	return []value{c.shr(c.binary(arith.MulI, v, c.likeInt(v, pattern(width, 1))), int64(width-8))}
}

// ctlz is the number of digits without those below the first that is set.
func ctlz(c calculator, x []value) []value {
	width := widthOf(x[0].Type())
	v := x[0]
	for n := int64(1); n < int64(width); n *= 2 {
		v = c.binary(arith.OrI, v, c.shr(v, n))
	}
	return ctPop(c, []value{c.complement(v)})
}

// cttz counts the zeros below the last digit that is set.
func cttz(c calculator, x []value) []value {
	below := c.both(c.complement(x[0]), c.isub(x[0], c.likeInt(x[0], 1)))
	return ctPop(c, []value{below})
}

// ipowi squares as often as the exponent has digits. The power of a negative exponent is that of 1/x, which
// is 0 for all but 1 and -1, and a division by zero for 0.
func ipowi(c calculator, x []value) []value {
	t := x[0].Type()
	zero, one := c.likeInt(x[0], 0), c.likeInt(x[0], 1)
	negative := arith.Cmp(c.Builder, arith.SLT, x[1], zero)
	start := scf.NewIfYielding(c.Builder, negative, []ir.Type{t, t},
		func(*ir.Builder) []*ir.Value {
			return []*ir.Value{c.binary(arith.DivSI, one, x[0]), c.isub(zero, x[1])}
		},
		func(*ir.Builder) []*ir.Value { return []*ir.Value{x[0], x[1]} })
	loop := scf.NewWhile(c.Builder, []*ir.Value{start.Result(0), start.Result(1), one},
		func(_ *ir.Builder, now []*ir.Value) (*ir.Value, []*ir.Value) {
			return arith.Cmp(c.Builder, arith.NE, now[1], zero), now
		},
		func(_ *ir.Builder, now []*ir.Value) []*ir.Value {
			isOdd := arith.Cmp(c.Builder, arith.NE, c.mask(now[1], 1), zero)
			product := c.sel(isOdd, c.binary(arith.MulI, now[2], now[0]), now[2])
			return []*ir.Value{c.binary(arith.MulI, now[0], now[0]), c.shr(now[1], 1), product}
		})
	return []value{loop.Result(2)}
}
