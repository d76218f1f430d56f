package sim

import (
	"math"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// unaryFloat returns the exec function of an instruction that applies f to an operand of format k. f computes
// in float64; the result is rounded once.
func unaryFloat(k ir.FloatKind, f func(float64) float64) func(t *thread, in *instr) {
	return func(t *thread, in *instr) {
		t.regs[in.dst] = value.EncodeFloat(k, f(value.DecodeFloat(k, t.regs[in.a])))
	}
}

// binaryFloat is unaryFloat for two operands. To round a float64 sum, product or quotient of narrower formats
// again is harmless, because float64 has more than twice their digits.
func binaryFloat(k ir.FloatKind, f func(x, y float64) float64) func(t *thread, in *instr) {
	return func(t *thread, in *instr) {
		t.regs[in.dst] = value.EncodeFloat(k,
			f(value.DecodeFloat(k, t.regs[in.a]), value.DecodeFloat(k, t.regs[in.b])))
	}
}

// fma returns x*y + z with one rounding to the format k.
func fma(k ir.FloatKind, x, y, z float64) uint64 {
	if k == ir.F64 {
		return math.Float64bits(math.FMA(x, y, z))
	}
	return value.EncodeFloat(k, addToOdd(x*y, z)) // the product of narrower formats is exact
}

// addToOdd returns p + z, rounded to odd where it is not exact. Rounding it again to a format with fewer
// digits then gives the same result as one rounding.
func addToOdd(p, z float64) float64 {
	s := p + z
	if math.IsInf(s, 0) || math.IsNaN(s) {
		return s
	}
	back := s - p
	rest := (p - (s - back)) + (z - back)
	if rest == 0 || math.Float64bits(s)&1 == 1 {
		return s
	}
	if (rest > 0) == (s > 0) {
		return math.Float64frombits(math.Float64bits(s) + 1)
	}
	return math.Float64frombits(math.Float64bits(s) - 1)
}

// toSigned converts to an integer of some width, toward zero, with saturation. NaN gives 0.
func toSigned(v float64, width uint32) uint64 {
	limit := math.Ldexp(1, int(width)-1)
	switch {
	case math.IsNaN(v):
		return 0
	case v >= limit:
		return value.Mask(width) >> 1
	case v < -limit:
		return 1 << (width - 1)
	}
	return uint64(int64(v)) & value.Mask(width)
}

// toUnsigned is toSigned for unsigned integers.
func toUnsigned(v float64, width uint32) uint64 {
	switch {
	case math.IsNaN(v) || v <= 0:
		return 0
	case v >= math.Ldexp(1, int(width)):
		return value.Mask(width)
	case v >= 1<<63:
		return uint64(int64(v-(1<<63))) | 1<<63
	}
	return uint64(int64(v))
}

// fromSigned converts an integer to a float of format k with one rounding.
func fromSigned(k ir.FloatKind, v int64) uint64 {
	if k == ir.F32 {
		return uint64(math.Float32bits(float32(v)))
	}
	if v < 0 {
		return value.EncodeFloat(k, -wide(k, uint64(-v)))
	}
	return value.EncodeFloat(k, wide(k, uint64(v)))
}

// fromUnsigned is fromSigned for unsigned integers.
func fromUnsigned(k ir.FloatKind, v uint64) uint64 {
	if k == ir.F32 {
		return uint64(math.Float32bits(float32(v)))
	}
	return value.EncodeFloat(k, wide(k, v))
}

// wide returns v as a float64. It is rounded to odd unless k is float64.
func wide(k ir.FloatKind, v uint64) float64 {
	if k == ir.F64 || v < 1<<53 {
		return float64(v)
	}
	sticky := v &^ (1<<11 - 1)
	if v != sticky {
		sticky |= 1 << 11 // the last of the 53 digits says that digits of the 64-bit number were cut off
	}
	return float64(sticky)
}
