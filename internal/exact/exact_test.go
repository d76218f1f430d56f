package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The formats round as Go rounds, for those that Go has, and each finite number of a format is its own
// nearest.
func TestFormats(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	single, double := formats[2], formats[3]
	for range 100000 {
		x := math.Float64frombits(r.Uint64())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		if got, want := double.round(big.NewFloat(x)), math.Float64bits(x); got != want {
			t.Fatalf("%v: %#x, want %#x", x, got, want)
		}
		x = math.Ldexp(r.NormFloat64(), r.IntN(300)-160)
		if got, want := single.round(big.NewFloat(x)), uint64(math.Float32bits(float32(x))); got != want {
			t.Fatalf("%v: %#x, want %#x", x, got, want)
		}
	}
	for _, f := range formats[:2] {
		for bits := range uint64(1 << f.width) {
			if v := f.value(bits); v != nil && f.round(v) != bits {
				t.Fatalf("%s: %#x is %v, which is %#x", f.name, bits, v, f.round(v))
			}
		}
	}
}
