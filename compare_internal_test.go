package inflight

import (
	"math"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/value"
)

// floats returns a buffer of f32.
func floats(t *testing.T, values ...float64) value.Value {
	c := all.NewContext()
	n := []int64{int64(len(values))}
	b, err := value.NewBuffer(c.MemRef(n, c.F32, nil, nil), n)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range values {
		b.Set(value.Float(c.F32, v).Bits, int64(i))
	}
	return value.Memory(b)
}

// Floats may differ by rounding if the program has functions of math, and NaNs always; nothing else may.
func TestComparison(t *testing.T) {
	near, nan := 1+0x1p-20, math.NaN()
	for name, c := range map[string]struct {
		want, got            value.Value
		different, roundable bool
	}{
		"equal":                   {floats(t, 1, 2), floats(t, 1, 2), false, false},
		"rounded":                 {floats(t, 4, 1), floats(t, 4, near), true, true},
		"rounded, small":          {floats(t, 1, 1e-30), floats(t, 1, 2e-30), true, true},
		"far":                     {floats(t, 1, 2), floats(t, 1, 2.001), true, false},
		"far, beside an infinity": {floats(t, math.Inf(1), 2), floats(t, math.Inf(1), 2.001), true, false},
		"NaNs":                    {floats(t, nan, 2), floats(t, nan, 2), false, false},
		"NaN and a number":        {floats(t, nan, 2), floats(t, 1, 2), true, false},
		"number and NaN":          {floats(t, 1, 2), floats(t, nan, 2), true, false},
		"infinity and a number":   {floats(t, math.Inf(1), 2), floats(t, 1, 2), true, false},
		"zeros":                   {floats(t, 0), floats(t, math.Copysign(0, -1)), true, true},
		"extents":                 {floats(t, 1, 2), floats(t, 1), true, false},
		"integers": {value.Int(all.NewContext().I32, 1), value.Int(all.NewContext().I32, 2),
			true, false},
	} {
		for _, rounds := range []bool{false, true} {
			cmp := &comparison{rounds: rounds}
			cmp.value("x", c.want, c.got)
			wantDifferent := c.different && !(rounds && c.roundable)
			if (cmp.difference != "") != wantDifferent || cmp.rounded != (c.roundable && rounds) {
				t.Errorf("%s, rounding %v: %q, %g", name, rounds, cmp.difference, cmp.rounding)
			}
		}
	}
}
