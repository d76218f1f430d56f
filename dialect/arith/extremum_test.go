package arith_test

import (
	"math"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/arith"
)

// What the four operations make of operands that Go's math.Max and math.Min treat otherwise.
func TestExtrema(t *testing.T) {
	inf, nan, negative := math.Inf(1), math.NaN(), math.Copysign(0, -1)
	for _, c := range []struct {
		name string
		fn   func(a, b float64) float64
		a, b float64
		want float64
	}{
		{"maximum", arith.Maximum, inf, nan, nan},
		{"maximum", arith.Maximum, negative, 0, 0},
		{"minimum", arith.Minimum, -inf, nan, nan},
		{"minimum", arith.Minimum, negative, 0, negative},
		{"maxnum", arith.MaxNum, -inf, nan, -inf},
		{"maxnum", arith.MaxNum, negative, 0, 0},
		{"minnum", arith.MinNum, inf, nan, inf},
		{"minnum", arith.MinNum, negative, 0, negative},
		{"minnum", arith.MinNum, nan, nan, nan},
	} {
		for _, got := range []float64{c.fn(c.a, c.b), c.fn(c.b, c.a)} {
			if got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) ||
				math.Signbit(got) != math.Signbit(c.want) && c.want == 0 {
				t.Errorf("%s of %v and %v: got %v, want %v", c.name, c.a, c.b, got, c.want)
			}
		}
	}
}
