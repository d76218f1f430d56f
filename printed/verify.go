package printed

import (
	"math"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Shown is how many differences Compare tells of.
const Shown = 10

// Compare compares memory with what is expected and returns how many elements differ, or -1 if the shapes do,
// and the text that tells of it. Floats of 32 and 64 bits may differ in their last digits; what is infinite
// or no number never is as expected.
func Compare(actual, expected *Memory) (differ int64, text []byte) {
	if len(actual.Sizes) > 0 &&
		(actual.Offset != expected.Offset || !slices.Equal(actual.Sizes, expected.Sizes) ||
			!slices.Equal(actual.Strides, expected.Strides)) {
		return -1, expected.appendDescription(actual.appendDescription(nil))
	}
	var visit func(d int, at int64)
	visit = func(d int, at int64) {
		if d < len(actual.Sizes) {
			for i := range actual.Sizes[d] {
				visit(d+1, at+i*actual.Strides[d])
			}
			return
		}
		if isClose(actual.Elem, actual.Element(at), expected.Element(at)) {
			return
		}
		if differ++; differ <= Shown {
			text = append(actual.appendElement(text, at), " != "...)
			text = append(expected.appendElement(text, at), " offset = "...)
			text = append(strconv.AppendInt(text, at, 10), '\n')
		}
	}
	visit(0, actual.Offset)
	return differ, text
}

// isClose reports whether one number is as another is expected to be.
func isClose(t ir.Type, actual, expected uint64) bool {
	f, ok := t.(*ir.FloatType)
	switch {
	case !ok:
		return actual == expected
	case f.Kind == ir.F64:
		return within(math.Float64frombits(actual), math.Float64frombits(expected), 1e-12)
	case f.Kind == ir.F32:
		const most = 1e-6
		x, y := math.Float32frombits(uint32(actual)), math.Float32frombits(uint32(expected))
		delta, bound := float32(math.Abs(float64(x-y))), float32(most)*float32(math.Abs(float64(y)))
		return isFinite(float64(x)) && isFinite(float64(y)) && delta <= bound
	}
	return ir.DecodeFloat(f.Kind, actual) == ir.DecodeFloat(f.Kind, expected)
}

func within(x, y, most float64) bool {
	return isFinite(x) && isFinite(y) && math.Abs(x-y) <= most*math.Abs(y)
}

func isFinite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }
