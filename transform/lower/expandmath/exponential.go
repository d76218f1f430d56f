package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
)

// clamp returns x, or the limits where it is beyond them. NaN stays.
func (c calculator) clamp(x value, low, high float64) value {
	x = c.sel(c.is(arith.OLT, x, low), c.f(low), x)
	return c.sel(c.is(arith.OGT, x, high), c.f(high), x)
}

// narrowRest writes x as n ln(2) + r and returns e^r - 1 and digits of n.
func (c calculator) narrowRest(x value) (tail, digits value) {
	n, digits := c.nearest(c.mulF(x, log2E[0]))
	r := c.sub(x, c.mulF(n, math.Ln2))
	return c.mul(r, c.poly(r, expFirst)), digits
}

// narrowLimit bounds arguments of exponential functions: beyond, results in f32 are infinite, zero or -1.
const narrowLimit = 200

func narrowExp(c calculator, x []value) []value {
	tail, digits := c.narrowRest(c.clamp(x[0], -narrowLimit, narrowLimit))
	return []value{c.scale(c.addF(tail, 1), digits)}
}

func narrowExp2(c calculator, x []value) []value {
	v := c.clamp(x[0], -narrowLimit, narrowLimit)
	n, digits := c.nearest(v)
	r := c.mulF(c.sub(v, n), math.Ln2)
	return []value{c.scale(c.addF(c.mul(r, c.poly(r, expFirst)), 1), digits)}
}

// narrowDifference returns e^x - 1, but for the sign of zero.
func (c calculator) narrowDifference(x value) value {
	tail, digits := c.narrowRest(x)
	scale := c.scale(c.f(1), digits)
	return c.add(c.mul(scale, tail), c.subF(scale, 1))
}

func narrowExpM1(c calculator, x []value) []value {
	return []value{c.signOf(c.narrowDifference(c.clamp(x[0], -narrowLimit, narrowLimit)), x[0])}
}

// wideRest writes x as n ln(2) + r.
func (c calculator) wideRest(x pair) (r pair, digits value) {
	n, digits := c.nearest(c.mulF(x.hi, log2E[0]))
	hi := c.sub(x.hi, c.mulF(n, ln2[0])) // exact
	lo := c.sub(x.lo, c.mulF(n, ln2[1]))
	return c.sum(hi, lo), digits
}

// wideTail returns e^r - 1 for |r| <= ln(2)/2.
func (c calculator) wideTail(r pair) pair {
	small := c.mul(c.mul(r.hi, r.hi), c.poly(r.hi, expSecond))
	return c.quickSum(r.hi, c.add(small, r.lo))
}

// wideScale multiplies x by 2^n for an n of up to 12 digits, with one rounding.
func (c calculator) wideScale(x, digits value) value {
	n := c.sar(c.shl(digits, 32), 32)
	half := c.sar(n, 1)
	return c.mul(c.mul(x, c.power2(half)), c.power2(c.isub(n, half)))
}

// orNaN returns y, but x where that is no number.
func (c calculator) orNaN(x, y value) value { return c.sel(c.compare(arith.UNO, x, x), x, y) }

// The arguments beyond which results in f64 are zero or infinite.
const wideLow, wideHigh = -760, 720

func wideExp(c calculator, x []value) []value {
	r, digits := c.wideRest(c.exact(c.clamp(x[0], wideLow, wideHigh)))
	return []value{c.orNaN(x[0], c.wideScale(c.addF(c.wideTail(r).hi, 1), digits))}
}

func wideExp2(c calculator, x []value) []value {
	v := c.clamp(x[0], -1100, 1100)
	n, digits := c.nearest(v)
	r := c.product(c.sub(v, n), c.f(ln2High()))
	r.lo = c.add(r.lo, c.mulF(c.sub(v, n), ln2Low()))
	return []value{c.orNaN(x[0], c.wideScale(c.addF(c.wideTail(r).hi, 1), digits))}
}

// ln2High and ln2Low are ln(2) in two parts of full length.
func ln2High() float64 { return ln2[0] + ln2[1] }
func ln2Low() float64  { return ln2[1] - (ln2High() - ln2[0]) + ln2[2] }

// wideDifference returns e^x - 1 for x <= 40.
func (c calculator) wideDifference(x value) pair {
	r, digits := c.wideRest(c.exact(x))
	tail := c.wideTail(r)
	scale := c.power2(c.sar(c.shl(digits, 32), 32))
	return c.pairAdd(pair{c.mul(tail.hi, scale), c.mul(tail.lo, scale)}, c.exact(c.subF(scale, 1)))
}

// largeExp is where e^x - 1, e^-x and the like no longer differ from e^x, and from 0.
const largeExp = 40

func wideExpM1(c calculator, x []value) []value {
	difference := c.rounded(c.wideDifference(c.clamp(x[0], -largeExp, largeExp)))
	y := c.sel(c.is(arith.OGT, x[0], largeExp), wideExp(c, x)[0], c.signOf(difference, x[0]))
	return []value{c.orNaN(x[0], y)}
}
