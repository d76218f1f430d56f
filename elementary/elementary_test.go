package elementary_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/elementary"
	"github.com/inflight-compiler/inflight/internal/bigmath"
)

const digits = 160

func num(v float64) *big.Float         { return new(big.Float).SetPrec(digits).SetFloat64(v) }
func add(x, y *big.Float) *big.Float   { return new(big.Float).SetPrec(digits).Add(x, y) }
func sub(x, y *big.Float) *big.Float   { return new(big.Float).SetPrec(digits).Sub(x, y) }
func times(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(digits).Mul(x, y) }
func over(x, y *big.Float) *big.Float  { return new(big.Float).SetPrec(digits).Quo(x, y) }
func log(x *big.Float) *big.Float      { return bigmath.Log(digits, x) }
func exp(x *big.Float) *big.Float      { return bigmath.Exp(digits, x) }
func opposite(x *big.Float) *big.Float { return new(big.Float).Neg(x) }
func sine(x *big.Float) *big.Float     { s, _ := bigmath.SinCos(digits, x); return s }
func cosine(x *big.Float) *big.Float   { _, c := bigmath.SinCos(digits, x); return c }

// references has functions to any precision, and the numbers for which they are compared: of exponents in a
// range, negative ones as well if it says so.
var references = map[string]struct {
	f         func(x *big.Float) *big.Float
	low, high int
	negative  bool
	most      float64 // units in the last place
}{
	"log":   {log, -1074, 1023, false, 1.5},
	"log2":  {func(x *big.Float) *big.Float { return over(log(x), log(num(2))) }, -1074, 1023, false, 2},
	"log10": {func(x *big.Float) *big.Float { return over(log(x), log(num(10))) }, -1074, 1023, false, 2.5},
	"log1p": {func(x *big.Float) *big.Float { return bigmath.Log1p(digits, x) }, -1074, 1000, false, 2},
	"exp":   {exp, -60, 9, true, 1.5},
	"exp2":  {func(x *big.Float) *big.Float { return exp(times(x, log(num(2)))) }, -60, 10, true, 1.5},
	"expm1": {func(x *big.Float) *big.Float { return bigmath.Expm1(digits, x) }, -1074, 9, true, 2},
	"cosh": {func(x *big.Float) *big.Float {
		return times(num(0.5), add(exp(x), exp(opposite(x))))
	}, -30, 9, true, 2.5},
	"sinh": {func(x *big.Float) *big.Float {
		return times(num(0.5), sub(bigmath.Expm1(digits, x), bigmath.Expm1(digits, opposite(x))))
	}, -1074, 9, true, 3},
	"sin":  {sine, -1074, 9, true, 1.5},
	"cos":  {cosine, -30, 9, true, 1.5},
	"tan":  {func(x *big.Float) *big.Float { return over(sine(x), cosine(x)) }, -1074, 9, true, 2.5},
	"erf":  {func(x *big.Float) *big.Float { return bigmath.Erf(digits, x) }, -1000, 1, true, 2},
	"erfc": {func(x *big.Float) *big.Float { return bigmath.Erfc(digits, x) }, -30, 3, true, 3},
	"atan": {func(x *big.Float) *big.Float { return bigmath.Atan2(digits, x, num(1)) }, -1074, 60, true, 2},
}

// distance returns how far a number is from the right one, in units of the last place of that.
func distance(got float64, want *big.Float) float64 {
	near, _ := want.Float64()
	if got == near {
		return 0
	}
	if math.IsInf(got, 0) || math.IsNaN(got) || math.IsInf(near, 0) {
		return math.Inf(1)
	}
	unit := math.Nextafter(math.Abs(near), math.Inf(1)) - math.Abs(near)
	if math.IsInf(unit, 1) {
		unit = math.Abs(near) - math.Nextafter(math.Abs(near), 0)
	}
	off, _ := over(sub(num(got), want), num(unit)).Float64()
	return math.Abs(off)
}

// Functions are right to a few units in the last place, from the smallest numbers to the largest results.
func TestUnary(t *testing.T) {
	for name, ref := range references {
		r := rand.New(rand.NewPCG(1, uint64(len(name))))
		worst, where := 0.0, 0.0
		for range 80 {
			x := math.Ldexp(1+r.Float64(), ref.low+r.IntN(ref.high-ref.low+1))
			if ref.negative && r.IntN(2) == 0 {
				x = -x
			}
			if d := distance(elementary.Unary[name](x), ref.f(num(x))); d > worst {
				worst, where = d, x
			}
		}
		t.Logf("%s: %.2f units at %g", name, worst, where)
		if worst > ref.most {
			t.Errorf("%s(%g) = %g is %.2f units off", name, where, elementary.Unary[name](where), worst)
		}
	}
}

// Where package math is wrong.
func TestEdges(t *testing.T) {
	tiny := math.SmallestNonzeroFloat64
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"log of the smallest number", elementary.Log(tiny), -744.4400719213812},
		{"log of 0", elementary.Log(0), math.Inf(-1)},
		{"log10 of the smallest number", elementary.Log10(tiny), -323.3062153431158},
		{"below the negative axis", elementary.Atan2(-1e-300, -1e300), -math.Pi},
		{"above the negative axis", elementary.Atan2(1e-300, -1e300), math.Pi},
		{"below the positive axis", elementary.Atan2(-1e-300, 1e300), math.Copysign(0, -1)},
		{"the third quadrant", elementary.Atan2(math.Inf(-1), math.Inf(-1)), -3 * math.Pi / 4},
		{"far to the left", elementary.Atan2(-1, math.Inf(-1)), -math.Pi},
		{"the smallest power of 2", elementary.Exp2(-1074.9), tiny},
		{"half of it", elementary.Exp2(-1075), 0},
		{"the largest cosh", elementary.Cosh(710.4), 1.6663642832806496e+308},
		{"the largest sinh", elementary.Sinh(-710.4), -1.6663642832806496e+308},
		{"more than the largest", elementary.Cosh(710.5), math.Inf(1)},
		{"cosh of infinity", elementary.Cosh(math.Inf(-1)), math.Inf(1)},
	} {
		if c.got != c.want && math.Abs(c.got-c.want) > 4e-16*math.Abs(c.want) ||
			math.Signbit(c.got) != math.Signbit(c.want) {
			t.Errorf("%s is %v, not %v", c.name, c.got, c.want)
		}
	}
	for name, f := range elementary.Unary {
		if v := f(math.NaN()); !math.IsNaN(v) {
			t.Errorf("%s(NaN) = %v", name, v)
		}
	}
}
