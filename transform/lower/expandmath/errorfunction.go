package expandmath

import "github.com/inflight-compiler/inflight/dialect/arith"

// erfcCenter is the c of the argument (y-c)/(y+c) of the polynomials for erfc.
const erfcCenter = 2.5

// most returns x, but the limit where that is less. NaN stays.
func (c calculator) most(x value, limit float64) value {
	return c.sel(c.is(arith.OGE, x, limit), c.f(limit), x)
}

func narrowErf(c calculator, x []value) []value {
	size := c.most(c.abs(x[0]), 4)
	u := c.subF(c.mulF(c.mul(size, size), 0.125), 1)
	return []value{c.signOf(c.mul(size, c.poly(u, erfNarrow)), x[0])}
}

func narrowErfc(c calculator, x []value) []value {
	size := c.most(c.abs(x[0]), 10.1)
	inverse := c.div(c.f(1), c.addF(size, erfcCenter))
	factor := c.mul(inverse, c.poly(c.mul(c.subF(size, erfcCenter), inverse), erfcNarrow))
	y := c.mul(factor, narrowExp(c, []value{c.neg(c.mul(size, size))})[0])
	return []value{c.sel(c.is(arith.OLT, x[0], 0), c.sub(c.f(2), y), y)}
}

// wideErfTail returns erf(x) - x for |x| <= 1.
func (c calculator) wideErfTail(x value) value { return c.mul(x, c.poly(c.mul(x, x), erfSmall)) }

// wideErfc returns erfc(y) for 0.5 <= y <= 27.3.
func (c calculator) wideErfc(y value) value {
	below := c.sum(y, c.f(erfcCenter))
	above := c.sum(y, c.f(-erfcCenter))
	u := c.pairDiv(above, below)
	inner := c.poly(u.hi, erfcWide[1:])
	factor := c.sum(c.f(erfcWide[0]), c.mul(u.hi, inner))
	factor = c.pairDiv(factor, below)
	square := c.product(y, y)
	r, digits := c.wideRest(pair{c.neg(square.hi), c.neg(square.lo)})
	tail := c.wideTail(r)
	e := c.quickSum(c.f(1), tail.hi)
	e.lo = c.add(e.lo, tail.lo)
	return c.wideScale(c.rounded(c.pairMul(e, factor)), digits)
}

func wideErf(c calculator, x []value) []value {
	size := c.abs(x[0])
	y := c.sub(c.f(1), c.wideErfc(c.clamp(size, 1, 6)))
	bounded := c.most(size, 1)
	y = c.sel(c.is(arith.OLT, size, 1), c.add(bounded, c.wideErfTail(bounded)), y)
	return []value{c.orNaN(x[0], c.signOf(y, x[0]))}
}

func wideErfcOf(c calculator, x []value) []value {
	size := c.abs(x[0])
	y := c.wideErfc(c.clamp(size, 0.5, 27.3))
	y = c.sel(c.is(arith.OLT, x[0], 0), c.sub(c.f(2), y), y)
	near := c.clamp(x[0], -0.5, 0.5)
	y = c.sel(c.is(arith.OLT, size, 0.5), c.sub(c.sub(c.f(1), near), c.wideErfTail(near)), y)
	return []value{c.orNaN(x[0], y)}
}
