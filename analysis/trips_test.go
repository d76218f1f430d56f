package analysis

import (
	"math"
	"testing"
)

func TestTrips(t *testing.T) {
	for _, c := range []struct{ lower, upper, step, want int64 }{
		{0, 10, 1, 10},
		{0, 10, 3, 4},
		{3, 3, 1, 0},
		{3, -3, 1, 0},
		{3, math.MinInt64, 2, 0},
		{math.MinInt64, -1, 1, math.MaxInt64},
		{math.MinInt64, math.MaxInt64, 1, -1},
		{math.MinInt64, math.MaxInt64, 2, -1},
		{math.MinInt64, math.MaxInt64, 4, 1 << 62},
		{0, math.MaxInt64, math.MaxInt64, 1},
	} {
		if got := trips(c.lower, c.upper, c.step); got != c.want {
			t.Errorf("from %d to %d step %d: %d, want %d", c.lower, c.upper, c.step, got, c.want)
		}
	}
}
