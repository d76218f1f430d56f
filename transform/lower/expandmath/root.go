package expandmath

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
)

func rsqrt(c calculator, x []value) []value { return []value{c.div(c.like(x[0], 1), c.sqrt(x[0]))} }

// cubeRoot returns the cube root of a positive normal number with about 45 digits.
func (c calculator) cubeRoot(x value) value {
	f, e := c.split(x)
	log := c.add(e, c.mulF(c.narrowFraction(f), log2E[0]))
	n, digits := c.nearest(c.mulF(log, 1.0/3))
	r := c.mulF(c.sub(c.mulF(log, 1.0/3), n), math.Ln2)
	root := c.addF(c.mul(r, c.poly(r, expFirst)), 1)
	return c.scale(root, digits)
}

// itself returns y, but x where that is zero, infinite or no number.
func (c calculator) itself(x, y value) value {
	size := c.abs(x)
	regular := c.both(c.is(arith.OGT, size, 0), c.is(arith.OLT, size, math.Inf(1)))
	return c.sel(regular, y, x)
}

func narrowCbrt(c calculator, x []value) []value {
	return []value{c.itself(x[0], c.signOf(c.cubeRoot(c.abs(x[0])), x[0]))}
}

// wideCbrt is one step of Newton's method with the exact error of the start.
func wideCbrt(c calculator, x []value) []value {
	size := c.abs(x[0])
	small, large := c.is(arith.OLT, size, 0x1p-700), c.is(arith.OGT, size, 0x1p700)
	v := c.sel(small, c.mulF(size, 0x1p600), c.sel(large, c.mulF(size, 0x1p-600), size))
	root := c.cubeRoot(v)
	square := c.mul(root, root)
	cube := c.pairMul(c.product(root, root), c.exact(root))
	rest := c.sub(c.sub(v, cube.hi), cube.lo)
	root = c.add(root, c.div(rest, c.mulF(square, 3)))
	root = c.mul(root, c.sel(small, c.f(0x1p-200), c.sel(large, c.f(0x1p200), c.f(1))))
	return []value{c.itself(x[0], c.signOf(root, x[0]))}
}
