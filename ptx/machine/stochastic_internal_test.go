package machine

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
)

// Rounding by random bits is, of numbers that are normal in the format, an addition of these bits to the
// digits that are cut off then.
func TestStochasticRoundingAddsRandomBits(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for range passtest.Programs(50000) {
		random := uint64(r.Uint32())
		bits := r.Uint32()&0x807fffff | uint32(127-14+r.IntN(29))<<23 // normal in f16
		v := float64(math.Float32frombits(bits))
		half := stochasticRound{kind: ir.F16, bits: 13}
		sum := bits + uint32(random&0x1fff)
		want := uint64(sum>>31)<<15 | uint64(sum>>13&0x3ffff-(127-15)<<10)
		if got := half.of(v, random&0x1fff); got != want {
			t.Fatalf("f16 of %v with %#x: %#x, want %#x", v, random&0x1fff, got, want)
		}
		brain := stochasticRound{kind: ir.BF16, bits: 16}
		if got, want := brain.of(v, random&0xffff), uint64((bits+uint32(random&0xffff))>>16); got != want {
			t.Fatalf("bf16 of %v with %#x: %#x, want %#x", v, random&0xffff, got, want)
		}
	}
}

// Over all random bits a number is rounded up as often as it is near to the number above: for each narrow
// format, and below the normal numbers of f16.
func TestStochasticRoundingIsFair(t *testing.T) {
	for _, c := range []struct {
		kind  ir.FloatKind
		bits  int
		v     float64
		below uint64
		part  float64
	}{
		{ir.F4E2M1FN, 8, 2.25, 4, 0.25}, {ir.F4E2M1FN, 8, 0.125, 0, 0.25},
		{ir.F8E4M3FN, 16, 1.0625, 0x38, 0.5},
		{ir.F8E5M2, 16, 1.0625, 0x3c, 0.25}, {ir.F6E2M3FN, 16, 7.125, 0x1e, 0.25},
		{ir.F6E3M2FN, 16, 25, 0x1e, 0.25},
		{ir.F16, 13, math.Ldexp(3, -26), 0, 0.75}, {ir.F16, 13, 65512, 0x7bff, 0.25},
	} {
		r := stochasticRound{kind: c.kind, bits: c.bits}
		up := 0
		for random := range uint64(1) << c.bits {
			switch got := r.of(c.v, random); got {
			case c.below + 1:
				up++
			case c.below:
			default:
				t.Fatalf("%v: %v is %#x", c.kind, c.v, got)
			}
		}
		if part := float64(up) / math.Ldexp(1, c.bits); part != c.part {
			t.Errorf("%v: %v is rounded up in %v of all cases, want %v", c.kind, c.v, part, c.part)
		}
	}
}

// The exponent of a number is that of the greatest power of two below its magnitude, or of the least above
// it.
func TestExponents(t *testing.T) {
	for bits := range uint64(1) << 16 {
		v := math.Abs(ir.DecodeFloat(ir.BF16, bits))
		down, up := uint64(0), uint64(0xff)
		for e := range uint64(255) {
			if math.Ldexp(1, int(e)-127) <= v {
				down = e
			}
		}
		for e := uint64(254); ; e-- {
			if math.Ldexp(1, int(e)-127) >= v {
				up = e
			}
			if e == 0 {
				break
			}
		}
		switch {
		case math.IsNaN(v):
			down, up = 0xff, 0xff
		case math.IsInf(v, 0):
			down, up = 0xff, 0xff
		}
		if got := exponentOf(v, false, false); got != down {
			t.Fatalf("%#x: %v down is %#x, want %#x", bits, v, got, down)
		}
		if got := exponentOf(v, true, false); got != up {
			t.Fatalf("%#x: %v up is %#x, want %#x", bits, v, got, up)
		}
		if got := exponentOf(v, true, true); !math.IsNaN(v) && got != min(up, 0xfe) {
			t.Fatalf("%#x: %v up and finite is %#x", bits, v, got)
		}
	}
	for e := range uint64(255) {
		if got := ir.DecodeFloat(ir.BF16, powerOfTwo(e)); got != math.Ldexp(1, int(e)-127) {
			t.Errorf("%d is %v", e, got)
		}
	}
}
