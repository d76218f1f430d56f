package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
)

// split writes a positive normal x as m 2^e with sqrt(1/2) <= m < sqrt(2), and returns m-1 and e as a number.
// It needs no conversion between integers and floats: e is put into the digits of 2^52.
func (c calculator) split(x value) (fraction, exponent value) {
	const bias, field = 1023 << 52, -1 << 52
	least := int64(math.Float64bits(math.Sqrt2 / 2))
	b := c.bits(x)
	biased := c.iadd(b, c.i(bias-least))
	m := c.number(c.isub(c.iadd(b, c.i(bias)), c.mask(biased, field)))
	e := c.number(c.binaryOr(c.shr(biased, 52), int64(math.Float64bits(0x1p52))))
	return c.subF(m, 1), c.subF(e, 0x1p52+1023)
}

// narrowFraction returns log(1+f) as s (2 + ...), s = f/(2+f).
func (c calculator) narrowFraction(f value) value {
	s := c.div(f, c.addF(f, 2))
	w := c.mul(s, s)
	return c.mul(s, c.addF(c.mul(w, c.poly(w, logNarrow)), 2))
}

// logEnds puts in the values of logarithms for arguments that are no positive finite numbers.
func (c calculator) logEnds(x, y value) value {
	y = c.sel(c.is(arith.OEQ, x, math.Inf(1)), x, y)
	rest := c.sel(c.is(arith.OEQ, x, 0), c.f(math.Inf(-1)), c.f(math.NaN()))
	return c.sel(c.is(arith.OGT, x, 0), y, rest)
}

// narrowLogarithm returns e*scale + log(m)*factor for x = m 2^e.
func narrowLogarithm(scale, factor float64) formula {
	return func(c calculator, x []value) []value {
		f, e := c.split(x[0])
		y := c.add(c.mulF(e, scale), c.mulF(c.narrowFraction(f), factor))
		return []value{c.logEnds(x[0], y)}
	}
}

func narrowLog1p(c calculator, x []value) []value {
	u := c.addF(x[0], 1)
	lost := c.div(c.sub(x[0], c.subF(u, 1)), u)
	f, e := c.split(u)
	y := c.add(c.add(c.narrowFraction(f), lost), c.mulF(e, math.Ln2))
	return []value{c.signOf(c.logEnds(u, y), x[0])}
}

// normal returns x, multiplied by 2^54 where it is subnormal, and what that adds to its exponent, negated.
func (c calculator) normal(x value) (y, correction value) {
	subnormal := c.is(arith.OLT, x, 0x1p-1022)
	return c.sel(subnormal, c.mulF(x, 0x1p54), x), c.sel(subnormal, c.f(-54), c.f(0))
}

// wideSplit is split for all positive numbers.
func (c calculator) wideSplit(x value) (fraction, exponent value) {
	v, correction := c.normal(x)
	f, e := c.split(v)
	return f, c.add(e, correction)
}

// wideLog sums log(1+f) = f - (f^2/2 - s (f^2/2 + R)) so that the largest terms come last, as in Tang's and
// Ng's libraries.
func wideLog(c calculator, x []value) []value {
	f, e := c.wideSplit(x[0])
	s := c.div(f, c.addF(f, 2))
	w := c.mul(s, s)
	square := c.mul(c.mulF(f, 0.5), f)
	tail := c.add(c.mul(s, c.add(square, c.mul(w, c.poly(w, logWide)))), c.mulF(e, ln2[1]))
	y := c.sub(c.mulF(e, ln2[0]), c.sub(c.sub(square, tail), f))
	return []value{c.logEnds(x[0], y)}
}

// logFraction returns log(1+f) for sqrt(1/2) <= 1+f <= sqrt(2).
func (c calculator) logFraction(f value) pair {
	s := c.pairDiv(c.exact(f), c.sum(c.f(2), f))
	w := c.pairMul(s, s)
	third := c.pairAdd(c.constant(twoThirds), c.exact(c.mul(w.hi, c.poly(w.hi, logDouble))))
	return c.pairAdd(c.pairScale(s, 2), c.pairMul(c.pairMul(s, w), third))
}

// logPair returns the logarithm of a positive finite x with about 100 digits.
func (c calculator) logPair(x value) pair {
	f, e := c.wideSplit(x)
	shift := c.sum(c.mulF(e, ln2[0]), c.mulF(e, ln2[1]))
	shift.lo = c.add(shift.lo, c.mulF(e, ln2[2]))
	return c.pairAdd(shift, c.logFraction(f))
}

// logOfPair is logPair of a pair.
func (c calculator) logOfPair(x pair) pair {
	return c.pairAdd(c.logPair(x.hi), c.exact(c.div(x.lo, x.hi)))
}

func wideLog2(c calculator, x []value) []value {
	f, e := c.wideSplit(x[0])
	y := c.pairAdd(c.exact(e), c.pairMul(c.logFraction(f), c.constant(log2E)))
	return []value{c.logEnds(x[0], c.rounded(y))}
}

func wideLog10(c calculator, x []value) []value {
	f, e := c.wideSplit(x[0])
	shift := c.sum(c.mulF(e, log10Of2[0]), c.mulF(e, log10Of2[1]))
	y := c.pairAdd(shift, c.pairMul(c.logFraction(f), c.constant(log10E)))
	return []value{c.logEnds(x[0], c.rounded(y))}
}

// tiny is where odd functions that start with x do not differ from it, and squares would get subnormal.
const tiny = 0x1p-28

func wideLog1p(c calculator, x []value) []value {
	u := c.sum(c.f(1), x[0])
	y := c.logEnds(u.hi, c.rounded(c.logOfPair(u)))
	return []value{c.sel(c.is(arith.OLT, c.abs(x[0]), 0x1p-54), x[0], y)}
}
