package ptx

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	writers[llvm.Trunc] = resizing(false)
	writers[llvm.ZExt] = resizing(false)
	writers[llvm.SExt] = resizing(true)
	for def, sign := range map[*ir.OpDef]bool{llvm.SIToFP: true, llvm.UIToFP: false} {
		writers[def] = fromInteger(sign)
	}
	for def, sign := range map[*ir.OpDef]bool{llvm.FPToSI: true, llvm.FPToUI: false} {
		writers[def] = toInteger(sign)
	}
	writers[llvm.FPExt] = writeFloatConversion
	writers[llvm.FPTrunc] = writeFloatConversion
	writers[llvm.ConstrainedFPTrunc] = roundingAsUsual(writeFloatConversion)
	writers[llvm.ConstrainedSIToFP] = roundingAsUsual(fromInteger(true))
	writers[llvm.ConstrainedUIToFP] = roundingAsUsual(fromInteger(false))
	writers[llvm.Bitcast] = writeBitcast
}

// roundingAsUsual writes a constrained conversion that does the same as the unconstrained one.
func roundingAsUsual(write func(*function, *ir.Op)) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		if what := llvm.Unusual(op); what != "" {
			f.fail(op, codeOp, "%s", what)
			return
		}
		write(f, op)
	}
}

// elementOf returns the type of a number, or of the elements of a vector.
func elementOf(t ir.Type) ir.Type {
	if v, ok := t.(*ir.VectorType); ok {
		return v.Elem
	}
	return t
}

func resizing(sign bool) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		to := elementBits(elementOf(op.Result(0).Type()))
		elementwise(func(f *function, _ *ir.Op, x []operand, w uint32) operand {
			return f.resize(x[0], w, to, sign)
		})(f, op)
	}
}

// resize changes the width of an integer.
func (f *function) resize(o operand, from, to uint32, sign bool) operand {
	c, full := registerWidth(to)
	if o.kind == immediate {
		n := o.imm
		if sign {
			n = n << (64 - from) >> (64 - from)
		}
		if to < 64 {
			n &= 1<<to - 1
		}
		return bits(c, n)
	}
	switch {
	case from == to:
		return o
	case from == 1:
		ones := int64(1)
		if sign {
			ones = 1<<to - 1
			if to == 64 {
				ones = -1
			}
		}
		return f.op(c, "selp."+c.String(), bits(c, ones), bits(c, 0), o)
	case to == 1:
		_, wide := registerWidth(from)
		low := f.op(o.class, "and."+o.class.String(), o, bits(o.class, 1))
		return f.op(pred, fmt.Sprintf("setp.ne.u%d", wide), low, bits(o.class, 0))
	}
	r := f.extend(o, from, sign)
	_, fullFrom := registerWidth(from)
	if full != fullFrom {
		kind := 'u'
		if sign && to > from {
			kind = 's'
		}
		r = f.op(c, fmt.Sprintf("cvt.%c%d.%c%d", kind, full, kind, fullFrom), r)
	}
	if to < from || sign {
		return f.clear(r, to)
	}
	return r
}

// floatName returns the type that instructions have for a floating-point type.
func floatName(t *ir.FloatType) string {
	return map[ir.FloatKind]string{ir.F16: "f16", ir.BF16: "bf16", ir.F32: "f32", ir.F64: "f64"}[t.Kind]
}

// fromInteger converts integers to the nearest floating-point numbers.
func fromInteger(sign bool) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		t := elementOf(op.Result(0).Type()).(*ir.FloatType)
		elementwise(func(f *function, op *ir.Op, x []operand, w uint32) operand {
			kind, o := 'u', x[0]
			if sign {
				kind = 's'
			}
			if w < 32 && w != 16 {
				o, w = f.resize(o, w, 32, sign), 32
			}
			o = f.inRegister(f.extend(o, w, sign))
			_, full := registerWidth(w)
			if t.Kind == ir.BF16 {
				f.require(op, hopper)
			}
			r := f.fresh(floatClass(t))
			f.emit(fmt.Sprintf("cvt.rn.%s.%c%d", floatName(t), kind, full), r, o)
			return r
		})(f, op)
	}
}

func floatClass(t *ir.FloatType) class {
	return map[ir.FloatKind]class{ir.F16: b16, ir.BF16: b16, ir.F32: b32, ir.F64: b64}[t.Kind]
}

// toInteger rounds toward zero. A number that does not fit becomes the nearest one that does, and NaN becomes
// 0, as on all engines.
func toInteger(sign bool) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		t := elementOf(op.Operand(0).Type()).(*ir.FloatType)
		to := elementBits(elementOf(op.Result(0).Type()))
		elementwise(func(f *function, _ *ir.Op, x []operand, _ uint32) operand {
			o, name := f.inRegister(x[0]), floatName(t)
			if t.Kind == ir.BF16 {
				o, name = f.widen(o, t), "f32"
			}
			wide, c := uint32(32), b32
			if to > 32 {
				wide, c = 64, b64
			}
			kind := 'u'
			if sign {
				kind = 's'
			}
			r := f.fresh(c)
			f.emit(fmt.Sprintf("cvt.rzi.%c%d.%s", kind, wide, name), r, o)
			if t.Kind == ir.F64 || wide == 64 { // NaN becomes the smallest number here
				r = f.choose(f.op(pred, "setp.num."+name, o, o), r, bits(c, 0))
			}
			return f.resize(f.limit(r, wide, to, sign), wide, to, false)
		})(f, op)
	}
}

// limit converts a number to another width. A number that does not fit becomes the nearest one that does.
func (f *function) limit(r operand, from, to uint32, sign bool) operand {
	switch {
	case from == to:
		return r
	case !sign:
		return f.op(r.class, fmt.Sprintf("min.u%d", from), r, bits(r.class, 1<<to-1))
	}
	r = f.op(r.class, fmt.Sprintf("min.s%d", from), r, bits(r.class, 1<<(to-1)-1))
	return f.op(r.class, fmt.Sprintf("max.s%d", from), r, bits(r.class, -1<<(to-1)))
}

// widen returns a number of 16 bits as one of type f32.
func (f *function) widen(o operand, t *ir.FloatType) operand {
	if t.Kind == ir.BF16 {
		if o.kind == immediate {
			return bits(b32, o.imm<<16&0xffffffff)
		}
		return f.op(b32, "shl.b32", f.op(b32, "cvt.u32.u16", o), bits(b32, 16))
	}
	r := f.fresh(b32)
	f.emit("cvt.f32.f16", r, f.inRegister(o))
	return r
}

// narrow rounds a number to the nearest one of 16 bits.
func (f *function) narrow(op *ir.Op, o operand, t *ir.FloatType) operand {
	if t.Kind == ir.BF16 {
		f.require(op, ampere)
	}
	r := f.fresh(b16)
	f.emit(fmt.Sprintf("cvt.rn.%s.f32", floatName(t)), r, f.inRegister(o))
	return r
}

// writeFloatConversion changes the format of numbers.
func writeFloatConversion(f *function, op *ir.Op) {
	from, to := elementOf(op.Operand(0).Type()).(*ir.FloatType),
		elementOf(op.Result(0).Type()).(*ir.FloatType)
	elementwise(func(f *function, op *ir.Op, x []operand, _ uint32) operand {
		o := x[0]
		switch {
		case from.Kind == to.Kind:
			return o
		case from.Kind == ir.BF16:
			if o = f.widen(o, from); to.Kind == ir.F32 {
				return o
			}
			return f.convertFloat("f32", to, o)
		case from.Kind == ir.F16 && to.Kind == ir.F32:
			return f.widen(o, from)
		case from.Kind == ir.F32 && to.Width() == 16:
			return f.narrow(op, o, to)
		case to.Kind == ir.BF16:
			f.require(op, hopper)
		}
		return f.convertFloat(floatName(from), to, o)
	})(f, op)
}

func (f *function) convertFloat(from string, to *ir.FloatType, o operand) operand {
	r := f.fresh(floatClass(to))
	rounding := ".rn"
	if to.Kind == ir.F64 {
		rounding = ""
	}
	f.emit(fmt.Sprintf("cvt%s.%s.%s", rounding, floatName(to), from), r, f.inRegister(o))
	return r
}

// writeBitcast gives bits another type.
func writeBitcast(f *function, op *ir.Op) {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	if llvm.IsPointer(to) {
		f.values[op.Result(0)] = f.lookup(op.Operand(0))
		return
	}
	a, b := parts(from, 0), parts(to, 0)
	have := f.wordsOf(op.Operand(0))
	out := f.recast(have, a, b)
	if out == nil {
		f.fail(op, codeOp, "casts %v to %v, whose words do not lie alike", from, to)
		out = f.zeros(to)
	}
	f.set(op.Result(0), out...)
}

// recast converts the words of one list of parts to those of another. Words stay as they are, or two of 32
// bits become one of 64, two of 16 bits become one of 32, or the reverse. The result is nil if the lists do
// not match.
func (f *function) recast(have []operand, from, to []part) []operand {
	var out []operand
	i := 0
	for len(out) < len(to) && i < len(from) {
		w := to[len(out)]
		switch {
		case from[i].bits == w.bits && from[i].class == w.class:
			out = append(out, have[i])
			i++
		case from[i].bits == 64 && w.bits == 32 && len(out)+1 < len(to):
			low, high := f.halves(have[i])
			out = append(out, low, high)
			i++
		case from[i].bits == 32 && w.bits == 64 && i+1 < len(from):
			out = append(out, f.join(have[i], have[i+1]))
			i += 2
		case from[i].bits == 32 && w.class == b16 && len(out)+1 < len(to):
			out = append(out, f.unpackWord(have[i], 2)...)
			i++
		case from[i].class == b16 && w.bits == 32 && i+1 < len(from):
			out = append(out, f.packWord(have[i:i+2]))
			i += 2
		default:
			return nil
		}
	}
	if len(out) != len(to) || i != len(from) {
		return nil
	}
	return out
}
