package machine

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/ptx"
)

func init() {
	register(map[string]decoder{
		"add": decodeSum, "sub": decodeSum, "addc": decodeCarry, "subc": decodeCarry,
		"mul": decodeProduct, "mad": decodeProduct, "div": decodeQuotient, "rem": decodeQuotient,
		"neg": decodeSign, "abs": decodeSign, "min": decodeMinMax, "max": decodeMinMax,
		"and": logic(func(a, b uint64) uint64 { return a & b }),
		"or":  logic(func(a, b uint64) uint64 { return a | b }),
		"xor": logic(func(a, b uint64) uint64 { return a ^ b }),
		"not": decodeNot, "shl": decodeShift, "shr": decodeShift, "shf": decodeFunnel,
		"bfe": decodeExtract, "bfi": decodeInsert, "bfind": decodeFind, "prmt": decodePermute,
		"lop3": decodeLogic3,
		"popc": counting(func(v uint64, _ int) uint64 { return uint64(bits.OnesCount64(v)) }),
		"clz":  counting(func(v uint64, n int) uint64 { return uint64(bits.LeadingZeros64(v) - 64 + n) }),
		"brev": counting(func(v uint64, n int) uint64 { return bits.Reverse64(v) >> (64 - n) }),
	})
}

// unary emits d = f(a) for every lane.
func (c *compiler) unary(d, a int32, f func(a uint64) uint64) bool {
	return c.emitPlain(func(w *warp, mask uint32) {
		to, x := w.lanes(d), w.lanes(a)
		if mask == ^uint32(0) {
			for l := range to {
				to[l] = f(x[l])
			}
			return
		}
		for ; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros32(mask)
			to[l] = f(x[l])
		}
	})
}

// binary emits d = f(a, b) for every lane.
func (c *compiler) binary(d, a, b int32, f func(a, b uint64) uint64) bool {
	return c.emitPlain(func(w *warp, mask uint32) {
		to, x, y := w.lanes(d), w.lanes(a), w.lanes(b)
		if mask == ^uint32(0) {
			for l := range to {
				to[l] = f(x[l], y[l])
			}
			return
		}
		for ; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros32(mask)
			to[l] = f(x[l], y[l])
		}
	})
}

// ternary emits d = f(a, b, c) for every lane.
func (c *compiler) ternary(d int32, from [3]int32, f func(a, b, c uint64) uint64) bool {
	return c.emitPlain(func(w *warp, mask uint32) {
		to, x, y, z := w.lanes(d), w.lanes(from[0]), w.lanes(from[1]), w.lanes(from[2])
		if mask == ^uint32(0) {
			for l := range to {
				to[l] = f(x[l], y[l], z[l])
			}
			return
		}
		for ; mask != 0; mask &= mask - 1 {
			l := bits.TrailingZeros32(mask)
			to[l] = f(x[l], y[l], z[l])
		}
	})
}

// counts reports whether an instruction has so many operands.
func counts(in *ptx.Instruction, n int) bool { return len(in.Operands) == n }

// ---- sums ----

// decodeSum decodes add and sub of integers and floats.
func decodeSum(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	if t.Kind() == ptx.Float {
		return c.floatOp(in, 2, sumOf(in.Opcode == "sub"))
	}
	if half := halfOf(t); half != "" {
		return in.Opcode == "add" && len(in.Modifiers) == 1 &&
			c.integerPair(in, func(a, b uint64) uint64 { return a + b })
	}
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t)
	n := t.Bits()
	m := maskOf(n)
	subtract := in.Opcode == "sub"
	switch {
	case in.Has("cc"):
		return c.carried(d, a, b, n, subtract, false, true)
	case in.Has("sat") && t == "s32":
		return c.binary(d, a, b, func(a, b uint64) uint64 {
			y := signed(b, n)
			if subtract {
				y = -y
			}
			return uint64(min(max(signed(a, n)+y, -1<<31), 1<<31-1)) & m
		})
	case in.Has("sat"):
		return false
	case subtract:
		return c.binary(d, a, b, func(a, b uint64) uint64 { return (a - b) & m })
	}
	return c.binary(d, a, b, func(a, b uint64) uint64 { return (a + b) & m })
}

// carryName is the name under which the carry flag is kept; no register of a program has it.
const carryName = " carry"

func (c *compiler) carryFlag() int32 {
	r, ok := c.specials[carryName]
	if !ok {
		r = c.newRegister()
		c.specials[carryName] = r
	}
	return r
}

// decodeCarry decodes addc and subc.
func decodeCarry(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t)
	return c.carried(d, a, b, t.Bits(), in.Opcode == "subc", true, in.Has("cc"))
}

// carried emits a sum or difference that takes and gives the carry flag.
func (c *compiler) carried(d, a, b int32, n int, subtract, takes, gives bool) bool {
	flag, m := c.carryFlag(), maskOf(n)
	if takes {
		c.touched.values = append(c.touched.values, flag)
	}
	if gives {
		c.touched.written = append(c.touched.written, flag)
	}
	return c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) {
			x, y, in := w.lanes(a)[l], w.lanes(b)[l], uint64(0)
			if takes {
				in = w.lanes(flag)[l]
			}
			var out uint64
			if subtract {
				v, borrow := bits.Sub64(x, y, in)
				w.lanes(d)[l], out = v&m, borrow
			} else {
				v, carry := bits.Add64(x, y, in)
				w.lanes(d)[l], out = v&m, carry
				if n < 64 {
					out = v >> n
				}
			}
			if gives {
				w.lanes(flag)[l] = out
			}
		})
	})
}

// ---- products ----

// decodeProduct decodes mul and mad.
func decodeProduct(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	add := in.Opcode == "mad"
	if t.Kind() == ptx.Float {
		if add {
			return c.floatOp(in, 3, fused)
		}
		return c.floatOp(in, 2, product)
	}
	half := oneOf(in, "lo", "hi", "wide")
	operands := 3 + int(truth(add))
	if in.Has("cc") {
		return decodeCarriedProduct(c, in)
	}
	if half == "" || in.Has("sat") || !counts(in, operands) || half == "wide" && t.Bits() == 64 {
		return false
	}
	last := c.constant(0)
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t)
	width := t.Bits()
	if half == "wide" {
		width *= 2
	}
	if got := c.width(in.Operands[0], bitsType(width)); got != width {
		c.bad(in.Operands[0], "the result has %d bits, the register %d", width, got)
		return true
	}
	if add {
		last = c.source(in.Operands[3], bitsType(width))
	}
	f, m := multiplier(t, half), maskOf(width)
	return c.ternary(d, [3]int32{a, b, last}, func(a, b, c uint64) uint64 { return (f(a, b) + c) & m })
}

// multiplier returns the product of integers: its lower half, its upper half or all of it.
func multiplier(t ptx.Type, half string) func(a, b uint64) uint64 {
	n := t.Bits()
	isSigned := t.Kind() == ptx.Signed
	switch {
	case half == "lo":
		return func(a, b uint64) uint64 { return a * b & maskOf(n) }
	case half == "wide" && isSigned:
		return func(a, b uint64) uint64 { return uint64(signed(a, n) * signed(b, n)) }
	case half == "wide":
		return func(a, b uint64) uint64 { return a * b }
	case n < 64 && isSigned:
		return func(a, b uint64) uint64 { return uint64(signed(a, n)*signed(b, n)) >> n & maskOf(n) }
	case n < 64:
		return func(a, b uint64) uint64 { return a * b >> n }
	}
	return func(a, b uint64) uint64 {
		hi, _ := bits.Mul64(a, b)
		if isSigned {
			hi -= a*(b>>63) + b*(a>>63)
		}
		return hi
	}
}

// decodeQuotient decodes div and rem.
func decodeQuotient(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	if t.Kind() == ptx.Float {
		return in.Opcode == "div" && c.floatOp(in, 2, quotient)
	}
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t)
	n, remainder, isSigned := t.Bits(), in.Opcode == "rem", t.Kind() == ptx.Signed
	return c.binary(d, a, b, func(a, b uint64) uint64 { return divide(a, b, n, isSigned, remainder) })
}

// divide returns the quotient or the remainder; the divisor may be zero.
func divide(a, b uint64, n int, isSigned, remainder bool) uint64 {
	m := maskOf(n)
	switch {
	case b == 0 && remainder:
		return a
	case b == 0:
		return m
	case isSigned && b == m: // minus one, also of the smallest number
		if remainder {
			return 0
		}
		return -a & m
	case isSigned && remainder:
		return uint64(signed(a, n)%signed(b, n)) & m
	case isSigned:
		return uint64(signed(a, n)/signed(b, n)) & m
	case remainder:
		return a % b
	}
	return a / b
}

// decodeSign decodes neg and abs.
func decodeSign(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	isAbs := in.Opcode == "abs"
	d, a := c.result(in.Operands[0]), c.source(in.Operands[1], t)
	n := t.Bits()
	if t.Kind() == ptx.Float {
		return c.unary(d, a, signChange(t, isAbs, in.Has("ftz")))
	}
	return c.unary(d, a, func(v uint64) uint64 {
		if isAbs && signed(v, n) >= 0 {
			return v
		}
		return -v & maskOf(n)
	})
}

// decodeMinMax decodes min and max.
func decodeMinMax(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	if t.Kind() == ptx.Float {
		return c.floatMinMax(in)
	}
	return c.decodeIntegerMinMax(in)
}

func integerMinMax(t ptx.Type, largest bool) func(a, b uint64) uint64 {
	n, isSigned := t.Bits(), t.Kind() == ptx.Signed
	return func(a, b uint64) uint64 {
		less := a < b
		if isSigned {
			less = signed(a, n) < signed(b, n)
		}
		if less != largest {
			return a
		}
		return b
	}
}

// ---- bits ----

func logic(f func(a, b uint64) uint64) decoder {
	return func(c *compiler, in *ptx.Instruction) bool {
		t := typeOf(in)
		return c.binary(c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], t), f)
	}
}

func decodeNot(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	m := maskOf(t.Bits())
	return c.unary(c.result(in.Operands[0]), c.source(in.Operands[1], t), func(v uint64) uint64 {
		return ^v & m
	})
}

func decodeShift(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	n := uint64(t.Bits())
	d, a, b := c.result(in.Operands[0]), c.source(in.Operands[1], t), c.source(in.Operands[2], "b32")
	switch {
	case in.Opcode == "shl":
		return c.binary(d, a, b, func(a, b uint64) uint64 { return a << min(b, 64) & maskOf(int(n)) })
	case t.Kind() == ptx.Signed:
		return c.binary(d, a, b, func(a, b uint64) uint64 {
			return uint64(signed(a, int(n))>>min(b, n)) & maskOf(int(n))
		})
	}
	return c.binary(d, a, b, func(a, b uint64) uint64 { return a >> min(b, 64) })
}

// decodeFunnel decodes shf, which shifts two words.
func decodeFunnel(c *compiler, in *ptx.Instruction) bool {
	left, wrap := in.Has("l"), in.Has("wrap")
	if left == in.Has("r") || wrap == in.Has("clamp") {
		return false
	}
	from := [3]int32{c.source(in.Operands[1], "b32"), c.source(in.Operands[2], "b32"),
		c.source(in.Operands[3], "b32")}
	return c.ternary(c.result(in.Operands[0]), from, func(lo, hi, n uint64) uint64 {
		if wrap {
			n &= 31
		}
		n = min(n, 32)
		both := hi<<32 | lo
		if left {
			return both << n >> 32
		}
		return both >> n & maskOf(32)
	})
}

// decodeExtract decodes bfe.
func decodeExtract(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	n, isSigned := uint64(t.Bits()), t.Kind() == ptx.Signed
	from := [3]int32{c.source(in.Operands[1], t), c.source(in.Operands[2], "b32"),
		c.source(in.Operands[3], "b32")}
	return c.ternary(c.result(in.Operands[0]), from, func(a, pos, length uint64) uint64 {
		pos, length = pos&0xff, length&0xff
		if length == 0 {
			return 0
		}
		v := a
		if isSigned {
			v = uint64(signed(a, int(n)))
		}
		if isSigned {
			v = uint64(int64(v) >> min(pos, n-1))
			if pos+length < n {
				v = uint64(signed(v, int(length)))
			}
			return v & maskOf(int(n))
		}
		return v >> min(pos, 64) & maskOf(int(min(length, 64)))
	})
}

// decodeInsert decodes bfi.
func decodeInsert(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	n := t.Bits()
	a, b := c.source(in.Operands[1], t), c.source(in.Operands[2], t)
	pos, length := c.source(in.Operands[3], "b32"), c.source(in.Operands[4], "b32")
	d := c.result(in.Operands[0])
	return c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) {
			at := min(w.lanes(pos)[l]&0xff, 64)
			field := maskOf(int(min(w.lanes(length)[l]&0xff, 64))) << at & maskOf(n)
			w.lanes(d)[l] = w.lanes(b)[l]&^field | w.lanes(a)[l]<<at&field
		})
	})
}

// decodeFind decodes bfind: the place of the highest bit that is not the sign.
func decodeFind(c *compiler, in *ptx.Instruction) bool {
	t := typeOf(in)
	n, isSigned, amount := t.Bits(), t.Kind() == ptx.Signed, in.Has("shiftamt")
	return c.unary(c.result(in.Operands[0]), c.source(in.Operands[1], t), func(v uint64) uint64 {
		if isSigned && signed(v, n) < 0 {
			v = ^v & maskOf(n)
		}
		place := bits.Len64(v) - 1
		if place >= 0 && amount {
			place = n - 1 - place
		}
		return uint64(place) & maskOf(32)
	})
}

// counting decodes an operation on the bits of one operand.
func counting(f func(v uint64, n int) uint64) decoder {
	return func(c *compiler, in *ptx.Instruction) bool {
		t := typeOf(in)
		return c.unary(c.result(in.Operands[0]), c.source(in.Operands[1], t), func(v uint64) uint64 {
			return f(v, t.Bits())
		})
	}
}

// decodePermute decodes prmt.
func decodePermute(c *compiler, in *ptx.Instruction) bool {
	mode := oneOf(in, "f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
	from := [3]int32{c.source(in.Operands[1], "b32"), c.source(in.Operands[2], "b32"),
		c.source(in.Operands[3], "b32")}
	return c.ternary(c.result(in.Operands[0]), from, func(a, b, sel uint64) uint64 {
		var v uint64
		for i := range uint64(4) {
			v |= selectByte(b<<32|a, selector(mode, sel, i)) << (8 * i)
		}
		return v
	})
}

// selector returns which of eight bytes byte i of a permutation is; bit 3 asks for its sign.
func selector(mode string, sel, i uint64) uint64 {
	n := sel & 3
	switch mode {
	case "f4e":
		return n + i
	case "b4e":
		return (n - i) & 7
	case "rc8":
		return n
	case "ecl":
		return max(i, n)
	case "ecr":
		return min(i, n)
	case "rc16":
		return n&1*2 + i&1
	}
	return sel >> (4 * i) & 15
}

func selectByte(both, which uint64) uint64 {
	v := both >> (8 * (which & 7)) & 0xff
	if which&8 != 0 {
		return uint64(signed(v, 8)>>7) & 0xff
	}
	return v
}

// decodeLogic3 decodes lop3: the immediate is a table of what three bits give.
func decodeLogic3(c *compiler, in *ptx.Instruction) bool {
	if in.Has("and") || in.Has("or") {
		return false
	}
	table, ok := in.Operands[4].(*ptx.Immediate)
	if !ok || table.Bits > 255 {
		c.bad(in.Operands[4], "the table is a constant from 0 to 255")
		return true
	}
	from := [3]int32{c.source(in.Operands[1], "b32"), c.source(in.Operands[2], "b32"),
		c.source(in.Operands[3], "b32")}
	return c.ternary(c.result(in.Operands[0]), from, func(a, b, c uint64) uint64 {
		var v uint64
		for i := range uint64(8) {
			if table.Bits>>i&1 == 1 {
				v |= (a ^ (i>>2&1 - 1)) & (b ^ (i>>1&1 - 1)) & (c ^ (i&1 - 1))
			}
		}
		return v & maskOf(32)
	})
}
