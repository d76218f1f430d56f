package bigmath_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/inflight-compiler/inflight/internal/bigmath"
)

// The series agree with the library of Go to its last digits, at arguments of all sizes.
func TestAgreesWithFloat64(t *testing.T) {
	one := func(f func(uint, *big.Float) *big.Float) func(float64) float64 {
		return func(x float64) float64 {
			v, _ := f(100, big.NewFloat(x)).Float64()
			return v
		}
	}
	sin := func(p uint, x *big.Float) *big.Float { s, _ := bigmath.SinCos(p, x); return s }
	cos := func(p uint, x *big.Float) *big.Float { _, c := bigmath.SinCos(p, x); return c }
	atan := func(p uint, x *big.Float) *big.Float { return bigmath.Atan2(p, x, big.NewFloat(1)) }
	for _, c := range []struct {
		name       string
		big, float func(float64) float64
		at         []float64
	}{
		{"exp", one(bigmath.Exp), math.Exp, []float64{1, -1, 0.001, 700, -700, 1e-300}},
		{"expm1", one(bigmath.Expm1), math.Expm1, []float64{1, -1, 1e-9, 700, -40, 1e-300}},
		{"log", one(bigmath.Log), math.Log, []float64{2, 0.5, 3, 1.0000001, 0.9999999, 1e300, 2.3e-308}},
		{"log1p", one(bigmath.Log1p), math.Log1p, []float64{1, -0.5, 1e-20, -1e-9, 1e300}},
		{"sin", one(sin), math.Sin, []float64{1, -2, 3.14159, 1e-9, 1e22, 1.7e308}},
		{"cos", one(cos), math.Cos, []float64{1, -2, 1.5707, 1e-9, 1e22, 1.7e308}},
		{"atan", one(atan), math.Atan, []float64{1, -2, 1e9, 1e-9, 1e300, -1e-300}},
		{"erf", one(bigmath.Erf), math.Erf, []float64{1, -2, 1e-9, 5, 1e-300}},
		{"erfc", one(bigmath.Erfc), math.Erfc, []float64{1, -2, 1e-9, 5, 25}},
	} {
		for _, x := range c.at {
			got, want := c.big(x), c.float(x)
			if math.Abs(got-want) > 4*0x1p-53*math.Abs(want) {
				t.Errorf("%s(%v) = %v, want %v", c.name, x, got, want)
			}
		}
	}
}
