package machine

import (
	"math"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has conversions that round by random bits, and those of exponents: PTX ISA, "cvt".

// fourths are the formats of four narrow floats, as those of two.
var fourths = map[ptx.Type]ptx.Type{"e4m3x4": "e4m3x2", "e5m2x4": "e5m2x2", "e2m1x4": "e2m1x2",
	"e2m3x4": "e2m3x2", "e3m2x4": "e3m2x2"}

// stochasticRound rounds a number to a format away from zero if random bits, as the leading ones of a
// fraction, and the part of the distance to the next number that would be cut off make one or more together.
// So it is with f16 and bf16, of whose normal numbers as many digits are cut off as there are random bits.
// The ISA shows no more; of the other formats these bits are taken as the leading ones of what is cut off,
// too.
type stochasticRound struct {
	kind            ir.FloatKind
	bits            int // random ones
	relu, satfinite bool
}

func (r *stochasticRound) of(v float64, random uint64) uint64 {
	width := int(r.kind.Info().Width)
	sign := uint64(0)
	if math.Signbit(v) {
		sign = 1 << (width - 1)
	}
	switch {
	case math.IsNaN(v):
		return canonicalNaN(r.kind)
	case r.relu && v <= 0:
		return 0
	}
	return sign | r.magnitude(math.Abs(v), random)
}

// magnitude rounds a number that is not negative.
func (r *stochasticRound) magnitude(v float64, random uint64) uint64 {
	code := ir.EncodeFloat(r.kind, v)
	if ir.DecodeFloat(r.kind, code) > v {
		code--
	}
	below, above := ir.DecodeFloat(r.kind, code), ir.DecodeFloat(r.kind, code+1)
	if math.IsInf(below, 0) { // so is v
		return r.infinite(code)
	}
	if math.IsInf(above, 0) {
		above = 2*below - ir.DecodeFloat(r.kind, code-1)
	}
	if part := (v - below) / (above - below); part+float64(random)/math.Ldexp(1, r.bits) < 1 {
		return code
	}
	return r.infinite(code + 1)
}

// infinite returns a code, or that of the largest number for infinity if that is asked for.
func (r *stochasticRound) infinite(code uint64) uint64 {
	if r.satfinite && math.IsInf(ir.DecodeFloat(r.kind, code), 0) {
		return code - 1
	}
	return code
}

// stochastic decodes cvt.rs: of two f32 to a pair of halves, or of four to narrow floats.
func (c *compiler) stochastic(in *ptx.Instruction, to ptx.Type) bool {
	if pair, ok := fourths[to]; ok {
		return in.Has("satfinite") && counts(in, 3) && c.stochasticFour(in, narrowFormats[pair])
	}
	if to != "f16x2" && to != "bf16x2" || !counts(in, 4) {
		return false
	}
	r := &stochasticRound{kind: floatKind(to), bits: 16, relu: in.Has("relu"), satfinite: in.Has("satfinite")}
	if to == "f16x2" {
		r.bits = 13
	}
	from := [3]int32{c.source(in.Operands[1], "f32"), c.source(in.Operands[2], "f32"),
		c.source(in.Operands[3], "b32")}
	m := maskOf(r.bits)
	return c.ternary(c.result(in.Operands[0]), from, func(hi, lo, random uint64) uint64 {
		return r.of(decode(ir.F32, hi), random>>16&m)<<16 | r.of(decode(ir.F32, lo), random&m)
	})
}

// stochasticFour decodes a conversion of four f32, the first to the upper bits.
func (c *compiler) stochasticFour(in *ptx.Instruction, f narrowFormat) bool {
	four := elements(in.Operands[1])
	if len(four) != 4 {
		c.bad(in.Operands[1], "expected four registers, found %d", len(four))
		return true
	}
	var from [4]int32
	for i, e := range four {
		from[i] = c.source(e, "f32")
	}
	d, random := c.result(in.Operands[0]), c.source(in.Operands[2], "b32")
	r := &stochasticRound{kind: f.kind, bits: 16, relu: in.Has("relu")}
	if f.width == 4 {
		r.bits = 8
	}
	return c.perLane(func(w *warp, l int) {
		var all uint64
		for i, register := range from {
			v := decode(ir.F32, w.lanes(register)[l])
			all = all<<f.width | r.narrow(&f, v, randomOf(f.width, i, w.lanes(random)[l]))
		}
		w.lanes(d)[l] = all
	})
}

// randomOf returns the random bits for number i of four floats of a width.
func randomOf(width, i int, random uint64) uint64 {
	if width == 4 { // the upper bytes of both halves for the first two
		half := random >> (16 * (1 - i%2))
		return half >> (8 * (1 - i/2)) & 0xff
	}
	return random >> (16 * (1 - i/2)) & 0xffff
}

// narrow rounds to a narrow float; what is larger than all of them becomes the largest.
func (r *stochasticRound) narrow(f *narrowFormat, v float64, random uint64) uint64 {
	if math.IsNaN(v) {
		return f.nan
	}
	if math.Abs(v) >= f.most {
		return f.encode(v, r.relu)
	}
	return r.of(v, random)
}

// exponents decodes conversions of pairs to and from ue8m0, powers of two: 0 is 2^-127, and 255 no number. Of
// other numbers the magnitude counts.
func (c *compiler) exponents(in *ptx.Instruction, to, from ptx.Type) bool {
	up, satfinite := in.Has("rp"), in.Has("satfinite")
	switch {
	case to == "bf16x2" && in.Has("rn") && counts(in, 2):
		d, a := c.result(in.Operands[0]), c.source(in.Operands[1], "b16")
		return c.unary(d, a, func(v uint64) uint64 { return powerOfTwo(v>>8)<<16 | powerOfTwo(v&0xff) })
	case to != "ue8m0x2" || up == in.Has("rz"):
		return false
	case from == "f32" && counts(in, 3):
		d, hi, lo := c.result(in.Operands[0]), c.source(in.Operands[1], from), c.source(in.Operands[2], from)
		return c.binary(d, hi, lo, func(hi, lo uint64) uint64 {
			return exponentOf(decode(ir.F32, hi), up, satfinite)<<8 |
				exponentOf(decode(ir.F32, lo), up, satfinite)
		})
	case from == "bf16x2" && counts(in, 2):
		d, a := c.result(in.Operands[0]), c.source(in.Operands[1], "b32")
		return c.unary(d, a, func(v uint64) uint64 {
			return exponentOf(decode(ir.BF16, v>>16), up, satfinite)<<8 |
				exponentOf(decode(ir.BF16, v&0xffff), up, satfinite)
		})
	}
	return false
}

// powerOfTwo returns the bf16 of an exponent.
func powerOfTwo(e uint64) uint64 {
	switch e {
	case 0:
		return 0x40
	case 0xff:
		return canonicalNaN(ir.BF16)
	}
	return e << 7
}

// exponentOf returns the exponent of the power of two at or below the magnitude of a number, or at or above
// it.
func exponentOf(v float64, up, satfinite bool) uint64 {
	switch v = math.Abs(v); {
	case math.IsNaN(v):
		return 0xff
	case v < math.Ldexp(1, -127):
		return 0
	}
	fraction, e := math.Frexp(min(v, math.Ldexp(1, 128)))
	e += 126
	if up && fraction > 0.5 {
		e++
	}
	if e >= 0xff {
		return 0xff - truth(satfinite)
	}
	return uint64(e)
}
