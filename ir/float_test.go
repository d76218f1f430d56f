package ir

import (
	"math"
	"math/big"
	"testing"
)

// TestSmallFloatsRoundTrip decodes and encodes every encoding of every format of at most 16 bits.
func TestSmallFloatsRoundTrip(t *testing.T) {
	for k := range layouts {
		kind := FloatKind(k)
		width := kind.Info().Width
		if width > 16 {
			continue
		}
		for bits := range uint64(1) << width {
			v := DecodeFloat(kind, bits)
			got := EncodeFloat(kind, v)
			if math.IsNaN(v) {
				if !math.IsNaN(DecodeFloat(kind, got)) {
					t.Errorf("%s: NaN %#x becomes %#x", kind.Info().Name, bits, got)
				}
				continue
			}
			if got != bits {
				t.Errorf("%s: %#x is %v, which becomes %#x", kind.Info().Name, bits, v, got)
			}
		}
	}
}

// TestEncodeRoundsToNearest compares EncodeFloat with a search for the nearest encoding, or of two nearest
// the even one.
func TestEncodeRoundsToNearest(t *testing.T) {
	for k := range layouts {
		kind := FloatKind(k)
		l := layouts[k]
		if kind.Info().Width > 8 || l.special == exponent {
			continue
		}
		largest := DecodeFloat(kind, l.largest())
		for i := range 4000 {
			v := largest * float64(i) / 4000
			got := DecodeFloat(kind, EncodeFloat(kind, v))
			for bits := range l.largest() + 1 {
				c := DecodeFloat(kind, bits)
				if math.Abs(c-v) < math.Abs(got-v) {
					t.Fatalf("%s: %v rounds to %v, but %v is nearer", kind.Info().Name, v, got, c)
				}
				if math.Abs(c-v) == math.Abs(got-v) && c != got && bits&1 == 0 {
					t.Fatalf("%s: %v rounds to %v, but %v is even", kind.Info().Name, v, got, c)
				}
			}
		}
	}
}

// TestWideFloats checks that f80 and f128 contain float64.
func TestWideFloats(t *testing.T) {
	for _, kind := range []FloatKind{F80, F128} {
		for _, v := range []float64{0, math.Copysign(0, -1), 1, -1.5, math.Pi, 5e-324, math.MaxFloat64,
			math.Inf(1), math.Inf(-1)} {
			if got := decodeBig(kind, encodeBig(kind, v)); math.Float64bits(got) != math.Float64bits(v) {
				t.Errorf("%s: %v becomes %v", kind.Info().Name, v, got)
			}
		}
		if got := decodeBig(kind, encodeBig(kind, math.NaN())); !math.IsNaN(got) {
			t.Errorf("%s: NaN becomes %v", kind.Info().Name, got)
		}
	}
}

// TestFloatText holds what mlir-opt 22 prints for some constants.
func TestFloatText(t *testing.T) {
	for _, c := range []struct {
		kind FloatKind
		v    float64
		want string
	}{
		{F32, 1, "1.000000e+00"},
		{F32, 0.7, "0.699999988"},
		{F32, 3.1415927, "3.14159274"},
		{F32, 16777216, "0x4B800000"},
		{F32, 1e-5, "9.99999974E-6"},
		{F64, 0.1, "1.000000e-01"},
		{F64, 123456.5, "123456.5"},
		{F64, 1234567, "0x4132D68700000000"},
		{F64, math.MaxFloat64, "1.7976931348623157E+308"},
		{F64, 1e23, "9.9999999999999991E+22"},
		{F16, 0.1, "9.997550e-02"},
		{F16, 1.0 / 512, "1.953130e-03"},
		{BF16, math.Inf(-1), "0xFF80"},
		{F64, math.Copysign(0, -1), "-0.000000e+00"},
		{F80, 0.1, "0.100000000000000005551"},
	} {
		var wide *big.Int
		var bits uint64
		if c.kind.Info().Width > 64 {
			wide = encodeBig(c.kind, c.v)
		} else {
			bits = EncodeFloat(c.kind, c.v)
		}
		if got, _ := appendFloat(nil, c.kind, bits, wide); string(got) != c.want {
			t.Errorf("%s %v: %s, want %s", c.kind.Info().Name, c.v, got, c.want)
		}
	}
}
