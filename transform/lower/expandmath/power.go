package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
)

func narrowPow(c calculator, x []value) []value {
	base := c.abs(x[0])
	f, e := c.split(base)
	log := c.add(e, c.mulF(c.narrowFraction(f), log2E[0]))
	return []value{c.powEnds(x[0], x[1], narrowExp2(c, []value{c.mul(c.steepest(x[1]), log)})[0])}
}

func widePow(c calculator, x []value) []value {
	exponent := c.pairMul(c.logPair(c.abs(x[0])), c.exact(c.steepest(x[1])))
	high := c.clamp(exponent.hi, wideLow, wideHigh)
	exponent = pair{high, c.sel(c.compare(arith.OEQ, high, exponent.hi), exponent.lo, c.f(0))}
	r, digits := c.wideRest(exponent)
	return []value{c.powEnds(x[0], x[1], c.wideScale(c.addF(c.wideTail(r).hi, 1), digits))}
}

// steepest bounds exponents: with larger ones every base but 1 gives zero or infinity.
func (c calculator) steepest(y value) value { return c.clamp(y, -0x1p65, 0x1p65) }

// powEnds makes x to the power of y from |x| to the power of y, which is right for finite numbers that are
// not 0. The cases are those of C, annex F.10.4.4.
func (c calculator) powEnds(x, y, finite value) value {
	size, falls := c.abs(x), c.is(arith.OLT, y, 0)
	power := c.sel(c.is(arith.OEQ, size, 0), c.sel(falls, c.f(math.Inf(1)), c.f(0)), finite)
	power = c.sel(c.is(arith.OEQ, size, math.Inf(1)), c.sel(falls, c.f(0), c.f(math.Inf(1))), power)
	half := c.mulF(y, 0.5)
	isInteger := c.compare(arith.OEQ, c.floor(y), y)
	isOdd := c.both(isInteger, c.compare(arith.UNE, c.floor(half), half))
	negative := arith.Cmp(c.Builder, arith.SLT, c.bits(x), c.i(0))
	power = c.sel(c.both(isOdd, negative), c.neg(power), power)
	noRoot := c.both(c.both(c.is(arith.OLT, x, 0), c.is(arith.OLT, size, math.Inf(1))), c.not(isInteger))
	power = c.sel(c.either(noRoot, c.compare(arith.UNO, x, y)), c.f(math.NaN()), power)
	return c.sel(c.either(c.is(arith.OEQ, y, 0), c.is(arith.OEQ, x, 1)), c.f(1), power)
}
