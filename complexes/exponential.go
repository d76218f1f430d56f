package complexes

import "math"

// Exp returns e to the power of x. Where e to the real part overflows, it is multiplied in two halves, each
// by its root.
func (f Formulas[F, B, C]) Exp(x C) C {
	re, im := f.parts(x)
	zero, half, infinity := f.Constant(0), f.Constant(0.5), f.Constant(math.Inf(1))
	exp := f.given(Exp, re)
	root := f.given(Exp, f.given(Mul, re, half))
	cos, sin := f.given(Cos, im), f.given(Sin, im)
	overflows := f.is(Equal, exp, infinity)
	imIsZero := f.Compare(Equal, None, im, zero)
	part := func(factor F) F {
		direct := f.given(Mul, exp, factor)
		halves := f.given(Mul, f.given(Mul, root, factor), root)
		return f.Select(overflows, halves, direct)
	}
	real := part(cos)
	return f.Create(real, f.Select(imIsZero, zero, part(sin)))
}

// ExpM1 returns e to the power of x, minus 1: of x = a + bi that is expm1(a) cos(b) + (cos(b) - 1) and e to
// the power of a times sin(b).
func (f Formulas[F, B, C]) ExpM1(x C) C {
	re, im := f.parts(x)
	zero, one := f.Constant(0), f.Constant(1)
	expM1 := f.given(ExpM1, re)
	exp := f.given(Add, expM1, one)
	sin := f.given(Sin, im)
	cosM1 := f.cosM1(im)
	cos := f.given(Add, cosM1, one)
	real := f.given(Add, f.given(Mul, expM1, cos), cosM1)
	imIsZero := f.is(Equal, im, zero)
	return f.Create(real, f.Select(imIsZero, zero, f.given(Mul, exp, sin)))
}

// cosM1Coefficients are those of the Cephes library's cosm1, for the powers of x² from the highest one down,
// behind x⁴.
var cosM1Coefficients = []float64{
	4.7377507964246204691685e-14, -1.1470284843425359765671e-11, 2.0876754287081521758361e-9,
	-2.7557319214999787979814e-7,
	2.4801587301570552304991e-5, -1.3888888888888872993737e-3, 4.1666666666666666609054e-2,
}

// cosM1 returns cos(x) - 1, for small x by a polynomial.
func (f Formulas[F, B, C]) cosM1(x F) F {
	negativeHalf, negativeOne := f.Constant(-0.5), f.Constant(-1)
	large := f.given(Add, f.given(Cos, x), negativeOne)
	square := f.given(Mul, x, x)
	fourth := f.given(Mul, square, square)
	poly := f.Constant(cosM1Coefficients[0])
	for _, c := range cosM1Coefficients[1:] {
		poly = f.given(FMA, poly, square, f.Constant(c))
	}
	tail := f.given(Mul, fourth, poly)
	small := f.plain(Add, tail, f.given(Mul, negativeHalf, square))
	limit := f.Constant(0.61685) // the square of a quarter of pi
	return f.Select(f.is(GreaterOrEqual, square, limit), large, small)
}

// Log returns the natural logarithm of x.
func (f Formulas[F, B, C]) Log(x C) C {
	real := f.given(Log, f.Absolute(x))
	return f.Create(real, f.Angle(x))
}

// Log1p returns the natural logarithm of 1 + x.
func (f Formulas[F, B, C]) Log1p(x C) C {
	re, im := f.parts(x)
	half, one := f.Constant(0.5), f.Constant(1)
	plusOne := f.given(Add, re, one)
	absRe, absIm := f.given(Abs, plusOne), f.given(Abs, im)
	larger, smaller := f.given(Maximum, absRe, absIm), f.given(Minimum, absRe, absIm)
	reIsLarger := f.is(Greater, plusOne, absIm)
	minusOne := f.given(Sub, larger, one)
	minusOne = f.Select(reIsLarger, re, minusOne)
	quotient := f.special(Div, smaller, larger)
	log := f.given(Log1p, minusOne)
	rest := f.special(Log1p, f.special(Mul, quotient, quotient))
	real := f.special(Add, f.special(Mul, half, rest), log)
	isNaN := f.Compare(Unordered, Special, real, real)
	real = f.Select(isNaN, smaller, real)
	return f.Create(real, f.given(Atan2, im, plusOne))
}
