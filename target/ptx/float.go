package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// floatOps are the arithmetic operations, which round to the nearest number.
var floatOps = map[*ir.OpDef]string{llvm.FAdd: "add.rn", llvm.FSub: "sub.rn", llvm.FMul: "mul.rn",
	llvm.FDiv: "div.rn"}

// nativeHalf are the instructions that f16 has, too.
var nativeHalf = map[string]bool{"add.rn": true, "sub.rn": true, "mul.rn": true, "fma.rn": true}

// unaryFloat are the intrinsics on one number that are one instruction.
var unaryFloat = map[string]string{
	"sqrt": "sqrt.rn", "floor": "cvt.rmi", "ceil": "cvt.rpi", "trunc": "cvt.rzi", "roundeven": "cvt.rni",
	"rint":      "cvt.rni",
	"nearbyint": "cvt.rni",
}

func init() {
	for def, name := range floatOps {
		writers[def] = floating(func(f *function, _ *ir.Op, x []operand, typ string) operand {
			return f.floatOp(name, typ, x...)
		})
	}
	writers[llvm.FNeg] = elementwise(writeFNeg)
	writers[llvm.Intrinsic("fabs")] = elementwise(writeFAbs)
	writers[llvm.FCmp] = writeFCmp
	writers[llvm.Intrinsic("fma")], writers[llvm.Intrinsic("fmuladd")] = writeFMA, writeFMA
	for name, instruction := range unaryFloat {
		writers[llvm.Intrinsic(name)] =
			floating(func(f *function, _ *ir.Op, x []operand, typ string) operand {
				if instruction[:3] == "cvt" {
					return f.floatOp(instruction+"."+typ, typ, x...)
				}
				return f.floatOp(instruction, typ, x...)
			})
	}
	writers[llvm.Intrinsic("copysign")] = elementwise(writeCopySign)
	writers[llvm.Intrinsic("round")] = floating(writeRound)
	for name, d := range map[string]struct {
		instruction string
		nan         bool
	}{"minnum": {"min", false}, "maxnum": {"max", false}, "minimum": {"min", true},
		"maximum": {"max", true}} {
		writers[llvm.Intrinsic(name)] =
			floating(func(f *function, op *ir.Op, x []operand, typ string) operand {
				return f.extreme(d.instruction, typ, d.nan, x[0], x[1])
			})
	}
}

// floating does an operation on a number, or on each element of vectors, in the format f32 or f64. Numbers of
// 16 bits are widened to f32, and the result is rounded once. That equals the result of the operation in
// their own format: 24 bits are enough for sums, products, quotients and roots of numbers with up to 11.
func floating(one func(f *function, op *ir.Op, x []operand, typ string) operand) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		t := elementOf(op.Operand(0).Type()).(*ir.FloatType)
		elementwise(func(f *function, op *ir.Op, x []operand, _ uint32) operand {
			if t.Width() != 16 {
				return one(f, op, x, floatName(t))
			}
			if name := floatOps[op.Def()]; t.Kind == ir.F16 && nativeHalf[name] {
				return f.halfOp(name, x)
			}
			wide := make([]operand, len(x))
			for i, o := range x {
				wide[i] = f.widen(f.inRegister(o), t)
			}
			return f.narrow(op, one(f, op, wide, "f32"), t)
		})(f, op)
	}
}

// halfOp does an operation on numbers of type f16.
func (f *function) halfOp(name string, x []operand) operand {
	regs := make([]operand, len(x))
	for i, o := range x {
		regs[i] = f.inRegister(o)
	}
	return f.op(b16, name+".f16", regs...)
}

// floatOp does an operation in the format f32 or f64.
func (f *function) floatOp(name, typ string, x ...operand) operand {
	c := b32
	if typ == "f64" {
		c = b64
	}
	regs := make([]operand, len(x))
	for i, o := range x {
		regs[i] = o
		if i == 0 && o.kind == immediate {
			regs[i] = f.inRegister(o)
		}
	}
	return f.op(c, name+"."+typ, regs...)
}

// writeFMA rounds once. Numbers of 16 bits have instructions of their own: a product of numbers with 11 bits,
// plus a third number, needs more than 24 bits.
func writeFMA(f *function, op *ir.Op) {
	t := elementOf(op.Operand(0).Type()).(*ir.FloatType)
	elementwise(func(f *function, op *ir.Op, x []operand, _ uint32) operand {
		switch t.Kind {
		case ir.F16:
			return f.halfOp("fma.rn", x)
		case ir.BF16:
			f.require(op, ampere)
			regs := []operand{f.inRegister(x[0]), f.inRegister(x[1]), f.inRegister(x[2])}
			return f.op(b16, "fma.rn.bf16", regs...)
		}
		return f.floatOp("fma.rn", floatName(t), x...)
	})(f, op)
}

// signBit returns the bits of a number of which only the sign is set.
func signBit(c class) operand { return bits(c, -1<<(8*c.bytes()-1)) }

// writeFNeg changes the sign, also of NaN.
func writeFNeg(f *function, _ *ir.Op, x []operand, _ uint32) operand {
	c := x[0].class
	return f.op(c, "xor."+c.String(), f.inRegister(x[0]), signBit(c))
}

func writeFAbs(f *function, _ *ir.Op, x []operand, _ uint32) operand {
	c := x[0].class
	return f.op(c, "and."+c.String(), f.inRegister(x[0]), bits(c, 1<<(8*c.bytes()-1)-1))
}

func writeCopySign(f *function, _ *ir.Op, x []operand, _ uint32) operand {
	c := x[0].class
	magnitude := f.op(c, "and."+c.String(), f.inRegister(x[0]), bits(c, 1<<(8*c.bytes()-1)-1))
	sign := f.op(c, "and."+c.String(), f.inRegister(x[1]), signBit(c))
	return f.op(c, "or."+c.String(), magnitude, sign)
}

// writeRound rounds halves away from zero. It takes the whole part, and adds 1 if the fraction is a half or
// more. Both steps are exact.
func writeRound(f *function, op *ir.Op, x []operand, typ string) operand {
	t := op.Context().F32
	half := bits(b32, 0x3f000000)
	if typ == "f64" {
		t, half = op.Context().F64, bits(b64, 0x3fe0000000000000)
	}
	o := f.inRegister(x[0])
	whole := f.floatOp("cvt.rzi."+typ, typ, o)
	rest := f.floatOp("abs", typ, f.floatOp("sub.rn", typ, o, whole))
	up := f.op(pred, "setp.ge."+typ, rest, half)
	unit := writeCopySign(f, op, []operand{one(t), o}, 0)
	return f.choose(up, f.floatOp("add.rn", typ, whole, unit), whole)
}

// extreme returns the smaller or the larger number. nan selects the instruction whose result is NaN if an
// operand is: PTX ISA, "min".
func (f *function) extreme(name, typ string, nan bool, x, y operand) operand {
	x, y = f.inRegister(x), f.inRegister(y)
	r := f.floatOp(name, typ, x, y)
	if !nan {
		return r
	}
	unordered := f.op(pred, "setp.nan."+typ, x, y)
	return f.choose(unordered, f.floatOp("add.rn", typ, x, y), r)
}

// The comparisons of floating-point numbers, by their predicates. Those that end in u also hold if an operand
// is NaN.
var floatComparisons = []string{"", "eq", "gt", "ge", "lt", "le", "ne", "num", "equ", "gtu", "geu", "ltu",
	"leu", "neu", "nan", ""}

const alwaysTrue = 15

func writeFCmp(f *function, op *ir.Op) {
	t := elementOf(op.Operand(0).Type()).(*ir.FloatType)
	predicate, _ := op.IntAttr("predicate")
	elementwise(func(f *function, _ *ir.Op, x []operand, _ uint32) operand {
		name := floatComparisons[predicate]
		if name == "" {
			return bits(pred, b2i(predicate == alwaysTrue))
		}
		typ, a, b := floatName(t), f.inRegister(x[0]), x[1]
		if t.Width() == 16 {
			typ, a, b = "f32", f.widen(a, t), f.widen(b, t)
		}
		return f.op(pred, fmt.Sprintf("setp.%s.%s", name, typ), a, b)
	})(f, op)
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
