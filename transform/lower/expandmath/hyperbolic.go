package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
)

func narrowSinh(c calculator, x []value) []value {
	d := c.narrowDifference(c.clamp(c.abs(x[0]), 0, narrowLimit))
	y := c.mulF(c.add(d, c.div(d, c.addF(d, 1))), 0.5)
	return []value{c.signOf(y, x[0])}
}

func narrowCosh(c calculator, x []value) []value {
	e := narrowExp(c, []value{c.abs(x[0])})[0]
	return []value{c.mulF(c.add(e, c.div(c.f(1), e)), 0.5)}
}

func narrowTanh(c calculator, x []value) []value {
	d := c.narrowDifference(c.clamp(c.mulF(x[0], 2), -largeExp, largeExp))
	return []value{c.signOf(c.div(d, c.addF(d, 2)), x[0])}
}

func narrowAsinh(c calculator, x []value) []value {
	size := c.abs(x[0])
	square := c.mul(size, size)
	y := narrowLog1p(c, []value{c.add(size, c.div(square, c.addF(c.sqrt(c.addF(square, 1)), 1)))})[0]
	return []value{c.signOf(c.sel(c.is(arith.OEQ, size, math.Inf(1)), size, y), x[0])}
}

func narrowAcosh(c calculator, x []value) []value {
	t := c.subF(x[0], 1)
	y := narrowLog1p(c, []value{c.add(t, c.sqrt(c.mul(t, c.addF(t, 2))))})[0]
	return []value{c.sel(c.is(arith.OLT, x[0], 1), c.f(math.NaN()), y)}
}

func narrowAtanh(c calculator, x []value) []value {
	size := c.abs(x[0])
	y := narrowLog1p(c, []value{c.div(c.add(size, size), c.sub(c.f(1), size))})[0]
	return []value{c.signOf(c.mulF(y, 0.5), x[0])}
}

// halfExp returns e^x / 2 for 0 <= x <= wideHigh.
func (c calculator) halfExp(x value) value {
	r, digits := c.wideRest(c.exact(x))
	return c.wideScale(c.addF(c.wideTail(r).hi, 1), c.isub(digits, c.i(1)))
}

// bounded returns |x| for the hyperbolic functions: up to where they are infinite, and up to where e^-x still
// counts.
func (c calculator) bounded(x value) (all, small, isLarge value) {
	all = c.clamp(c.abs(x), 0, wideHigh)
	isLarge = c.is(arith.OGT, all, largeExp)
	return all, c.sel(isLarge, c.f(largeExp), all), isLarge
}

func wideSinh(c calculator, x []value) []value {
	all, small, isLarge := c.bounded(x[0])
	d := c.wideDifference(small)
	y := c.mulF(c.rounded(c.pairAdd(d, c.pairDiv(d, c.pairAdd(d, c.exact(c.f(1)))))), 0.5)
	y = c.sel(isLarge, c.halfExp(all), y)
	y = c.sel(c.is(arith.OLT, all, tiny), all, y)
	return []value{c.orNaN(x[0], c.signOf(y, x[0]))}
}

func wideCosh(c calculator, x []value) []value {
	all, small, isLarge := c.bounded(x[0])
	e := c.pairAdd(c.wideDifference(small), c.exact(c.f(1)))
	y := c.mulF(c.rounded(c.pairAdd(e, c.pairDiv(c.exact(c.f(1)), e))), 0.5)
	return []value{c.orNaN(x[0], c.sel(isLarge, c.halfExp(all), y))}
}

func wideTanh(c calculator, x []value) []value {
	size := c.abs(x[0])
	double := c.clamp(c.add(size, size), 0, largeExp)
	d := c.wideDifference(double)
	y := c.rounded(c.pairDiv(d, c.pairAdd(d, c.exact(c.f(2)))))
	y = c.sel(c.is(arith.OGE, double, largeExp), c.f(1), y)
	y = c.sel(c.is(arith.OLT, size, tiny), size, y)
	return []value{c.orNaN(x[0], c.signOf(y, x[0]))}
}

// largeSquare is where x^2 + 1 and x^2 do not differ.
const largeSquare = 0x1p60

// logarithmOfSum returns log(x + sqrt(x^2 + sign)), and log(2x) where that is the same.
func (c calculator) logarithmOfSum(x value, sign float64) value {
	isLarge := c.is(arith.OGT, x, largeSquare)
	bounded := c.sel(isLarge, c.f(2), x)
	root := c.pairSqrt(c.pairAdd(c.product(bounded, bounded), c.exact(c.f(sign))))
	argument := c.pairSel(isLarge, c.exact(x), c.pairAdd(root, c.exact(bounded)))
	y := c.logOfPair(argument)
	return c.rounded(c.pairSel(isLarge, c.pairAdd(y, pair{c.f(ln2High()), c.f(ln2Low())}), y))
}

func wideAsinh(c calculator, x []value) []value {
	size := c.abs(x[0])
	y := c.logarithmOfSum(size, 1)
	y = c.sel(c.is(arith.OLT, size, tiny), size, y)
	return []value{c.sel(c.is(arith.OLT, size, math.Inf(1)), c.signOf(y, x[0]), x[0])}
}

func wideAcosh(c calculator, x []value) []value {
	y := c.logarithmOfSum(x[0], -1)
	y = c.sel(c.is(arith.OEQ, x[0], 1), c.f(0), c.sel(c.is(arith.OLT, x[0], 1), c.f(math.NaN()), y))
	return []value{c.sel(c.is(arith.OLT, x[0], math.Inf(1)), y, x[0])}
}

func wideAtanh(c calculator, x []value) []value {
	size := c.abs(x[0])
	inside := c.is(arith.OLT, size, 1)
	bounded := c.sel(inside, size, c.f(0))
	quotient := c.pairDiv(c.sum(c.f(1), bounded), c.sum(c.f(1), c.neg(bounded)))
	y := c.mulF(c.rounded(c.logOfPair(quotient)), 0.5)
	y = c.sel(c.is(arith.OLT, size, tiny), size, y)
	y = c.sel(inside, y, c.sel(c.is(arith.OEQ, size, 1), c.f(math.Inf(1)), c.f(math.NaN())))
	return []value{c.signOf(y, x[0])}
}
