package form

import (
	"math"
	"math/big"
	"testing"
)

// Sums and products are those of unbounded integers, kept to the ends of int64.
func TestSaturation(t *testing.T) {
	ends := []int64{math.MinInt64 + 1, math.MinInt64/2 - 1, math.MinInt64 / 2, -1 << 32, -3, -1, 0, 1, 2, 3,
		1 << 31, 1 << 32, math.MaxInt64 / 2, math.MaxInt64/2 + 1, math.MaxInt64 - 1}
	for _, x := range ends {
		for _, y := range ends {
			a, b := big.NewInt(x), big.NewInt(y)
			if got, want := add(x, y), kept(new(big.Int).Add(a, b)); got != want {
				t.Errorf("%d + %d is %d, want %d", x, y, got, want)
			}
			if got, want := multiply(x, y), kept(new(big.Int).Mul(a, b)); got != want {
				t.Errorf("%d * %d is %d, want %d", x, y, got, want)
			}
		}
		if x != 0 && multiply(x, infinity) != multiply(-x, negInfinity) {
			t.Errorf("%d times infinity has the wrong sign", x)
		}
	}
}

func kept(v *big.Int) int64 {
	switch {
	case v.IsInt64():
		return v.Int64()
	case v.Sign() > 0:
		return infinity
	}
	return negInfinity
}
