package sim

import (
	"maps"
	"math"
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/elementary"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	functions := map[string]func(float64) float64{
		"ceil": math.Ceil, "floor": math.Floor, "round": math.Round, "roundeven": math.RoundToEven,
		"sqrt": math.Sqrt, "trunc": math.Trunc,
		"rsqrt": rsqrt,
	}
	maps.Copy(functions, elementary.Unary)
	table := map[string]emitter{
		"math.absf":     emitAbsF,
		"math.absi":     emitAbsI,
		"math.atan2":    floatOp(nil, nil, elementary.Atan2),
		"math.copysign": floatOp(nil, nil, math.Copysign),
		"math.powf":     floatOp(nil, nil, math.Pow),
		"math.fpowi":    emitFPowI,
		"math.ipowi":    intPow,
		"math.fma":      emitFMA,
		"math.clampf":   emitClampF,
		"math.sincos":   emitSinCos,
		"math.ctlz": bitCount(func(v uint64, width int) int {
			return bits.LeadingZeros64(v) - (64 - width)
		}),
		"math.cttz": bitCount(func(v uint64, width int) int {
			return min(bits.TrailingZeros64(v), width)
		}),
		"math.ctpop": bitCount(func(v uint64, _ int) int { return bits.OnesCount64(v) }),
		"math.isnan": classify(func(_ ir.FloatKind, v float64) bool { return math.IsNaN(v) }),
		"math.isinf": classify(func(_ ir.FloatKind, v float64) bool { return math.IsInf(v, 0) }),
		"math.isfinite": classify(func(_ ir.FloatKind, v float64) bool {
			return !math.IsInf(v, 0) && !math.IsNaN(v)
		}),
		"math.isnormal": classify(isNormal),
	}
	for name, f := range functions {
		table["math."+name] = mathFunction(f)
	}
	register(table)
}

// mathFunction emits a function of one operand, computed in float64 and rounded to the type.
func mathFunction(f func(float64) float64) emitter {
	return func(c *compiler, op *ir.Op) error {
		k, ok := floatKind(op.Result(0).Type())
		if !ok {
			return c.unsupported(op, "on this type")
		}
		return c.unary(op, unaryFloat(k, f), 0)
	}
}

// emitAbsF clears the sign bit, also that of NaN.
func emitAbsF(c *compiler, op *ir.Op) error {
	return c.unary(op, execMask, value.Mask(widthOf(op.Result(0).Type())-1))
}

func emitAbsI(c *compiler, op *ir.Op) error {
	return c.unary(op, func(t *thread, in *instr) {
		v := value.Signed(t.regs[in.a], in.imm)
		if v < 0 {
			v = -v
		}
		t.regs[in.dst] = uint64(v) & (^uint64(0) >> in.imm)
	}, 64-uint64(widthOf(op.Result(0).Type())))
}

func bitCount(count func(v uint64, width int) int) emitter {
	return func(c *compiler, op *ir.Op) error {
		return c.unary(op, func(t *thread, in *instr) {
			t.regs[in.dst] = uint64(count(t.regs[in.a], int(in.imm)))
		}, uint64(widthOf(op.Result(0).Type())))
	}
}

func classify(is func(k ir.FloatKind, v float64) bool) emitter {
	return func(c *compiler, op *ir.Op) error {
		k, ok := floatKind(op.Operand(0).Type())
		if !ok {
			return c.unsupported(op, "on this type")
		}
		return c.unary(op, func(t *thread, in *instr) {
			t.setBool(in.dst, is(k, value.DecodeFloat(k, t.regs[in.a])))
		}, 0)
	}
}

// leastNormal has the smallest normal numbers of formats. In any other format, every finite number but zero
// counts as normal.
var leastNormal = map[ir.FloatKind]float64{ir.F64: 0x1p-1022, ir.F32: 0x1p-126, ir.BF16: 0x1p-126,
	ir.F16: 0x1p-14}

func isNormal(k ir.FloatKind, v float64) bool {
	return math.Abs(v) >= leastNormal[k] && v != 0 && !math.IsInf(v, 0) && !math.IsNaN(v)
}

func emitFMA(c *compiler, op *ir.Op) error {
	k, ok := floatKind(op.Result(0).Type())
	if !ok {
		return c.unsupported(op, "on this type")
	}
	return c.ternary(op, execFMA(k))
}

// execFMA returns the exec function that computes a product and a sum with one rounding.
func execFMA(k ir.FloatKind) func(*thread, *instr) {
	return func(t *thread, in *instr) {
		t.regs[in.dst] = fma(k, value.DecodeFloat(k, t.regs[in.a]), value.DecodeFloat(k, t.regs[in.b]),
			value.DecodeFloat(k, t.regs[in.c]))
	}
}

// ternary emits an instruction of three operands.
func (c *compiler) ternary(op *ir.Op, exec func(*thread, *instr)) error {
	if err := c.scalars(op); err != nil {
		return err
	}
	c.emit(instr{exec: exec, a: c.operand(op, 0), b: c.operand(op, 1), c: c.operand(op, 2),
		dst: c.result(op, 0)})
	return nil
}

// emitClampF emits minimum(maximum(value, low), high). If one of the three is NaN, the result is NaN.
func emitClampF(c *compiler, op *ir.Op) error {
	k, ok := floatKind(op.Result(0).Type())
	if !ok {
		return c.unsupported(op, "on this type")
	}
	return c.ternary(op, func(t *thread, in *instr) {
		v := arith.Maximum(value.DecodeFloat(k, t.regs[in.a]), value.DecodeFloat(k, t.regs[in.b]))
		t.regs[in.dst] = value.EncodeFloat(k, arith.Minimum(v, value.DecodeFloat(k, t.regs[in.c])))
	})
}

func emitSinCos(c *compiler, op *ir.Op) error {
	k, ok := floatKind(op.Result(0).Type())
	if !ok {
		return c.unsupported(op, "on this type")
	}
	c.emit(instr{a: c.operand(op, 0), dst: c.result(op, 0), b: c.result(op, 1),
		exec: func(t *thread, in *instr) {
			sin, cos := math.Sincos(value.DecodeFloat(k, t.regs[in.a]))
			t.regs[in.dst], t.regs[in.b] = value.EncodeFloat(k, sin), value.EncodeFloat(k, cos)
		}})
	return nil
}

func emitFPowI(c *compiler, op *ir.Op) error {
	k, ok := floatKind(op.Result(0).Type())
	if !ok {
		return c.unsupported(op, "on this type")
	}
	return c.binary(op, func(t *thread, in *instr) {
		n := float64(value.Signed(t.regs[in.b], in.imm))
		t.regs[in.dst] = value.EncodeFloat(k, math.Pow(value.DecodeFloat(k, t.regs[in.a]), n))
	}, 64-uint64(widthOf(op.Operand(1).Type())))
}

// intPow emits a power of integers by squaring. A negative exponent divides 1 by the power.
func intPow(c *compiler, op *ir.Op) error {
	return c.binary(op, func(t *thread, in *instr) {
		x, n := value.Signed(t.regs[in.a], in.imm), value.Signed(t.regs[in.b], in.imm)
		if n < 0 && x == 0 {
			t.fail(in, codeDivByZero, "0 to the power of %d", n)
			return
		}
		t.regs[in.dst] = uint64(power(x, n)) & (^uint64(0) >> in.imm)
	}, 64-uint64(widthOf(op.Result(0).Type())))
}

func power(x, n int64) int64 {
	if n < 0 {
		switch x {
		case 1:
			return 1
		case -1:
			return 1 - 2*(n&1)
		}
		return 0
	}
	result := int64(1)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result *= x
		}
		x *= x
	}
	return result
}
