package arith

import "math"

// Maximum is arith.maximumf: NaN if an operand is one; -0 is less than +0 (maximum of IEEE 754-2019).
func Maximum(a, b float64) float64 { return math.Max(nanFirst(a, b)) }

// Minimum is arith.minimumf, the counterpart of Maximum.
func Minimum(a, b float64) float64 { return math.Min(nanFirst(a, b)) }

// nanFirst makes both operands NaN if one is: math.Max and math.Min prefer an infinity to a NaN.
func nanFirst(a, b float64) (float64, float64) {
	if math.IsNaN(a) || math.IsNaN(b) {
		return math.NaN(), math.NaN()
	}
	return a, b
}

// MaxNum is arith.maxnumf: the other operand if one is NaN; -0 is less than +0 (maximumNumber of IEEE
// 754-2019).
func MaxNum(a, b float64) float64 { return number(a, b, math.Max) }

// MinNum is arith.minnumf, the counterpart of MaxNum.
func MinNum(a, b float64) float64 { return number(a, b, math.Min) }

func number(a, b float64, choose func(a, b float64) float64) float64 {
	switch {
	case math.IsNaN(a):
		return b
	case math.IsNaN(b):
		return a
	}
	return choose(a, b)
}
