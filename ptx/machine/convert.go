package machine

import (
	"math"
	"math/big"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

func init() { register(map[string]decoder{"cvt": decodeConvert}) }

// decodeConvert decodes conversions between all formats.
func decodeConvert(c *compiler, in *ptx.Instruction) bool {
	ts := in.Types()
	if in.Has("pack") {
		return c.packs(in)
	}
	if len(ts) != 2 {
		return false
	}
	to, from := ts[0], ts[1]
	switch {
	case in.Has("rs"):
		return from == "f32" && c.stochastic(in, to)
	case to == "ue8m0x2" || from == "ue8m0x2":
		return c.exponents(in, to, from)
	}
	if _, isNarrow := narrowFormats[to]; isNarrow || narrowFormats[from].width > 0 {
		return c.narrowConversion(in, to, from)
	}
	if isPacked(to) {
		return c.convertPair(in, to, from)
	}
	if !counts(in, 2) || isPacked(from) || from == "tf32" {
		return false
	}
	for i, t := range ts {
		if _, isNumber := in.Operands[i].(*ptx.Immediate); !isNumber && !c.holds(in.Operands[i], t) {
			c.bad(in.Operands[i], "a register of this width does not hold .%s", t)
			return true
		}
	}
	f := conversion(in, to, from)
	if f == nil {
		return false
	}
	if in.Has("satfinite") {
		if to.Kind() != ptx.Float || from != "f32" || to != "f16" && to != "bf16" && to != "tf32" {
			return false
		}
		f = finite(floatKind(to), f)
	}
	d, a := c.result(in.Operands[0]), c.source(in.Operands[1], from)
	wide := maskOf(c.width(in.Operands[0], to))
	isSigned, n := to.Kind() == ptx.Signed, to.Bits()
	narrow := maskOf(from.Bits())
	return c.unary(d, a, func(v uint64) uint64 {
		v = f(v & narrow)
		if isSigned {
			v = uint64(signed(v, n)) & wide
		}
		return v
	})
}

// holds reports whether a register is wide enough for a type: as wide, or wider for integers.
func (c *compiler) holds(o ptx.Operand, t ptx.Type) bool {
	n := c.width(o, t)
	return n == t.Bits() || n > t.Bits() && t.Kind() != ptx.Float
}

// conversion returns the function of a conversion, nil if there is none.
func conversion(in *ptx.Instruction, to, from ptx.Type) func(uint64) uint64 {
	toFloat, fromFloat := to.Kind() == ptx.Float, from.Kind() == ptx.Float
	switch {
	case toFloat && fromFloat:
		return floatToFloat(in, to, from)
	case toFloat:
		return integerToFloat(in, to, from)
	case fromFloat:
		return floatToInteger(in, to, from)
	}
	return integerToInteger(in, to, from)
}

func integerToInteger(in *ptx.Instruction, to, from ptx.Type) func(uint64) uint64 {
	n, isSigned := from.Bits(), from.Kind() == ptx.Signed
	m := maskOf(to.Bits())
	saturate := in.Has("sat")
	return func(v uint64) uint64 {
		if isSigned {
			v = uint64(signed(v, n))
		}
		if saturate {
			v = clamp(v, isSigned, to)
		}
		return v & m
	}
}

// clamp returns the number of a type nearest to an integer.
func clamp(v uint64, isSigned bool, to ptx.Type) uint64 {
	largest := maskOf(to.Bits())
	smallest := int64(0)
	if to.Kind() == ptx.Signed {
		largest >>= 1
		smallest = -int64(largest) - 1
	}
	switch {
	case isSigned && int64(v) < smallest:
		return uint64(smallest)
	case (!isSigned || int64(v) > 0) && v > largest:
		return largest
	}
	return v
}

func integerToFloat(in *ptx.Instruction, to, from ptx.Type) func(uint64) uint64 {
	r := roundOf(in, floatKind(to))
	n, isSigned := from.Bits(), from.Kind() == ptx.Signed
	return func(v uint64) uint64 {
		exactly := new(big.Float).SetPrec(4400)
		if isSigned {
			exactly.SetInt64(signed(v, n))
		} else {
			exactly.SetUint64(v)
		}
		return r.finish(r.of(exactly))
	}
}

// of rounds an exact number to the format. It is first rounded to odd in float64, which has digits enough.
func (r *round) of(v *big.Float) uint64 {
	near := new(big.Float).SetPrec(53).SetMode(big.ToZero).Set(v)
	f, _ := near.Float64()
	if r.kind == ir.F64 {
		f, _ = v.Float64()
	} else if near.Cmp(v) != 0 && math.Float64bits(f)&1 == 0 {
		f = math.Nextafter(f, math.Inf(int(math.Copysign(1, f))))
	}
	bits := encode(r.kind, f)
	if r.direction == "" || r.direction == "rn" {
		return bits
	}
	return r.directed(bits, v.Cmp, f)
}

// integral returns the rounding of a float to an integer that the instruction names, nil if it names none.
func integral(in *ptx.Instruction) func(float64) float64 {
	switch oneOf(in, "rni", "rzi", "rmi", "rpi") {
	case "rni":
		return math.RoundToEven
	case "rzi":
		return math.Trunc
	case "rmi":
		return math.Floor
	case "rpi":
		return math.Ceil
	}
	return nil
}

func floatToInteger(in *ptx.Instruction, to, from ptx.Type) func(uint64) uint64 {
	whole, k := integral(in), floatKind(from)
	if whole == nil {
		return nil
	}
	flushes := in.Has("ftz") && k == ir.F32
	return func(v uint64) uint64 {
		if flushes {
			v = flush(v)
		}
		return floatToBits(whole(decode(k, v)), from, to)
	}
}

// floatToBits converts an integral number, saturating. NaN gives 0, but where either type has 64 bits the
// smallest number, which without signs is the middle one: PTX ISA, "cvt".
func floatToBits(v float64, from, to ptx.Type) uint64 {
	n := to.Bits()
	isSigned := to.Kind() == ptx.Signed
	limit := math.Ldexp(1, n)
	if isSigned {
		limit /= 2
	}
	switch {
	case math.IsNaN(v) && max(n, from.Bits()) == 64:
		return 1 << (n - 1)
	case math.IsNaN(v), !isSigned && v <= 0:
		return 0
	case v >= limit && isSigned:
		return maskOf(n) >> 1
	case v >= limit:
		return maskOf(n)
	case v < -limit:
		return 1 << (n - 1)
	case v >= 1<<63:
		return uint64(int64(v-(1<<63))) | 1<<63
	}
	return uint64(int64(v)) & maskOf(n)
}

func floatToFloat(in *ptx.Instruction, to, from ptx.Type) func(uint64) uint64 {
	k, r := floatKind(from), roundOf(in, floatKind(to))
	flushes := in.Has("ftz")
	whole := integral(in)
	if to == "tf32" {
		direction := oneOf(in, "rna", "rn", "rz")
		if direction == "" || from != "f32" {
			return nil
		}
		return func(v uint64) uint64 { return r.finish(roundTF32(v, direction)) }
	}
	narrows := to.Bits() < from.Bits() || to.Bits() == 16 && to != from
	if narrows && r.direction == "" ||
		r.kind != ir.F32 && r.kind != ir.F64 && r.direction != "" && r.direction != "rn" &&
			r.direction != "rz" {
		return nil
	}
	return func(v uint64) uint64 {
		if flushes && k == ir.F32 {
			v = flush(v)
		}
		f := decode(k, v)
		if whole != nil {
			f = whole(f)
		}
		return r.convert(f)
	}
}

// convert rounds a number to the format.
func (r *round) convert(f float64) uint64 {
	bits := encode(r.kind, f)
	switch {
	case r.direction == "rz" && r.kind != ir.F32 && r.kind != ir.F64:
		if n := decode(r.kind, bits); math.Abs(n) > math.Abs(f) {
			bits-- // the neighbor nearer to zero, also of infinity
		}
	case r.direction != "" && r.direction != "rn" && !math.IsNaN(f):
		bits = r.directed(bits, func(n *big.Float) int { return exact(f).Cmp(n) }, f)
	}
	return r.finish(bits)
}

// roundTF32 rounds an f32 to ten binary digits: ties away from zero (rna) or to even (rn), or towards zero.
func roundTF32(v uint64, direction string) uint64 {
	switch {
	case v&0x7f800000 == 0x7f800000:
		return v
	case direction == "rna":
		v += 1 << 12
	case direction == "rn":
		v += 1<<12 - 1 + v>>13&1
	}
	return v &^ (1<<13 - 1) & maskOf(32)
}

// convertPair emits the conversion of two f32 to a pair of halves, the first to the upper one.
func (c *compiler) convertPair(in *ptx.Instruction, to, from ptx.Type) bool {
	r := roundOf(in, floatKind(to))
	if from != "f32" || !counts(in, 3) || r.direction != "rn" && r.direction != "rz" {
		return false
	}
	d, hi, lo := c.result(in.Operands[0]), c.source(in.Operands[1], from), c.source(in.Operands[2], from)
	one := func(v uint64) uint64 { return r.convert(decode(ir.F32, v)) }
	if in.Has("satfinite") {
		one = finite(r.kind, one)
	}
	return c.binary(d, hi, lo, func(hi, lo uint64) uint64 { return one(hi)<<16 | one(lo) })
}
