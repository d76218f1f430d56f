package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
)

// Reduction is Cody and Waite's (Software manual for the elementary functions, 1980): multiples of pi are
// subtracted in parts of which the first are exact. Larger arguments take another way (largeangle.go).

// narrowAngle bounds the arguments that narrow functions reduce themselves.
const narrowAngle = 0x1p27

// narrowSine returns the sine of r times (-1)^n for |r| <= pi/2 and the digits of n.
func (c calculator) narrowSine(r, digits value) value {
	z := c.mul(r, r)
	y := c.mul(r, c.addF(c.mul(z, c.poly(z, sinHalfTurn)), 1))
	return c.number(c.binary(arith.XOrI, c.bits(y), c.shl(digits, 63)))
}

// minusTurns returns x - n pi scale, for n of up to 28 digits.
func (c calculator) minusTurns(x, n value, scale float64) value {
	for _, part := range pi25 {
		x = c.sub(x, c.mulF(n, part*scale))
	}
	return x
}

func narrowSin(c calculator, x []value) []value {
	n, digits := c.nearest(c.mulF(x[0], 1/math.Pi))
	return []value{c.narrowSine(c.minusTurns(x[0], n, 1), digits)}
}

// narrowCos is -(-1)^m sin(r) for x = (m + 1/2) pi + r.
func narrowCos(c calculator, x []value) []value {
	m, digits := c.nearest(c.subF(c.mulF(x[0], 1/math.Pi), 0.5))
	r := c.minusTurns(x[0], c.addF(m, 0.5), 1)
	return []value{c.narrowSine(c.neg(r), digits)}
}

func narrowTan(c calculator, x []value) []value {
	n, digits := c.nearest(c.mulF(x[0], 2/math.Pi))
	r := c.minusTurns(x[0], n, 0.5)
	z := c.mul(r, r)
	sin := c.mul(r, c.addF(c.mul(z, c.poly(z, sinQuarterTurn)), 1))
	cos := c.addF(c.mul(z, c.addF(c.mul(z, c.poly(z, cosQuarterTurn)), -0.5)), 1)
	odd := c.digit(digits, 1)
	return []value{c.div(c.sel(odd, c.neg(cos), sin), c.sel(odd, sin, cos))}
}

func narrowSinCos(c calculator, x []value) []value {
	return []value{narrowSin(c, x)[0], narrowCos(c, x)[0]}
}

// digit reports whether the digits have one of that value.
func (c calculator) digit(digits value, of int64) value {
	return arith.Cmp(c.Builder, arith.NE, c.mask(digits, of), c.i(0))
}

// wideAngle bounds the arguments that wide functions reduce themselves: 20 digits of multiples.
const wideAngle = 0x1p20

// quarterTurns writes x, at most wideAngle, as n pi/2 + r.
func (c calculator) quarterTurns(x value) (r pair, digits value) {
	n, digits := c.nearest(c.mulF(x, 2/math.Pi))
	r = c.exact(c.sub(x, c.mulF(n, halfPi33[0])))
	for _, part := range halfPi33[1:3] {
		next := c.sum(r.hi, c.neg(c.mulF(n, part)))
		r = pair{next.hi, c.add(r.lo, next.lo)}
	}
	r = c.quickSum(r.hi, c.sub(r.lo, c.mulF(n, halfPi33[3])))
	return pair{c.signedZero(x, r.hi), r.lo}, digits
}

// kernels returns sine and cosine of |r| <= pi/4.
func (c calculator) kernels(r pair) (sin, cos pair) {
	z := c.mul(r.hi, r.hi)
	cubic := c.mul(c.mul(r.hi, z), c.poly(z, sinQuarterTurn))
	half := c.mulF(z, 0.5)
	straight := c.sub(c.f(1), half)
	sin = c.quickSum(r.hi, c.add(cubic, c.mul(r.lo, straight)))
	quartic := c.sub(c.mul(c.mul(z, z), c.poly(z, cosQuarterTurn)), c.mul(r.hi, r.lo))
	lost := c.sub(c.sub(c.f(1), straight), half)
	return sin, c.quickSum(straight, c.add(lost, quartic))
}

// negateIf changes the sign of x where the digits have one of value 2.
func (c calculator) negateIf(digits, x value) value {
	return c.number(c.binary(arith.XOrI, c.bits(x), c.shl(c.mask(digits, 2), 62)))
}

// turned returns the wide function of x that f makes of the rest by pi/2 and the digits of the multiple.
func turned(f func(c calculator, r pair, digits value) []value) formula {
	return func(c calculator, x []value) []value {
		r, digits := c.reduce(x[0])
		return f(c, r, digits)
	}
}

func sinOf(c calculator, r pair, digits value) []value {
	sin, cos := c.kernels(r)
	y := c.sel(c.digit(digits, 1), cos.hi, sin.hi)
	return []value{c.signedZero(r.hi, c.negateIf(digits, y))}
}

func cosOf(c calculator, r pair, digits value) []value {
	sin, cos := c.kernels(r)
	return []value{c.negateIf(c.iadd(digits, c.i(1)), c.sel(c.digit(digits, 1), sin.hi, cos.hi))}
}

func tanOf(c calculator, r pair, digits value) []value {
	sin, cos := c.kernels(r)
	odd := c.digit(digits, 1)
	over, under := c.pairSel(odd, pair{c.neg(cos.hi), c.neg(cos.lo)}, sin), c.pairSel(odd, sin, cos)
	return []value{c.signedZero(r.hi, c.rounded(c.pairDiv(over, under)))}
}

// signedZero returns y, but x where that is zero.
func (c calculator) signedZero(x, y value) value { return c.sel(c.is(arith.OEQ, x, 0), x, y) }

func sinCosOf(c calculator, r pair, digits value) []value {
	return []value{sinOf(c, r, digits)[0], cosOf(c, r, digits)[0]}
}
