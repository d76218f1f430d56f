package expandmath

import "github.com/inflight-compiler/inflight/dialect/arith"

// round rounds to integers, halves away from zero.
func round(c calculator, x []value) []value {
	whole := c.trunc(x[0])
	away := c.add(whole, c.signOf(c.like(x[0], 1), x[0]))
	return []value{c.sel(c.is(arith.OGE, c.abs(c.sub(x[0], whole)), 0.5), away, whole)}
}

// narrowFma returns x*y + z rounded to odd, so that rounding it again gives what one rounding would (Boldo
// and Melquiond, Emulation of a FMA and correctly rounded sums, 2008). The product is exact.
func narrowFma(c calculator, x []value) []value {
	s := c.sum(c.mul(x[0], x[1]), x[2])
	up, down := c.is(arith.OGT, s.lo, 0), c.is(arith.OLT, s.lo, 0)
	positive := c.is(arith.OGT, s.hi, 0)
	bits := c.bits(s.hi)
	step := c.sel(c.exclusive(up, positive), c.i(-1), c.i(1))
	inexact := c.both(c.either(up, down), c.not(c.digit(bits, 1)))
	return []value{c.number(c.sel(inexact, c.iadd(bits, step), bits))}
}
