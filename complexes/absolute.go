package complexes

// Absolute returns the absolute value of x.
func (f Formulas[F, B, C]) Absolute(x C) F { return f.absolute(f.Re(x), f.Im(x)) }

// absolute returns the square root of re² + im², the larger one times what the ratio of the two makes of 1,
// so that no square overflows. Where that is no number, as of two zeros or two infinite parts, the smaller
// one is the result.
func (f Formulas[F, B, C]) absolute(re, im F) F {
	r := f.ratioOf(re, im)
	return r.orSmaller(f.Arithmetic, f.special(Mul, r.larger, f.special(Sqrt, r.onePlus)))
}

// absoluteRoot returns the square root of the absolute value. Of two infinite parts it is the smaller one, as
// in upstream.
func (f Formulas[F, B, C]) absoluteRoot(re, im F) F {
	r := f.ratioOf(re, im)
	quarter := f.Constant(0.25)
	root := f.special(Sqrt, r.larger)
	return r.orSmaller(f.Arithmetic, f.special(Mul, root, f.special(Pow, r.onePlus, quarter)))
}

// reciprocalRoot returns 1 divided by the square root of the absolute value.
func (f Formulas[F, B, C]) reciprocalRoot(re, im F) F {
	r := f.ratioOf(re, im)
	onePlus := f.special(Rsqrt, r.onePlus)
	r.smaller = f.special(Rsqrt, r.smaller)
	larger := f.special(Rsqrt, r.larger)
	return r.orSmaller(f.Arithmetic, f.special(Mul, larger, f.special(Sqrt, onePlus)))
}

// ratio is the absolute values of two parts, and 1 plus the square of their ratio.
type ratio[F, B, C any] struct{ smaller, larger, onePlus F }

func (f Formulas[F, B, C]) ratioOf(re, im F) ratio[F, B, C] {
	one := f.Constant(1)
	absRe, absIm := f.given(Abs, re), f.given(Abs, im)
	larger, smaller := f.given(Maximum, absRe, absIm), f.given(Minimum, absRe, absIm)
	quotient := f.special(Div, smaller, larger)
	return ratio[F, B, C]{smaller, larger, f.special(Add, f.special(Mul, quotient, quotient), one)}
}

// orSmaller returns v, or what stands for the smaller absolute value if v is NaN.
func (r ratio[F, B, C]) orSmaller(a Arithmetic[F, B, C], v F) F {
	return a.Select(a.Compare(Unordered, Special, v, v), r.smaller, v)
}

// Angle returns the angle between x and the positive real axis.
func (f Formulas[F, B, C]) Angle(x C) F {
	re, im := f.parts(x)
	return f.given(Atan2, im, re)
}

// Sign returns x divided by its absolute value, x itself if it is zero.
func (f Formulas[F, B, C]) Sign(x C) C {
	re, im := f.parts(x)
	zero := f.Constant(0)
	reIsZero, imIsZero := f.Compare(Equal, None, re, zero), f.Compare(Equal, None, im, zero)
	isZero := f.And(reIsZero, imIsZero)
	abs := f.Absolute(x)
	re = f.given(Div, re, abs)
	return f.SelectNumber(isZero, x, f.Create(re, f.given(Div, im, abs)))
}
