package wasm

import (
	"github.com/inflight-compiler/inflight/elementary"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// f32 and f64 are numbers of WebAssembly. A number of type f16 or bf16 is its representation in an i32.
// Arithmetic on it is done in f64, and rounded once.

func init() {
	registerExpressions(map[string]expression{
		"arith.addf":     {emit: floatBinary(opF32Add), simd: simdBinary("add")},
		"arith.subf":     {emit: floatBinary(opF32Add + 1), simd: simdBinary("sub")},
		"arith.mulf":     {emit: floatBinary(opF32Add + 2), simd: simdBinary("mul")},
		"arith.divf":     {emit: floatBinary(opF32Add + 3), simd: simdBinary("div")},
		"arith.minimumf": {emit: floatBinary(opF32Min), simd: simdBinary("min")},
		"arith.maximumf": {emit: floatBinary(opF32Min + 1), simd: simdBinary("max")},
		"arith.minnumf":  {emit: floatNumber(opF32Min), simd: simdNumber("min")},
		"arith.maxnumf":  {emit: floatNumber(opF32Min + 1), simd: simdNumber("max")},
		"arith.negf":     {emit: floatSign(opF32Neg, opI32Xor, true), simd: simdUnary("neg")},
		"arith.cmpf":     {emit: compareFloats, simd: simdCompareFloats},
		"arith.remf":     {emit: hostFunction("fmod")},

		"math.absf":      {emit: floatSign(opF32Abs, opI32And, false), simd: simdUnary("abs")},
		"math.copysign":  {emit: floatBinary(opF32Min + 2)},
		"math.ceil":      {emit: floatUnary(opF32Ceil), simd: simdUnary("ceil")},
		"math.floor":     {emit: floatUnary(opF32Ceil + 1), simd: simdUnary("floor")},
		"math.trunc":     {emit: floatUnary(opF32Ceil + 2), simd: simdUnary("trunc")},
		"math.roundeven": {emit: floatUnary(opF32Ceil + 3), simd: simdUnary("nearest")},
		"math.sqrt":      {emit: floatUnary(opF32Ceil + 4), simd: simdUnary("sqrt")},
		"math.rsqrt":     {emit: inDouble("inflight_rsqrt")},
		"math.round":     {emit: inDouble("inflight_round")},
		"math.clampf":    {emit: clamp, simd: simdClamp},
		"math.fma":       {emit: fusedMultiplyAdd},
		"vector.fma":     {emit: fusedMultiplyAdd},
		"math.fpowi":     {emit: powerOfInteger},
		"math.sincos":    {emit: sinCos},
		"math.isnan":     {emit: classify("inflight_isnan")},
		"math.isinf":     {emit: classify("inflight_isinf")},
		"math.isfinite":  {emit: classify("inflight_isfinite")},
		"math.isnormal":  {emit: isNormal},
	})
	for name := range elementary.Unary {
		registerExpressions(map[string]expression{"math." + name: {emit: hostFunction(name)}})
	}
	for _, name := range []string{"atan2", "powf"} {
		registerExpressions(map[string]expression{"math." + name: {emit: hostFunction(name)}})
	}
}

// kindOf returns the format of a floating-point type, or of the elements of a vector.
func kindOf(t ir.Type) ir.FloatKind {
	if ft, ok := constraint.ElementOrSelf(t).(*ir.FloatType); ok {
		return ft.Kind
	}
	return ir.F64
}

// floating emits the instruction op of f32, or the corresponding one of f64 if double is set.
func (f *function) floating(op opcode, double bool) {
	switch {
	case !double:
	case op >= opF32Eq && op < opF64Eq:
		op += compareF64
	default:
		op += floatF64
	}
	f.emit(op)
}

// pushDouble pushes a number as f64.
func (f *function) pushDouble(v *ir.Value) {
	f.push(v)
	f.toDouble(kindOf(v.Type()))
}

// toDouble converts the number on the stack to f64.
func (f *function) toDouble(k ir.FloatKind) {
	f.toSingle(k)
	if k != ir.F64 {
		f.emit(opF64Promot)
	}
}

// toSingle converts the number on the stack to f32, unless its format is f64.
func (f *function) toSingle(k ir.FloatKind) {
	switch k {
	case ir.F16:
		f.callFunction(f.runtime("inflight_f16_to_f32"))
	case ir.BF16:
		f.i32Const(16)
		f.emit(opI32Shl)
		f.emit(opF32OfI32)
	}
}

// round rounds the f64 on the stack to the format.
func (f *function) round(k ir.FloatKind) {
	switch k {
	case ir.F16:
		f.callFunction(f.runtime("inflight_f64_to_f16"))
	case ir.BF16:
		f.callFunction(f.runtime("inflight_f64_to_bf16"))
	case ir.F32:
		f.emit(opF32Demote)
	}
}

func isHalf(k ir.FloatKind) bool { return k == ir.F16 || k == ir.BF16 }

// pushComputable pushes a number in a format that has instructions: f32 and f64 unchanged, others as f64.
func (f *function) pushComputable(v *ir.Value) {
	if k := kindOf(v.Type()); isHalf(k) {
		f.pushDouble(v)
	} else {
		f.push(v)
	}
}

// finish rounds the result of instructions to the format.
func (f *function) finish(k ir.FloatKind) {
	if isHalf(k) {
		f.round(k)
	}
}

func floatBinary(code opcode) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		k := kindOf(op.Operand(0).Type())
		f.pushComputable(op.Operand(0))
		f.pushComputable(op.Operand(1))
		f.floating(code, k != ir.F32)
		f.finish(k)
	}
}

func floatUnary(code opcode) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		k := kindOf(op.Operand(0).Type())
		f.pushComputable(op.Operand(0))
		f.floating(code, k != ir.F32)
		f.finish(k)
	}
}

// floatSign emits an operation on the sign. That is an instruction, or a bitwise operation with the sign bit
// or with all other bits.
func floatSign(code, bitwise opcode, sign bool) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		k := kindOf(op.Operand(0).Type())
		f.push(op.Operand(0))
		switch {
		case !isHalf(k):
			f.floating(code, k == ir.F64)
		case sign:
			f.i32Const(1 << 15)
			f.emit(bitwise)
		default:
			f.i32Const(1<<15 - 1)
			f.emit(bitwise)
		}
	}
}

// floatNumber emits a minimum or maximum whose result is the other operand if one is NaN.
func floatNumber(code opcode) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.settleOperands(op)
		x, y := op.Operand(0), op.Operand(1)
		f.push(y)
		f.push(x)
		floatBinary(code)(f, op)
		f.isNumber(y)
		f.emit(opI32Eqz)
		f.emit(opSelect) // x if y is NaN
		f.isNumber(x)
		f.emit(opI32Eqz)
		f.emit(opSelect) // y if x is NaN
	}
}

// isNumber pushes whether a value is not NaN.
func (f *function) isNumber(v *ir.Value) {
	f.pushComputable(v)
	f.pushComputable(v)
	f.floating(opF32Eq, kindOf(v.Type()) != ir.F32)
}

// floatPredicate is a comparison: a disjunction of instructions, or its negation. ordered says that both
// operands must be numbers as well.
type floatPredicate struct {
	any     []string
	negate  bool
	ordered bool
}

// floatPredicates holds the comparisons of arith.cmpf in the order of the predicates.
var floatPredicates = [...]floatPredicate{
	{}, {any: []string{"eq"}}, {any: []string{"gt"}}, {any: []string{"ge"}}, {any: []string{"lt"}},
	{any: []string{"le"}},
	{any: []string{"lt", "gt"}}, {ordered: true}, {any: []string{"lt", "gt"}, negate: true},
	{any: []string{"le"}, negate: true},
	{any: []string{"lt"}, negate: true}, {any: []string{"ge"}, negate: true},
	{any: []string{"gt"}, negate: true},
	{any: []string{"ne"}}, {ordered: true, negate: true}, {negate: true},
}

// floatCompares holds the comparisons of f32.
var floatCompares = map[string]opcode{
	"eq": opF32Eq, "ne": opF32Eq + 1, "lt": opF32Eq + 2, "gt": opF32Eq + 3, "le": opF32Eq + 4,
	"ge": opF32Eq + 5,
}

func compareFloats(f *function, op *ir.Op) {
	f.settleOperands(op)
	p := floatPredicates[predicate(op)]
	x, y := op.Operand(0), op.Operand(1)
	switch {
	case p.ordered:
		f.isNumber(x)
		f.isNumber(y)
		f.emit(opI32And)
	case len(p.any) == 0:
		f.i32Const(0)
	}
	for i, name := range p.any {
		f.pushComputable(x)
		f.pushComputable(y)
		f.floating(floatCompares[name], kindOf(x.Type()) != ir.F32)
		if i > 0 {
			f.emit(opI32Or)
		}
	}
	if p.negate {
		f.emit(opI32Eqz)
	}
}

// hostFunction emits a call of a function of the host, which takes and returns f64.
func hostFunction(name string) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		for i := range op.NumOperands() {
			f.pushDouble(op.Operand(i))
		}
		f.callFunction(f.host(hostMath(name)))
		f.round(kindOf(op.Result(0).Type()))
	}
}

// inDouble emits a call of a function of the runtime that takes and returns f64.
func inDouble(name string) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.pushDouble(op.Operand(0))
		f.callFunction(f.runtime(name))
		f.round(kindOf(op.Result(0).Type()))
	}
}

func clamp(f *function, op *ir.Op) {
	k := kindOf(op.Operand(0).Type())
	f.pushComputable(op.Operand(0))
	f.pushComputable(op.Operand(1))
	f.floating(opF32Min+1, k != ir.F32)
	f.pushComputable(op.Operand(2))
	f.floating(opF32Min, k != ir.F32)
	f.finish(k)
}

// fusedMultiplyAdd emits x*y + z with one rounding.
func fusedMultiplyAdd(f *function, op *ir.Op) {
	k := kindOf(op.Result(0).Type())
	for i := range 3 {
		f.pushDouble(op.Operand(i))
	}
	if k == ir.F64 {
		f.callFunction(f.host(hostMath("fma")))
		return
	}
	f.callFunction(f.runtime("inflight_fma_odd"))
	f.round(k)
}

func powerOfInteger(f *function, op *ir.Op) {
	f.pushDouble(op.Operand(0))
	f.pushSigned(op.Operand(1))
	f.emit(opF64OfSigned + 2*opcode(b2i(widthOf(op.Operand(1).Type()) > 32)))
	f.callFunction(f.host(hostMath("powf")))
	f.round(kindOf(op.Result(0).Type()))
}

func sinCos(f *function, op *ir.Op) {
	f.settleOperands(op)
	hostFunction([...]string{"sin", "cos"}[f.result])(f, op)
}

// classify emits a predicate on a number.
func classify(name string) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.pushDouble(op.Operand(0))
		f.callFunction(f.runtime(name))
	}
}

// leastNormal returns the smallest normal number of a format.
func leastNormal(k ir.FloatKind) float64 {
	return map[ir.FloatKind]float64{ir.F64: 0x1p-1022, ir.F32: 0x1p-126, ir.BF16: 0x1p-126,
		ir.F16: 0x1p-14}[k]
}

func isNormal(f *function, op *ir.Op) {
	f.pushDouble(op.Operand(0))
	f.pushFloat(op.Context().F64, leastNormal(kindOf(op.Operand(0).Type())))
	f.callFunction(f.runtime("inflight_isnormal"))
}
