package complexes

import "math"

// Cos returns the cosine of x: of a + bi, (e^-b + e^b)/2 cos(a) + (e^-b - e^b)/2 sin(a) i.
func (f Formulas[F, B, C]) Cos(x C) C {
	h := f.halves(x)
	re := f.given(Mul, f.given(Add, h.falling, h.growing), h.cos)
	return f.Create(re, f.given(Mul, f.given(Sub, h.falling, h.growing), h.sin))
}

// Sin returns the sine of x: of a + bi, (e^b + e^-b)/2 sin(a) + (e^b - e^-b)/2 cos(a) i.
func (f Formulas[F, B, C]) Sin(x C) C {
	h := f.halves(x)
	re := f.given(Mul, f.given(Add, h.growing, h.falling), h.sin)
	return f.Create(re, f.given(Mul, f.given(Sub, h.growing, h.falling), h.cos))
}

// halves is e^b/2, e^-b/2, sin(a) and cos(a) of a number a + bi.
type halves[F any] struct{ growing, falling, sin, cos F }

func (f Formulas[F, B, C]) halves(x C) halves[F] {
	re, im := f.parts(x)
	half := f.Constant(0.5)
	exp := f.given(Exp, im)
	h := halves[F]{growing: f.given(Mul, half, exp)}
	h.falling = f.given(Div, half, exp)
	h.sin = f.given(Sin, re)
	h.cos = f.given(Cos, re)
	return h
}

// Tanh returns the hyperbolic tangent of x.
func (f Formulas[F, B, C]) Tanh(x C) C {
	re, im := f.parts(x)
	return f.createPair(f.tanh(re, im, f.Constant(-1)))
}

// Tan returns the tangent of x: of a + bi, -i tanh(-b + ai).
func (f Formulas[F, B, C]) Tan(x C) C {
	re, im := f.parts(x)
	negativeOne := f.Constant(-1)
	result := f.tanh(f.given(Mul, im, negativeOne), re, negativeOne)
	return f.Create(result.im, f.given(Mul, result.re, negativeOne))
}

// tanh returns the hyperbolic tangent: of a + bi, the parts (e^2a - e^-2a) and 4 cos(b) sin(b), divided by
// e^2a + e^-2a - 2 + 4 cos(b)².
func (f Formulas[F, B, C]) tanh(re, im, negativeOne F) pair[F] {
	infinity, four := f.Constant(math.Inf(1)), f.Constant(4)
	twice := f.given(Add, re, re)
	negative := f.given(Mul, negativeOne, twice)
	growing, falling := f.given(ExpM1, twice), f.given(ExpM1, negative)
	difference := f.given(Sub, growing, falling)
	cos := f.given(Cos, im)
	cosine := f.given(Mul, f.given(Mul, cos, cos), four)
	sine := f.given(Mul, four, f.given(Mul, cos, f.given(Sin, im)))
	sum := f.given(Add, growing, falling)
	divisor := f.given(Add, sum, cosine)
	overflows := f.is(Equal, sum, infinity)
	limit := f.given(CopySign, negativeOne, re)
	result := pair[F]{re: f.Select(overflows, limit, f.given(Div, difference, divisor))}
	result.im = f.given(Div, sine, divisor)
	if !f.Finite() {
		return f.infiniteTanh(re, im, sine, infinity, result)
	}
	return result
}

// infiniteTanh returns the hyperbolic tangent where a part is infinite, else the result so far.
func (f Formulas[F, B, C]) infiniteTanh(re, im, sine, infinity F, result pair[F]) pair[F] {
	absRe := f.given(Abs, re)
	zero, nan := f.Constant(0), f.Constant(quietNaN)
	reIsInfinite := f.is(Equal, absRe, infinity)
	imIsZero := f.is(Equal, im, zero)
	reIsFinite := f.Not(reIsInfinite)
	sineIsNaN := f.is(Unordered, sine, sine)
	isNaN := f.And(sineIsNaN, reIsFinite)
	isZero := f.Or(imIsZero, f.And(reIsInfinite, sineIsNaN))
	result.re = f.Select(isNaN, nan, result.re)
	result.im = f.Select(isZero, zero, result.im)
	return result
}

// Atan2 returns the angle of the point whose coordinates are x and y, both complex: -i log((x + iy) / sqrt(x²
// + y²)).
func (f Formulas[F, B, C]) Atan2(y, x C) C {
	xx, yy := f.Product(x, x), f.Product(y, y)
	root := f.Sqrt(f.Sum(xx, yy))
	zero, one := f.Constant(0), f.Constant(1)
	i := f.Create(zero, one)
	point := f.Sum(x, f.Product(i, y))
	log := f.Log(f.Quotient(point, root))
	negativeOne := f.Constant(-1)
	return f.Product(f.Create(zero, negativeOne), log)
}
