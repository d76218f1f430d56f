package elementary

import "math"

const (
	leastNormal = 0x1p-1022
	up          = 1 << 54 // makes a subnormal number a normal one
)

// Log returns the natural logarithm. Package math takes subnormal numbers for larger ones on some processors.
func Log(x float64) float64 {
	if x > 0 && x < leastNormal {
		return math.Log(x*up) - 54*math.Ln2
	}
	return math.Log(x)
}

// Log10 returns the decimal logarithm.
func Log10(x float64) float64 {
	if x > 0 && x < leastNormal {
		return math.Log10(x*up) - 54*(math.Ln2/math.Ln10)
	}
	return math.Log10(x)
}

// Exp2 returns 2 to the power of x, also where it rounds up to the smallest number.
func Exp2(x float64) float64 {
	if x > -1075 && x < -1074 {
		return math.SmallestNonzeroFloat64
	}
	return math.Exp2(x)
}

// Exponentials of more than this are infinite, but half of them may be numbers.
const mostExp = 709.78

// Cosh returns the hyperbolic cosine.
func Cosh(x float64) float64 {
	if x = math.Abs(x); x > mostExp && !math.IsInf(x, 1) {
		return halfExp(x)
	}
	return math.Cosh(x)
}

// Sinh returns the hyperbolic sine.
func Sinh(x float64) float64 {
	if a := math.Abs(x); a > mostExp && !math.IsInf(a, 1) {
		return math.Copysign(halfExp(a), x)
	}
	return math.Sinh(x)
}

// halfExp returns half of the exponential of a large number.
func halfExp(x float64) float64 {
	e := math.Exp(x / 2)
	return e / 2 * e
}

// Atan2 returns the angle of the point (x, y). Package math forgets the sign of y where y/x is too small.
func Atan2(y, x float64) float64 {
	if x < 0 && y != 0 && !math.IsInf(x, -1) && y/x == 0 {
		return math.Copysign(math.Pi, y)
	}
	return math.Atan2(y, x)
}
