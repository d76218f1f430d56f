package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
)

// narrowArc returns the arcus tangent of t for 0 <= t <= 1.
func (c calculator) narrowArc(t value) value {
	z := c.mul(t, t)
	return c.mul(t, c.addF(c.mul(z, c.poly(z, atanNarrow)), 1))
}

func narrowAtan(c calculator, x []value) []value {
	size := c.abs(x[0])
	steep := c.is(arith.OGT, size, 1)
	t := c.div(c.sel(steep, c.f(1), size), c.sel(steep, size, c.f(1)))
	angle := c.narrowArc(t)
	return []value{c.signOf(c.sel(steep, c.sub(c.f(math.Pi/2), angle), angle), x[0])}
}

// order returns the smaller and the larger of |y| and |x|, so that their quotient is that of a direction, and
// whether |y| is the larger one. Where both are zero or infinite, it is that of IEEE 754: a multiple of pi/4.
func (c calculator) order(y, x value) (small, large, steep value) {
	ay, ax := c.abs(y), c.abs(x)
	steep = c.compare(arith.OGT, ay, ax)
	small, large = c.sel(steep, ax, ay), c.sel(steep, ay, ax)
	infinite := c.is(arith.OEQ, small, math.Inf(1))
	small = c.sel(infinite, c.f(1), small)
	large = c.sel(c.either(infinite, c.is(arith.OEQ, large, 0)), c.f(1), large)
	return small, large, steep
}

func (c calculator) negative(x value) value {
	return arith.Cmp(c.Builder, arith.SLT, c.bits(x), c.i(0))
}

func narrowAtan2(c calculator, x []value) []value {
	small, large, steep := c.order(x[0], x[1])
	angle := c.narrowArc(c.div(small, large))
	angle = c.sel(steep, c.sub(c.f(math.Pi/2), angle), angle)
	angle = c.sel(c.negative(x[1]), c.sub(c.f(math.Pi), angle), angle)
	angle = c.sel(c.compare(arith.UNO, x[0], x[1]), c.f(math.NaN()), angle)
	return []value{c.signOf(angle, x[0])}
}

// leg is sqrt(1 - x^2), NaN beyond 1.
func (c calculator) leg(x value) value {
	return c.sqrt(c.mul(c.sub(c.f(1), x), c.addF(x, 1)))
}

func narrowAsin(c calculator, x []value) []value { return narrowAtan2(c, []value{x[0], c.leg(x[0])}) }
func narrowAcos(c calculator, x []value) []value { return narrowAtan2(c, []value{c.leg(x[0]), x[0]}) }

// wideArc returns the arcus tangent of small/large for 0 <= small <= large: beyond tan(pi/8) that of
// (small-large)/(small+large), plus pi/4.
func (c calculator) wideArc(small, large pair) pair {
	far := c.compare(arith.OGT, small.hi, c.mulF(large.hi, math.Sqrt2-1))
	t := c.pairDiv(c.pairSel(far, c.pairSub(small, large), small),
		c.pairSel(far, c.pairAdd(small, large), large))
	z := c.mul(t.hi, t.hi)
	bend := c.mul(c.mul(t.hi, z), c.poly(z, atanWide))
	angle := c.quickSum(t.hi, c.add(bend, c.mul(t.lo, c.sub(c.f(1), z))))
	return c.pairSel(far, c.pairAdd(c.pairScale(c.constant(halfPi), 0.5), angle), angle)
}

// wideDirection is the angle of a point of which both coordinates are of moderate size and not negative,
// turned by the signs.
func (c calculator) wideDirection(small, large pair, steep, left value) value {
	angle := c.wideArc(small, large)
	angle = c.pairSel(steep, c.pairSub(c.constant(halfPi), angle), angle)
	angle = c.pairSel(left, c.pairSub(c.pairScale(c.constant(halfPi), 2), angle), angle)
	return c.rounded(angle)
}

func wideAtan(c calculator, x []value) []value {
	size := c.abs(x[0])
	steep := c.is(arith.OGT, size, 1)
	bounded := c.sel(c.is(arith.OGT, size, 0x1p100), c.f(0x1p100), size)
	small, large := c.exact(c.sel(steep, c.f(1), bounded)), c.exact(c.sel(steep, bounded, c.f(1)))
	angle := c.wideArc(small, large)
	y := c.rounded(c.pairSel(steep, c.pairSub(c.constant(halfPi), angle), angle))
	y = c.sel(c.is(arith.OLT, size, tiny), size, y)
	return []value{c.orNaN(x[0], c.signOf(y, x[0]))}
}

func wideAtan2(c calculator, x []value) []value {
	small, large, steep := c.order(x[0], x[1])
	up := c.sel(c.is(arith.OLT, large, 0x1p-500), c.f(0x1p500),
		c.sel(c.is(arith.OGT, large, 0x1p500), c.f(0x1p-600), c.f(1)))
	small, large = c.mul(small, up), c.mul(large, up)
	// the angle is the quotient, or nothing beside a multiple of pi/2
	flat := c.compare(arith.OLT, small, c.mulF(large, 0x1p-60))
	left := c.negative(x[1])
	angle := c.wideDirection(c.exact(c.sel(flat, c.f(0), small)),
		c.exact(c.sel(c.is(arith.OEQ, large, math.Inf(1)), c.f(1), large)), steep, left)
	toTheRight := c.both(flat, c.not(c.either(steep, left)))
	angle = c.sel(toTheRight, c.abs(c.div(x[0], x[1])), angle)
	angle = c.sel(c.both(toTheRight, c.is(arith.OEQ, x[0], 0)), c.f(0), angle)
	angle = c.sel(c.compare(arith.UNO, x[0], x[1]), c.f(math.NaN()), angle)
	return []value{c.signOf(angle, x[0])}
}

// wideLeg is sqrt(1 - x^2) for |x| <= 1.
func (c calculator) wideLeg(x value) pair {
	square := c.product(x, x)
	return c.pairSqrt(c.pairSub(c.exact(c.f(1)), square))
}

// inner returns |x|, but 0 where the square of that would get subnormal, and whether x is beyond 1.
func (c calculator) inner(x value) (bounded, beyond value) {
	size := c.abs(x)
	return c.sel(c.is(arith.OLT, size, 0x1p-100), c.f(0), size), c.is(arith.OGT, size, 1)
}

// wideFromCosine returns the angle with that sine and cosine, which are not negative, as the pair of larger
// and smaller.
func (c calculator) wideFromCosine(sin, cos pair, left value) value {
	steep := c.compare(arith.OGT, sin.hi, cos.hi)
	return c.wideDirection(c.pairSel(steep, cos, sin), c.pairSel(steep, sin, cos), steep, left)
}

func wideAsin(c calculator, x []value) []value {
	size, beyond := c.inner(x[0])
	y := c.wideFromCosine(c.exact(size), c.wideLeg(size), c.is(arith.OLT, size, 0))
	y = c.sel(c.is(arith.OLT, c.abs(x[0]), tiny), c.abs(x[0]), y)
	return []value{c.orNaN(x[0], c.sel(beyond, c.f(math.NaN()), c.signOf(y, x[0])))}
}

func wideAcos(c calculator, x []value) []value {
	size, beyond := c.inner(x[0])
	y := c.wideFromCosine(c.wideLeg(size), c.exact(size), c.is(arith.OLT, x[0], 0))
	return []value{c.orNaN(x[0], c.sel(beyond, c.f(math.NaN()), y))}
}
