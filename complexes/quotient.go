package complexes

import "math"

// Quotient returns x / y.
func (f Formulas[F, B, C]) Quotient(x, y C) C {
	a, b := f.parts(x)
	c, d := f.parts(y)
	return f.Create(Divide(f.Arithmetic, f.Range, a, b, c, d))
}

// Divide returns the parts of (a + bi) / (c + di).
func Divide[F, B any](s Scalars[F, B], r Range, a, b, c, d F) (re, im F) {
	n := division[F, B]{s, a, b, c, d}
	if r == Improved {
		return n.scaled()
	}
	return n.algebraic()
}

// division is (a + bi) / (c + di).
type division[F, B any] struct {
	Scalars[F, B]
	a, b, c, d F
}

func (n division[F, B]) given(op Operation, args ...F) F { return n.Compute(op, Given, args...) }

func (n division[F, B]) is(p Predicate, x, y F) B { return n.Compare(p, None, x, y) }

// algebraic multiplies by the conjugate of the divisor, and divides by the square of its absolute value.
func (n division[F, B]) algebraic() (re, im F) {
	cc, dd := n.given(Mul, n.c, n.c), n.given(Mul, n.d, n.d)
	square := n.given(Add, cc, dd)
	ac, bd := n.given(Mul, n.a, n.c), n.given(Mul, n.b, n.d)
	re = n.given(Add, ac, bd)
	bc, ad := n.given(Mul, n.b, n.c), n.given(Mul, n.a, n.d)
	im = n.given(Sub, bc, ad)
	re = n.given(Div, re, square)
	return re, n.given(Div, im, square)
}

// pair is the parts of a number.
type pair[F any] struct{ re, im F }

// scaled divides by the larger part of the divisor first (R. L. Smith, Algorithm 116, 1962). Where neither
// part of that is a number, the result is what infinite numbers and zero lead to.
func (n division[F, B]) scaled() (re, im F) {
	byIm, byRe := n.scaledByIm(), n.scaledByRe()
	s := n.magnitudes()
	cases := []specialCase[F, B]{n.zeroDivisor(s), {}, {}}
	cases[1] = n.infiniteDividend(s)
	cases[2] = n.infiniteDivisor(s)
	imIsLarger := n.is(Less, s.absC, s.absD)
	usual := selectPair(n.Scalars, imIsLarger, byIm, byRe)
	other := usual
	for i := len(cases) - 1; i >= 0; i-- {
		other = selectPair(n.Scalars, cases[i].applies, cases[i].result, other)
	}
	reIsNaN := n.is(Unordered, usual.re, s.zero)
	imIsNaN := n.is(Unordered, usual.im, s.zero)
	result := selectPair(n.Scalars, n.And(reIsNaN, imIsNaN), other, usual)
	return result.re, result.im
}

// selectPair returns x where cond holds, else y.
func selectPair[F, B any](s Scalars[F, B], cond B, x, y pair[F]) pair[F] {
	re := s.Select(cond, x.re, y.re)
	return pair[F]{re, s.Select(cond, x.im, y.im)}
}

// scaledByIm divides by d first.
func (n division[F, B]) scaledByIm() pair[F] {
	ratio := n.given(Div, n.c, n.d)
	divisor := n.given(Add, n.d, n.given(Mul, ratio, n.c))
	re := n.given(Div, n.given(Add, n.given(Mul, n.a, ratio), n.b), divisor)
	return pair[F]{re, n.given(Div, n.given(Sub, n.given(Mul, n.b, ratio), n.a), divisor)}
}

// scaledByRe divides by c first.
func (n division[F, B]) scaledByRe() pair[F] {
	ratio := n.given(Div, n.d, n.c)
	divisor := n.given(Add, n.c, n.given(Mul, ratio, n.d))
	re := n.given(Div, n.given(Add, n.a, n.given(Mul, n.b, ratio)), divisor)
	return pair[F]{re, n.given(Div, n.given(Sub, n.b, n.given(Mul, n.a, ratio)), divisor)}
}

// magnitudes is what the special cases of a division have in common, as far as it has been made.
type magnitudes[F, B any] struct {
	absA, absB, absC, absD F
	zero, infinity, one    F
	cIsZero, dIsZero       B
}

func (n division[F, B]) magnitudes() *magnitudes[F, B] {
	s := &magnitudes[F, B]{zero: n.Constant(0), absC: n.given(Abs, n.c)}
	s.cIsZero = n.is(Equal, s.absC, s.zero)
	s.absD = n.given(Abs, n.d)
	s.dIsZero = n.is(Equal, s.absD, s.zero)
	return s
}

// specialCase is a result and where it applies.
type specialCase[F, B any] struct {
	applies B
	result  pair[F]
}

// zeroDivisor is a division by zero of what has a part that is a number: the result is infinite.
func (n division[F, B]) zeroDivisor(s *magnitudes[F, B]) specialCase[F, B] {
	aIsNumber, bIsNumber := n.is(Ordered, n.a, s.zero), n.is(Ordered, n.b, s.zero)
	either := n.Or(aIsNumber, bIsNumber)
	applies := n.And(either, n.And(s.cIsZero, s.dIsZero))
	s.infinity = n.Constant(math.Inf(1))
	signed := n.Compute(CopySign, None, s.infinity, n.c)
	re := n.given(Mul, signed, n.a)
	return specialCase[F, B]{applies, pair[F]{re, n.given(Mul, signed, n.b)}}
}

// infiniteDividend divides what has an infinite part by a finite number: the result is infinite.
func (n division[F, B]) infiniteDividend(s *magnitudes[F, B]) specialCase[F, B] {
	finite := n.bothFinite(s, s.absC, s.absD)
	s.absA = n.given(Abs, n.a)
	aIsInfinite := n.is(Equal, s.absA, s.infinity)
	s.absB = n.given(Abs, n.b)
	bIsInfinite := n.is(Equal, s.absB, s.infinity)
	applies := n.And(n.Or(aIsInfinite, bIsInfinite), finite)
	s.one = n.Constant(1)
	a, b := n.direction(s, aIsInfinite, n.a), n.direction(s, bIsInfinite, n.b)
	ac, bd := n.given(Mul, a, n.c), n.given(Mul, b, n.d)
	re := n.given(Mul, s.infinity, n.given(Add, ac, bd))
	ad, bc := n.given(Mul, a, n.d), n.given(Mul, b, n.c)
	return specialCase[F, B]{applies, pair[F]{re, n.given(Mul, s.infinity, n.given(Sub, bc, ad))}}
}

// infiniteDivisor divides a finite number by what has an infinite part: the result is zero.
func (n division[F, B]) infiniteDivisor(s *magnitudes[F, B]) specialCase[F, B] {
	finite := n.bothFinite(s, s.absA, s.absB)
	cIsInfinite, dIsInfinite := n.is(Equal, s.absC, s.infinity), n.is(Equal, s.absD, s.infinity)
	applies := n.And(finite, n.Or(cIsInfinite, dIsInfinite))
	c, d := n.direction(s, cIsInfinite, n.c), n.direction(s, dIsInfinite, n.d)
	ac, bd := n.given(Mul, n.a, c), n.given(Mul, n.b, d)
	re := n.given(Mul, s.zero, n.given(Add, ac, bd))
	bc, ad := n.given(Mul, n.b, c), n.given(Mul, n.a, d)
	return specialCase[F, B]{applies, pair[F]{re, n.given(Mul, s.zero, n.given(Sub, bc, ad))}}
}

// bothFinite returns whether two absolute values are neither NaN nor infinite.
func (n division[F, B]) bothFinite(s *magnitudes[F, B], x, y F) B {
	xIsFinite := n.is(OrderedUnequal, x, s.infinity)
	return n.And(xIsFinite, n.is(OrderedUnequal, y, s.infinity))
}

// direction returns 1 in place of infinity and 0 in place of other numbers, with the sign of x.
func (n division[F, B]) direction(s *magnitudes[F, B], isInfinite B, x F) F {
	return n.Compute(CopySign, None, n.Select(isInfinite, s.one, s.zero), x)
}
