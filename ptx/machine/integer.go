package machine

import (
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has the instructions on integers that compilers seldom write: products of 24 bits, with a carry,
// of parts of words, masks and what counts as one bit.

func init() {
	register(map[string]decoder{
		"mul24": decodeProduct24, "mad24": decodeProduct24, "madc": decodeCarriedProduct,
		"sad":  decodeDistance,
		"cnot": decodeIsZero, "bmsk": decodeMask, "szext": decodeExtend, "fns": decodeFindSet,
		"dp4a": decodeDot, "dp2a": decodeDot,
	})
}

// decodeProduct24 decodes mul24 and mad24: the lower or upper 32 of the 48 bits of a product of 24 bits each.
func decodeProduct24(c *compiler, in *ptx.Instruction) bool {
	t, upper := typeOf(in), in.Has("hi")
	if upper == in.Has("lo") || in.Has("sat") && (t != "s32" || !upper) {
		return false
	}
	last := c.constant(0)
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t)
	if in.Opcode == "mad24" {
		last = c.source(in.Operands[3], t)
	}
	isSigned, saturates := t.Kind() == ptx.Signed, in.Has("sat")
	return c.ternary(d, [3]int32{a, b, last}, func(a, b, c uint64) uint64 {
		p := a & maskOf(24) * (b & maskOf(24))
		if isSigned {
			p = uint64(signed(a&maskOf(24), 24) * signed(b&maskOf(24), 24))
		}
		if upper {
			p = uint64(int64(p) >> 16)
		}
		if saturates {
			return uint64(min(max(signed(p&maskOf(32), 32)+signed(c, 32), -1<<31), 1<<31-1)) & maskOf(32)
		}
		return (p + c) & maskOf(32)
	})
}

// decodeCarriedProduct decodes mad.cc and madc: half of a product plus a number, with the carry flag.
func decodeCarriedProduct(c *compiler, in *ptx.Instruction) bool {
	t, half := typeOf(in), oneOf(in, "lo", "hi")
	if half == "" || t.Bits() < 32 || !counts(in, 4) {
		return false
	}
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t)
	last, p := c.source(in.Operands[3], t), c.newRegister()
	f := multiplier(t, half)
	c.binary(p, a, b, f)
	return c.carried(d, p, last, t.Bits(), false, in.Opcode == "madc", in.Has("cc"))
}

// decodeDistance decodes sad: a sum with the distance of two numbers.
func decodeDistance(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	from := [3]int32{c.source(in.Operands[1], t), c.source(in.Operands[2], t), c.source(in.Operands[3], t)}
	smaller, larger, m := integerMinMax(t, false), integerMinMax(t, true), maskOf(t.Bits())
	return c.ternary(c.result(in.Operands[0]), from, func(a, b, c uint64) uint64 {
		return (c + larger(a, b) - smaller(a, b)) & m
	})
}

func decodeIsZero(c *compiler, in *ptx.Instruction) bool {
	return c.unary(c.result(in.Operands[0]), c.source(in.Operands[1], typeOf(in)), func(a uint64) uint64 {
		return truth(a == 0)
	})
}

// decodeMask decodes bmsk: ones from a place on, as many as a width says.
func decodeMask(c *compiler, in *ptx.Instruction) bool {
	clamps := in.Has("clamp")
	if clamps == in.Has("wrap") {
		return false
	}
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], "b32"), c.source(in.Operands[2], "b32")
	return c.binary(d, a, b, func(at, width uint64) uint64 {
		if clamps {
			at, width = min(at, 32), min(width, 32)
		} else {
			at, width = at&31, width&31
		}
		return maskOf(int(width)) << at & maskOf(32)
	})
}

// decodeExtend decodes szext: the lower bits of a word, extended by zeros or by their sign.
func decodeExtend(c *compiler, in *ptx.Instruction) bool {
	t, clamps := typeOf(in), in.Has("clamp")
	if clamps == in.Has("wrap") {
		return false
	}
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], "b32")
	isSigned := t.Kind() == ptx.Signed
	return c.binary(d, a, b, func(v, width uint64) uint64 {
		if clamps && width >= 32 {
			return v
		}
		n := int(width & 31)
		if v &= maskOf(n); isSigned && n > 0 {
			v = uint64(signed(v, n)) & maskOf(32)
		}
		return v
	})
}

// decodeFindSet decodes fns: the n-th one from a place on, upwards or downwards.
func decodeFindSet(c *compiler, in *ptx.Instruction) bool {
	from := [3]int32{c.source(in.Operands[1], "b32"), c.source(in.Operands[2], "b32"),
		c.source(in.Operands[3], "b32")}
	return c.ternary(c.result(in.Operands[0]), from, findSet)
}

func findSet(mask, base, offset uint64) uint64 {
	n, step := signed(offset, 32), int64(1)
	if n < 0 {
		n, step = -n, -1
	}
	n = max(n, 1) // an offset of 0 means the place itself
	for at := int64(base); at >= 0 && at < 32; at += step {
		if mask>>at&1 == 1 {
			if n--; n == 0 {
				return uint64(at)
			}
		}
		if offset == 0 {
			break
		}
	}
	return maskOf(32)
}

// decodeDot decodes dp4a and dp2a: a sum of products of bytes, or of halves with two of four bytes.
func decodeDot(c *compiler, in *ptx.Instruction) bool {
	ts := in.Types()
	if len(ts) != 2 || !counts(in, 4) {
		return false
	}
	n, width, skip := 4, 8, 0
	if in.Opcode == "dp2a" {
		if n, width = 2, 16; in.Has("hi") == in.Has("lo") {
			return false
		}
		if in.Has("hi") {
			skip = 16
		}
	}
	part := func(t ptx.Type, v uint64, at, width int) uint64 {
		if v = v >> at & maskOf(width); t.Kind() == ptx.Signed {
			v = uint64(signed(v, width))
		}
		return v
	}
	from := [3]int32{c.source(in.Operands[1], "b32"), c.source(in.Operands[2], "b32"),
		c.source(in.Operands[3], "b32")}
	return c.ternary(c.result(in.Operands[0]), from, func(a, b, sum uint64) uint64 {
		for i := range n {
			sum += part(ts[0], a, width*i, width) * part(ts[1], b, 8*i+skip, 8)
		}
		return sum & maskOf(32)
	})
}

// pairOfHalves applies an operation of 16 bits to both halves of words.
func pairOfHalves(f func(a, b uint64) uint64) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		lo, hi := f(a&0xffff, b&0xffff), f(a>>16, b>>16)
		return lo&0xffff | hi&0xffff<<16
	}
}

// halfOf returns the type of the halves of a pair of integers, "" for other types.
func halfOf(t ptx.Type) ptx.Type {
	switch t {
	case "u16x2":
		return "u16"
	case "s16x2":
		return "s16"
	}
	return ""
}

// integerPair emits an operation on pairs of integers of 16 bits.
func (c *compiler) integerPair(in *ptx.Instruction, f func(a, b uint64) uint64) bool {
	if !counts(in, 3) {
		return false
	}
	t := typeOf(in)
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t)
	return c.binary(d, a, b, pairOfHalves(f))
}

// positive returns an operation whose results of a type below zero are zero.
func positive(t ptx.Type, f func(a, b uint64) uint64) func(a, b uint64) uint64 {
	return func(a, b uint64) uint64 {
		v := f(a, b)
		if v>>(t.Bits()-1)&1 == 1 {
			return 0
		}
		return v
	}
}

// decodeIntegerMinMax decodes min and max of integers, also in pairs; relu makes what is negative zero.
func (c *compiler) decodeIntegerMinMax(in *ptx.Instruction) bool {
	t := typeOf(in)
	half := halfOf(t)
	element := t
	if half != "" {
		element = half
	}
	f := integerMinMax(element, in.Opcode == "max")
	switch {
	case len(in.Modifiers) > 2 || len(in.Modifiers) == 2 && !in.Has("relu"), !counts(in, 3):
		return false
	case in.Has("relu") && (element.Kind() != ptx.Signed || t.Bits() != 32):
		return false
	case in.Has("relu"):
		f = positive(element, f)
	}
	if half != "" {
		return c.integerPair(in, f)
	}
	return c.binary(c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t), f)
}

// packs decodes cvt.pack: two integers, saturated, side by side in the lower bits; the bits of a third above
// them.
func (c *compiler) packs(in *ptx.Instruction) bool {
	ts := in.Types()
	if len(ts) < 2 || ts[1] != "s32" || !in.Has("sat") {
		return false
	}
	to, n := ts[0], ts[0].Bits()
	third := int32(-1)
	switch {
	case len(ts) == 2 && n == 16 && counts(in, 3):
	case len(ts) == 3 && ts[2] == "b32" && n < 16 && counts(in, 4):
		third = c.source(in.Operands[3], "b32")
	default:
		return false
	}
	if third < 0 {
		third = c.constant(0)
	}
	from := [3]int32{c.source(in.Operands[1], "s32"), c.source(in.Operands[2], "s32"), third}
	return c.ternary(c.result(in.Operands[0]), from, func(a, b, rest uint64) uint64 {
		hi := clamp(uint64(signed(a, 32)), true, to) & maskOf(n)
		lo := clamp(uint64(signed(b, 32)), true, to) & maskOf(n)
		return (rest<<(2*n) | hi<<n | lo) & maskOf(32)
	})
}
