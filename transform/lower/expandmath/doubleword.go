package expandmath

import "github.com/inflight-compiler/inflight/dialect/arith"

// pair is the sum of two numbers of f64 of which the first has the leading digits: about 105 digits in all.
// The algorithms are Dekker's (A floating-point technique for extending the available precision, 1971) and
// Knuth's.
type pair struct{ hi, lo value }

// quickSum returns x + y exactly, for |x| >= |y| or x = 0.
func (c calculator) quickSum(x, y value) pair {
	s := c.add(x, y)
	return pair{s, c.sub(y, c.sub(s, x))}
}

// sum returns x + y exactly.
func (c calculator) sum(x, y value) pair {
	s := c.add(x, y)
	back := c.sub(s, x)
	return pair{s, c.add(c.sub(x, c.sub(s, back)), c.sub(y, back))}
}

// halves splits x into two numbers of 26 digits.
func (c calculator) halves(x value) pair {
	const splitter = 1<<27 + 1
	t := c.mulF(x, splitter)
	hi := c.sub(t, c.sub(t, x))
	return pair{hi, c.sub(x, hi)}
}

// product returns x * y exactly, where nothing overflows or gets subnormal.
func (c calculator) product(x, y value) pair {
	p := c.mul(x, y)
	a, b := c.halves(x), c.halves(y)
	rest := c.sub(c.mul(a.hi, b.hi), p)
	rest = c.add(c.add(rest, c.mul(a.hi, b.lo)), c.mul(a.lo, b.hi))
	return pair{p, c.add(rest, c.mul(a.lo, b.lo))}
}

// constant is a constant in two parts.
func (c calculator) constant(v []float64) pair { return pair{c.f(v[0]), c.f(v[1])} }

// exact is a number as a pair.
func (c calculator) exact(x value) pair { return pair{x, c.f(0)} }

func (c calculator) pairAdd(x, y pair) pair {
	s := c.sum(x.hi, y.hi)
	return c.quickSum(s.hi, c.add(s.lo, c.add(x.lo, y.lo)))
}

func (c calculator) pairSub(x, y pair) pair {
	return c.pairAdd(x, pair{c.neg(y.hi), c.neg(y.lo)})
}

func (c calculator) pairMul(x, y pair) pair {
	p := c.product(x.hi, y.hi)
	return c.quickSum(p.hi, c.add(p.lo, c.add(c.mul(x.hi, y.lo), c.mul(x.lo, y.hi))))
}

func (c calculator) pairDiv(x, y pair) pair {
	q := c.div(x.hi, y.hi)
	back := c.product(q, y.hi)
	rest := c.add(c.sub(c.sub(x.hi, back.hi), back.lo), c.sub(x.lo, c.mul(q, y.lo)))
	return c.quickSum(q, c.div(rest, y.hi))
}

// pairSqrt returns the square root of a pair that is not negative.
func (c calculator) pairSqrt(x pair) pair {
	r := c.sqrt(x.hi)
	square := c.product(r, r)
	rest := c.add(c.sub(c.sub(x.hi, square.hi), square.lo), x.lo)
	return c.quickSum(r, c.sel(c.is(arith.OGT, r, 0), c.div(rest, c.add(r, r)), c.f(0)))
}

// pairScale multiplies by a power of 2.
func (c calculator) pairScale(x pair, v float64) pair { return pair{c.mulF(x.hi, v), c.mulF(x.lo, v)} }

// pairSel selects.
func (c calculator) pairSel(cond value, yes, no pair) pair {
	return pair{c.sel(cond, yes.hi, no.hi), c.sel(cond, yes.lo, no.lo)}
}

// rounded returns the number nearest to the pair.
func (c calculator) rounded(x pair) value { return c.add(x.hi, x.lo) }
