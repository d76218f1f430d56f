package complexes

import "math"

// Power returns x to the power of c + di: |x|^c e^(-d t) (cos(q) + i sin(q)), where t is the angle of x and q
// is c t + d log|x|. A power of zero, of one and of infinity, and the power of zero, are what W. Kahan,
// "Branch Cuts for Complex Elementary Functions", section 10, says.
func (f Formulas[F, B, C]) Power(x, y C) C {
	p := power[F, B, C]{Formulas: f}
	p.c, p.d = f.parts(y)
	p.a, p.b = f.parts(x)
	p.abs = f.Absolute(x)
	p.polar()
	p.constants()
	return p.cases()
}

// power is (a + bi) to the power of c + di, as far as it has been made.
type power[F, B, C any] struct {
	Formulas[F, B, C]
	a, b, c, d, abs                       F
	length, cos, sin                      F
	zero, one, infinity                   F
	numberZero, numberOne, numberInfinity C
}

// polar makes the absolute value of the result, and the cosine and sine of its angle.
func (p *power[F, B, C]) polar() {
	toC := p.given(Pow, p.abs, p.c)
	negativeD := p.given(Neg, p.d)
	angle := p.given(Atan2, p.b, p.a)
	p.length = p.given(Mul, toC, p.given(Exp, p.given(Mul, negativeD, angle)))
	log := p.given(Log, p.abs)
	byC, byD := p.given(Mul, p.c, angle), p.given(Mul, p.d, log)
	q := p.given(Add, byC, byD)
	p.cos = p.given(Cos, q)
	p.sin = p.given(Sin, q)
}

func (p *power[F, B, C]) constants() {
	p.infinity = p.Constant(math.Inf(1))
	p.zero = p.Constant(0)
	p.one = p.Constant(1)
	p.numberOne = p.Create(p.one, p.zero)
	p.numberZero = p.Create(p.zero, p.zero)
	p.numberInfinity = p.Create(p.infinity, p.zero)
}

// cases makes the result, each case on top of the one before.
func (p *power[F, B, C]) cases() C {
	absIsZero := p.is(Equal, p.abs, p.zero)
	dIsZero := p.is(Equal, p.d, p.zero)
	cIsZero := p.is(Equal, p.c, p.zero)
	bIsZero := p.is(Equal, p.b, p.zero)
	cIsNotNegative := p.is(LessOrEqual, p.zero, p.c)
	re, im := p.given(Mul, p.length, p.cos), p.given(Mul, p.length, p.sin)
	oneOrZero := p.SelectNumber(cIsZero, p.numberOne, p.numberZero)
	result := p.Create(re, im)
	result = p.SelectNumber(p.And(p.And(absIsZero, dIsZero), cIsNotNegative), oneOrZero, result)
	result = p.SelectNumber(p.And(cIsZero, dIsZero), p.numberOne, result)
	result = p.SelectNumber(p.And(p.is(Equal, p.a, p.one), bIsZero), p.numberOne, result)
	isInfinite := p.And(p.is(Equal, p.a, p.infinity), bIsZero)
	grows := p.And(dIsZero, p.is(Greater, p.c, p.zero))
	result = p.SelectNumber(p.And(isInfinite, grows), p.numberInfinity, result)
	falls := p.And(dIsZero, p.is(Less, p.c, p.zero))
	return p.SelectNumber(p.And(isInfinite, falls), p.numberZero, result)
}
