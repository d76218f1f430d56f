package complexes

// Sum returns x + y.
func (f Formulas[F, B, C]) Sum(x, y C) C { return f.partwise(Add, x, y) }

// Difference returns x - y.
func (f Formulas[F, B, C]) Difference(x, y C) C { return f.partwise(Sub, x, y) }

// partwise computes an operation on the real and on the imaginary parts.
func (f Formulas[F, B, C]) partwise(op Operation, x, y C) C {
	xRe := f.Re(x)
	re := f.given(op, xRe, f.Re(y))
	xIm := f.Im(x)
	return f.Create(re, f.given(op, xIm, f.Im(y)))
}

// Product returns x y.
func (f Formulas[F, B, C]) Product(x, y C) C {
	a, b := f.parts(x)
	c, d := f.parts(y)
	ac, bd := f.given(Mul, a, c), f.given(Mul, b, d)
	re := f.given(Sub, ac, bd)
	bc, ad := f.given(Mul, b, c), f.given(Mul, a, d)
	return f.Create(re, f.given(Add, bc, ad))
}

// Negative returns -x.
func (f Formulas[F, B, C]) Negative(x C) C {
	re, im := f.parts(x)
	negative := f.plain(Neg, re)
	return f.Create(negative, f.plain(Neg, im))
}

// Conjugate returns x with the other sign of the imaginary part.
func (f Formulas[F, B, C]) Conjugate(x C) C {
	re, im := f.parts(x)
	return f.Create(re, f.plain(Neg, im))
}

// Equal returns whether x and y have equal parts.
func (f Formulas[F, B, C]) Equal(x, y C) B {
	re, im := f.compareParts(Equal, x, y)
	return f.And(re, im)
}

// Unequal returns whether x and y have a part in which they differ.
func (f Formulas[F, B, C]) Unequal(x, y C) B {
	re, im := f.compareParts(Unequal, x, y)
	return f.Or(re, im)
}

func (f Formulas[F, B, C]) compareParts(p Predicate, x, y C) (re, im B) {
	a, b := f.parts(x)
	c, d := f.parts(y)
	re = f.Compare(p, None, a, c)
	return re, f.Compare(p, None, b, d)
}

// parts returns the real and then the imaginary part.
func (f Formulas[F, B, C]) parts(x C) (re, im F) {
	re = f.Re(x)
	return re, f.Im(x)
}
