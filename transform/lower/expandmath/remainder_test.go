package expandmath_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// Remainders are exact, for all numbers there are.
func TestRemainders(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, elem := range []string{"f32", "f64"} {
		x, y := pairs(r, elem, passtest.Programs(100)*10)
		for _, lanes := range []int{1, 4} {
			source := strings.Replace(program("remf", elem, 2, lanes), "math.", "arith.", 1)
			m := passtest.Transform(t, passtest.Parse(t, source), "builtin.module(expand-math{remf=true})")
			if strings.Contains(passtest.Print(m), "arith.remf") {
				t.Fatal(passtest.Print(m))
			}
			for i, got := range run(t, m, elem, x, y) {
				if want := math.Mod(x[i], y[i]); math.Float64bits(got) != math.Float64bits(want) &&
					!(math.IsNaN(got) && math.IsNaN(want)) {
					t.Fatalf("%s: the remainder of %v and %v is %v, want %v", elem, x[i], y[i], got, want)
				}
			}
		}
	}
}

// pairs returns operands of a remainder: all pairs of some special numbers, and at random any, near ones and
// multiples.
func pairs(r *rand.Rand, elem string, n int) (x, y []float64) {
	smallest, largest := math.SmallestNonzeroFloat64, math.MaxFloat64
	if elem == "f32" {
		smallest, largest = math.SmallestNonzeroFloat32, math.MaxFloat32
	}
	special := []float64{0, 1, 3, 0.5, smallest, 5 * smallest, largest, math.Inf(1), math.NaN()}
	for _, a := range special {
		for _, b := range special {
			x, y = append(x, a, -a, a), append(y, b, b, -b)
		}
	}
	for len(x) < n || len(x)%4 != 0 {
		a, b := anyNumber(r, elem), anyNumber(r, elem)
		switch r.IntN(3) {
		case 0:
			b = a * math.Ldexp(r.Float64(), -r.IntN(40))
		case 1:
			b = a / float64(1+r.IntN(100))
		}
		if elem == "f32" {
			b = float64(float32(b))
		}
		x, y = append(x, a), append(y, b)
	}
	return x, y
}

// anyNumber returns the number of random digits.
func anyNumber(r *rand.Rand, elem string) float64 {
	if elem == "f32" {
		return float64(math.Float32frombits(r.Uint32()))
	}
	return math.Float64frombits(r.Uint64())
}
