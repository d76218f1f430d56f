package bigmath

import (
	"math"
	"math/big"
)

// guard is how many digits more than wanted are carried, which is more than the few hundred operations of a
// series lose.
const guard = 40

// number returns v with so many digits.
func number(prec uint, v float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(v) }

func blank(prec uint) *big.Float { return new(big.Float).SetPrec(prec) }

// series sums terms while they count: next makes term n from the one before.
func series(prec uint, first *big.Float, next func(n int64, term *big.Float)) *big.Float {
	sum, term := blank(prec).Set(first), blank(prec).Set(first)
	for n := int64(1); term.Sign() != 0 && term.MantExp(nil) > sum.MantExp(nil)-int(prec); n++ {
		next(n, term)
		sum.Add(sum, term)
	}
	return sum
}

// Exp returns e to the power of x, to prec digits: the series at x/2^k, squared k times.
func Exp(prec uint, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return number(prec, 1)
	}
	halvings := max(0, x.MantExp(nil)+8)
	p := prec + guard + uint(halvings)
	small := blank(p).SetMantExp(blank(p).Set(x), -halvings)
	sum := series(p, number(p, 1), func(n int64, term *big.Float) {
		term.Mul(term, small)
		term.Quo(term, number(p, float64(n)))
	})
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum.SetPrec(prec)
}

// Expm1 returns Exp(x) - 1 without losing digits to the difference.
func Expm1(prec uint, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return blank(prec)
	}
	p := prec + uint(max(0, -x.MantExp(nil))) + guard
	return blank(prec).Sub(Exp(p, x), number(p, 1))
}

// Log returns the natural logarithm of a positive x: Newton's method on Exp, from the logarithm in float64.
func Log(prec uint, x *big.Float) *big.Float {
	mantissa := new(big.Float)
	exponent := x.MantExp(mantissa)
	if m, _ := mantissa.Float64(); m < math.Sqrt2/2 {
		mantissa.SetMantExp(mantissa, 1)
		exponent--
	}
	one := number(prec, 1)
	near := blank(0).Sub(mantissa.SetPrec(max(mantissa.Prec(), 64)), one)
	p := prec + guard
	if near.Sign() != 0 {
		p += uint(max(0, -near.MantExp(nil)))
	}
	y := logarithm(p, mantissa)
	if exponent != 0 {
		ln2 := logarithm(p+64, number(p+64, 2))
		y.Add(y, ln2.Mul(ln2, number(p+64, float64(exponent))))
	}
	return y.SetPrec(prec)
}

// logarithm is Log for numbers around 1.
func logarithm(p uint, x *big.Float) *big.Float {
	start, _ := x.Float64()
	y := number(p, math.Log(start))
	for digits := uint(45); digits < 2*p; digits *= 2 { // y += x/e^y - 1
		quotient := blank(p).Quo(blank(p).Set(x), Exp(p, y))
		y.Add(y, quotient.Sub(quotient, number(p, 1)))
	}
	return y
}

// Log1p returns the logarithm of 1 + x.
func Log1p(prec uint, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return blank(prec)
	}
	p := prec + uint(2*max(0, -x.MantExp(nil))) + uint(max(0, x.MantExp(nil))) + 64
	return Log(prec, blank(p).Add(number(p, 1), x))
}

// Pi returns pi, by Machin's formula.
func Pi(prec uint) *big.Float {
	p := prec + guard
	pi := blank(p).Mul(number(p, 16), arctanInverse(p, 5))
	return pi.Sub(pi, blank(p).Mul(number(p, 4), arctanInverse(p, 239))).SetPrec(prec)
}

// arctanInverse returns the arcus tangent of 1/n.
func arctanInverse(p uint, n int64) *big.Float {
	power := blank(p).Quo(number(p, 1), number(p, float64(n)))
	square := number(p, float64(n*n))
	sum := blank(p).Set(power)
	for k := int64(1); power.MantExp(nil) > -int(p); k++ {
		power.Quo(power.Neg(power), square)
		sum.Add(sum, blank(p).Quo(power, number(p, float64(2*k+1))))
	}
	return sum
}

// SinCos returns sine and cosine of x: their series at the rest of x by pi/2.
func SinCos(prec uint, x *big.Float) (sin, cos *big.Float) {
	if x.Sign() == 0 {
		return blank(prec), number(prec, 1)
	}
	p := prec + guard + 1200 // 1074 digits before the point, or as many that cancel
	if e := x.MantExp(nil); e < 64 {
		p = prec + guard + 160
	}
	half := blank(p).SetMantExp(Pi(p), -1)
	quotient := blank(p).Quo(blank(p).Set(x), half)
	turns, _ := quotient.Add(quotient, number(p, math.Copysign(0.5, float64(x.Sign())))).Int(nil)
	rest := blank(p).Sub(blank(p).Set(x), half.Mul(half, blank(p).SetInt(turns)))
	p = prec + guard
	rest.SetPrec(p)
	s, c := sineSeries(p, rest), cosineSeries(p, rest)
	for range new(big.Int).And(turns, big.NewInt(3)).Int64() {
		s, c = c, s.Neg(s)
	}
	return s.SetPrec(prec), c.SetPrec(prec)
}

func sineSeries(p uint, x *big.Float) *big.Float {
	square := blank(p).Mul(x, x)
	return series(p, x, func(n int64, term *big.Float) {
		term.Quo(term.Neg(term).Mul(term, square), number(p, float64(2*n*(2*n+1))))
	})
}

func cosineSeries(p uint, x *big.Float) *big.Float {
	square := blank(p).Mul(x, x)
	return series(p, number(p, 1), func(n int64, term *big.Float) {
		term.Quo(term.Neg(term).Mul(term, square), number(p, float64(2*n*(2*n-1))))
	})
}

// Atan2 returns the angle of the point (x, y), which is not the origin: Newton's method from the angle in
// float64.
func Atan2(prec uint, y, x *big.Float) *big.Float {
	shift := max(y.MantExp(nil), x.MantExp(nil))
	p := prec + guard + uint(max(0, shift-y.MantExp(nil)))
	sy, sx := blank(p).SetMantExp(y, -shift), blank(p).SetMantExp(x, -shift)
	fy, _ := sy.Float64()
	fx, _ := sx.Float64()
	angle := number(p, math.Atan2(fy, fx))
	// angle += sin(true angle - angle) by the addition theorem
	for digits := uint(45); digits < 2*p; digits *= 2 {
		s, c := SinCos(p, angle)
		cross := blank(p).Sub(blank(p).Mul(sy, c), blank(p).Mul(sx, s))
		along := blank(p).Add(blank(p).Mul(sx, c), blank(p).Mul(sy, s))
		angle.Add(angle, cross.Quo(cross, along))
	}
	return angle.SetPrec(prec)
}

// Erf returns the error function, by the series whose terms are all positive.
func Erf(prec uint, x *big.Float) *big.Float {
	if x.Sign() == 0 {
		return blank(prec)
	}
	p := prec + guard
	square := blank(p).Mul(blank(p).Set(x), x)
	double := blank(p).Add(square, square)
	sum := series(p, blank(p).Set(x), func(n int64, term *big.Float) {
		term.Quo(term.Mul(term, double), number(p, float64(2*n+1)))
	})
	sum.Mul(sum, Exp(p, square.Neg(square)))
	sum.Mul(sum, number(p, 2))
	return sum.Quo(sum, blank(p).Sqrt(Pi(p))).SetPrec(prec)
}

// Erfc returns 1 - Erf(x) without losing digits to the difference.
func Erfc(prec uint, x *big.Float) *big.Float {
	v, _ := x.Float64()
	p := prec + guard
	if v > 0 {
		p += uint(1.5*v*v) + 16
	}
	return blank(prec).Sub(number(p, 1), Erf(p, x))
}
