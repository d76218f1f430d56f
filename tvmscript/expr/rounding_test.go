package expr_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
)

// A constant with a dtype is the number that the dtype has: what is made of it is not made of the digits that
// were written.
func TestConstantsAreRounded(t *testing.T) {
	for _, c := range []struct {
		source string
		want   float64
	}{
		{"T.Cast(\"float64\", T.float32(0.1))", float64(float32(0.1))},
		{"T.Cast(\"float64\", T.float16(0.1))", 0.0999755859375},
		{"T.float64(0.1)", 0.1},
	} {
		w := newWorld(all.NewContext())
		s, err := w.run(t, c.source)
		if err != nil {
			t.Fatalf("%s: %v", c.source, err)
		}
		a, ok := s.V.DefiningOp().Attr("value").(*ir.FloatAttr)
		if !ok || a.Float64() != c.want {
			t.Errorf("%s is %v, want %v", c.source, a, c.want)
		}
	}
}
