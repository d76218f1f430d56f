package wasm

import (
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	registerExpressions(map[string]expression{
		"arith.extui":        {emit: resize(0), simd: simdExtend("_u")},
		"arith.extsi":        {emit: resize(signs), simd: simdExtend("_s")},
		"arith.trunci":       {emit: resize(0), simd: simdTruncate},
		"arith.index_cast":   {emit: resize(signs), simd: simdIndexCast},
		"arith.index_castui": {emit: resize(0), simd: simdIndexCast},
		"arith.bitcast":      {emit: reinterpret, simd: simdMove},
		"arith.extf":         {emit: convertFloat, simd: simdConvertFloat},
		"arith.truncf":       {emit: convertFloat, simd: simdConvertFloat},
		"arith.sitofp":       {emit: integerToFloat(signs), simd: simdIntegerToFloat("_s")},
		"arith.uitofp":       {emit: integerToFloat(0), simd: simdIntegerToFloat("_u")},
		"arith.fptosi":       {emit: floatToInteger(signs), simd: simdFloatToInteger("_s")},
		"arith.fptoui":       {emit: floatToInteger(0), simd: simdFloatToInteger("_u")},
	})
}

// The conversions to f32 and f64, signed ones first. The number of a conversion from i64 is larger by 2 than
// that of the conversion from i32.
const (
	opF32OfSigned opcode = 0xb2
	opF64OfSigned opcode = 0xb7
)

// b2i returns 1 for true and 0 for false.
func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// resize emits a change of an integer's width.
func resize(extend needs) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		from, to, n := f.width(op), widthOf(op.Result(0).Type()), extend
		if from >= to {
			n = 0
		}
		f.pushFor(op.Operand(0), n)
		switch {
		case from <= 32 && to > 32:
			f.extendInteger(n)
		case from > 32 && to <= 32:
			f.emit(opI32Wrap)
		}
		if to < from || n&signs != 0 {
			f.truncate(to)
		}
	}
}

// reinterpret emits a change of the type that keeps the bits.
func reinterpret(f *function, op *ir.Op) {
	from, _ := scalarOf(elementOf(op.Operand(0)))
	to, _ := scalarOf(elementOf(op.Result(0)))
	f.push(op.Operand(0))
	if from == to {
		return
	}
	f.emit(map[valType]opcode{i32: opI32OfF32, i64: opI64OfF64, f32: opF32OfI32, f64: opF64OfI64}[to])
}

func elementOf(v *ir.Value) ir.Type {
	if t, ok := v.Type().(*ir.VectorType); ok {
		return t.Elem
	}
	return v.Type()
}

func convertFloat(f *function, op *ir.Op) {
	from, to := kindOf(op.Operand(0).Type()), kindOf(op.Result(0).Type())
	if mode, ok := op.Attr("roundingmode").(*ir.IntegerAttr); ok && mode.Value != 0 {
		f.fail(op, codeOp, "rounds otherwise than to nearest, ties to even, which WebAssembly cannot")
		return
	}
	f.push(op.Operand(0))
	switch {
	case from == to:
	case to == ir.F32 && from != ir.F64:
		f.toSingle(from)
	default:
		f.toDouble(from)
		f.round(to)
	}
}

func integerToFloat(n needs) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		k, wide := kindOf(op.Result(0).Type()), f.wide(op)
		unsigned := opcode(1 - b2i(n&signs != 0))
		f.pushFor(op.Operand(0), n)
		switch {
		case k == ir.F32:
			f.emit(opF32OfSigned + unsigned + 2*opcode(b2i(wide)))
		case isHalf(k) && wide:
			f.callFunction(f.runtime([...]string{"inflight_i64_to_odd", "inflight_u64_to_odd"}[unsigned]))
			f.round(k)
		default:
			f.emit(opF64OfSigned + unsigned + 2*opcode(b2i(wide)))
			f.round(k)
		}
	}
}

// floatToInteger emits a conversion toward zero. A number that does not fit becomes the nearest one that
// does, and NaN becomes 0.
func floatToInteger(n needs) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		k, width := kindOf(op.Operand(0).Type()), widthOf(op.Result(0).Type())
		unsigned, wide := opcode(1-b2i(n&signs != 0)), width > 32
		f.push(op.Operand(0))
		f.toSingle(k)
		f.emit(opTruncSat + unsigned + 2*opcode(b2i(k == ir.F64)) + 4*opcode(b2i(wide)))
		if width == 32 || width == 64 {
			return
		}
		if n&signs != 0 {
			f.limit(-1<<(width-1), opI32GtS, wide)
			f.limit(1<<(width-1)-1, opI32LtS, wide)
			f.truncate(width)
		} else {
			f.limit(1<<width-1, opI32LtU, wide)
		}
	}
}

// limit replaces the integer on the stack by a bound, unless the comparison of the integer with the bound
// holds.
func (f *function) limit(bound int64, compare opcode, wide bool) {
	typ := i32
	if wide {
		typ = i64
	}
	l := f.take(typ)
	f.tee(l)
	f.intConst(bound, wide)
	f.get(l)
	f.intConst(bound, wide)
	f.integer(compare, wide)
	f.emit(opSelect)
	f.release(typ, l)
}
