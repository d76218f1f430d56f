package machine

import (
	"math"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has conversions to and from pairs of floats of 8 bits and fewer: PTX ISA, "cvt".

// narrowFormat is a format of pairs of narrow floats.
type narrowFormat struct {
	kind  ir.FloatKind
	width int     // of an element in the pair
	most  float64 // the largest number
	nan   uint64  // what a NaN becomes
}

var narrowFormats = map[ptx.Type]narrowFormat{
	"e4m3x2": {ir.F8E4M3FN, 8, 448, 0x7f},
	"e5m2x2": {ir.F8E5M2, 8, 57344, 0x7f},
	"e2m1x2": {ir.F4E2M1FN, 4, 6, 7},
	"e2m3x2": {ir.F6E2M3FN, 8, 7.5, 0x1f},
	"e3m2x2": {ir.F6E3M2FN, 8, 28, 0x1f},
}

// encode returns the element nearest to a number, the largest one for all that is larger.
func (f *narrowFormat) encode(v float64, relu bool) uint64 {
	switch {
	case math.IsNaN(v):
		return f.nan
	case relu && v <= 0:
		return 0
	}
	return ir.EncodeFloat(f.kind, min(max(v, -f.most), f.most))
}

// narrowConversion decodes conversions of which one side is a pair of narrow floats.
func (c *compiler) narrowConversion(in *ptx.Instruction, to, from ptx.Type) bool {
	if f, ok := narrowFormats[to]; ok {
		return in.Has("rn") && in.Has("satfinite") && c.narrow(in, &f, from)
	}
	f, ok := narrowFormats[from]
	if !ok || to != "f16x2" || !in.Has("rn") || !counts(in, 2) {
		return false
	}
	relu := in.Has("relu")
	one := func(v uint64) uint64 {
		n := ir.DecodeFloat(f.kind, v)
		if relu && n <= 0 {
			return 0
		}
		return encode(ir.F16, n)
	}
	d, a := c.result(in.Operands[0]), c.source(in.Operands[1], bitsType(max(2*f.width, 8)))
	m := maskOf(f.width)
	return c.unary(d, a, func(v uint64) uint64 { return one(v>>f.width&m)<<16 | one(v&m) })
}

// narrow decodes a conversion of two f32, or of a pair of f16, to a pair of narrow floats.
func (c *compiler) narrow(in *ptx.Instruction, f *narrowFormat, from ptx.Type) bool {
	relu := in.Has("relu")
	d := c.result(in.Operands[0])
	both := func(hi, lo float64) uint64 { return f.encode(hi, relu)<<f.width | f.encode(lo, relu) }
	switch {
	case from == "f32" && counts(in, 3):
		hi, lo := c.source(in.Operands[1], from), c.source(in.Operands[2], from)
		return c.binary(d, hi, lo, func(hi, lo uint64) uint64 {
			return both(decode(ir.F32, hi), decode(ir.F32, lo))
		})
	case from == "f16x2" && counts(in, 2):
		return c.unary(d, c.source(in.Operands[1], "b32"), func(v uint64) uint64 {
			return both(decode(ir.F16, v>>16), decode(ir.F16, v&0xffff))
		})
	}
	return false
}

// finite returns a conversion whose infinite results are the largest number: satfinite.
func finite(k ir.FloatKind, f func(uint64) uint64) func(uint64) uint64 {
	largest := map[ir.FloatKind]uint64{ir.F16: 0x7bff, ir.BF16: 0x7f7f, ir.F32: 0x7f7fe000}[k]
	return func(v uint64) uint64 {
		out := f(v)
		if n := decode(k, out); math.IsInf(n, 0) {
			return largest | out&^maskOf(int(k.Info().Width)-1)
		}
		return out
	}
}
