package complexes

import "math"

// Sqrt returns the square root of x whose real part is not negative.
func (f Formulas[F, B, C]) Sqrt(x C) C {
	zero, half := f.Constant(0), f.Constant(0.5)
	re, im := f.parts(x)
	root := f.absoluteRoot(re, im)
	angle := f.given(Mul, f.given(Atan2, im, re), half)
	cos, sin := f.given(Cos, angle), f.given(Sin, angle)
	sinIsZero := f.is(Equal, sin, zero) // infinity is not multiplied by zero
	result := pair[F]{re: f.given(Mul, root, cos)}
	result.im = f.Select(sinIsZero, zero, f.given(Mul, root, sin))
	if !f.Finite() {
		result = f.infiniteSqrt(re, im, root, zero, result)
	}
	isZero := f.is(Equal, root, zero)
	return f.createPair(selectPair(f.Arithmetic, isZero, pair[F]{zero, zero}, result))
}

func (f Formulas[F, B, C]) createPair(p pair[F]) C { return f.Create(p.re, p.im) }

// infiniteSqrt returns the square root where a part is infinite or NaN, else the result so far.
func (f Formulas[F, B, C]) infiniteSqrt(re, im, root, zero F, result pair[F]) pair[F] {
	infinity, negative, nan := f.Constant(math.Inf(1)), f.Constant(math.Inf(-1)), f.Constant(quietNaN)
	absIm := f.given(Abs, im)
	imIsInfinite, imIsFinite := f.is(Equal, absIm, infinity), f.is(OrderedUnequal, absIm, infinity)
	reIsInfinite, reIsNegative := f.is(Equal, re, infinity), f.is(Equal, re, negative)
	result.re = f.Select(f.And(reIsNegative, imIsFinite), zero, result.re)
	result.re = f.Select(f.Or(imIsInfinite, reIsInfinite), infinity, result.re)
	signed := f.given(CopySign, infinity, im)
	result.im = f.Select(f.Compare(Unordered, None, root, root), nan, result.im)
	result.im = f.Select(f.Or(imIsInfinite, reIsNegative), signed, result.im)
	return result
}

// Rsqrt returns 1 divided by the square root of x.
func (f Formulas[F, B, C]) Rsqrt(x C) C {
	zero, infinity, negativeHalf, nan := f.Constant(0), f.Constant(math.Inf(1)), f.Constant(-0.5),
		f.Constant(quietNaN)
	re, im := f.parts(x)
	root := f.reciprocalRoot(re, im)
	angle := f.given(Mul, f.given(Atan2, im, re), negativeHalf)
	cos, sin := f.given(Cos, angle), f.given(Sin, angle)
	result := pair[F]{re: f.given(Mul, root, cos)}
	result.im = f.given(Mul, root, sin)
	if !f.Finite() {
		result = f.infiniteRsqrt(re, im, zero, infinity, result)
	}
	reIsZero, imIsZero := f.is(Equal, re, zero), f.is(Equal, im, zero)
	return f.createPair(selectPair(f.Arithmetic, f.And(reIsZero, imIsZero), pair[F]{infinity, nan}, result))
}

// infiniteRsqrt returns a zero where a part is infinite, else the result so far.
func (f Formulas[F, B, C]) infiniteRsqrt(re, im, zero, infinity F, result pair[F]) pair[F] {
	negativeOne := f.Constant(-1)
	signedRe, signedIm := f.given(CopySign, zero, re), f.given(CopySign, zero, im)
	signedIm = f.given(Mul, negativeOne, signedIm)
	absRe, absIm := f.given(Abs, re), f.given(Abs, im)
	imIsInfinite := f.is(Equal, absIm, infinity)
	reIsNaN := f.is(Unordered, re, re)
	reIsInfinite := f.is(Equal, absRe, infinity)
	isZero := f.Or(f.And(imIsInfinite, reIsNaN), reIsInfinite)
	return selectPair(f.Arithmetic, isZero, pair[F]{signedRe, signedIm}, result)
}
