package wasm

import (
	"math"

	"github.com/inflight-compiler/inflight/ir"
)

// Integers are zero-extended: those of at most 32 bits in an i32, the others in an i64. A result that may
// leave the range of its type is cut to the width. An operation that depends on the sign extends the sign of
// its operands first.

func init() {
	registerExpressions(map[string]expression{
		"arith.addi": {emit: intBinary(opI32Add, cut), simd: simdBinary("add")},
		"arith.subi": {emit: intBinary(opI32Sub, cut), simd: simdBinary("sub")},
		"arith.muli": {emit: intBinary(opI32Mul, cut), simd: simdBinary("mul")},
		"arith.andi": {emit: intBinary(opI32And, 0), simd: simdBitwise(opV128And)},
		"arith.ori":  {emit: intBinary(opI32Or, 0), simd: simdBitwise(opV128Or)},
		"arith.xori": {emit: intBinary(opI32Xor, 0), simd: simdBitwise(opV128Xor)},

		"arith.maxsi": {emit: intChoose(opI32GtS, signs), simd: simdBinary("max_s")},
		"arith.minsi": {emit: intChoose(opI32LtS, signs), simd: simdBinary("min_s")},
		"arith.maxui": {emit: intChoose(opI32GtU, 0), simd: simdBinary("max_u")},
		"arith.minui": {emit: intChoose(opI32LtU, 0), simd: simdBinary("min_u")},

		"arith.divsi":      {emit: quotient(opI32DivS, nil), fixed: true},
		"arith.divui":      {emit: unsignedQuotient(opI32DivU), fixed: true},
		"arith.remsi":      {emit: remainder, fixed: true},
		"arith.remui":      {emit: unsignedQuotient(opI32RemU), fixed: true},
		"arith.ceildivui":  {emit: ceilDivUI, fixed: true},
		"arith.ceildivsi":  {emit: quotient(opI32DivS, (*function).roundUp), fixed: true},
		"arith.floordivsi": {emit: quotient(opI32DivS, (*function).roundDown), fixed: true},

		"arith.shli":  {emit: shift(opI32Shl, cut), simd: simdShift("shl")},
		"arith.shrui": {emit: shift(opI32ShrU, 0), simd: simdShift("shr_u")},
		"arith.shrsi": {emit: shiftSigned, simd: simdShift("shr_s")},

		"arith.cmpi":           {emit: compareIntegers, simd: simdCompareIntegers},
		"arith.select":         {emit: choose, simd: simdSelect},
		"arith.addui_extended": {emit: addExtended},
		"arith.mulsi_extended": {emit: mulExtended(signs)},
		"arith.mului_extended": {emit: mulExtended(0)},

		"math.absi": {emit: absolute, simd: simdUnary("abs")},
		"math.ctlz": {emit: leadingZeros},
		"math.cttz": {emit: trailingZeros},
		"math.ctpop": {emit: func(f *function, op *ir.Op) {
			f.push(op.Operand(0))
			f.integer(opI32Clz+2, f.wide(op))
		}},
		"math.ipowi": {emit: integerPower, fixed: true},
	})
	constants["arith.constant"] = pushConstant
}

// needs are the adjustments that an operation on integers needs.
type needs uint8

const (
	cut   needs = 1 << iota // the result may have too many bits
	signs                   // the operands are signed
)

// width returns the bits of the first operand, or of its elements.
func (f *function) width(op *ir.Op) uint32 { return widthOf(op.Operand(0).Type()) }

// wide reports whether the first operand, or each of its elements, is an i64.
func (f *function) wide(op *ir.Op) bool { return f.width(op) > 32 }

// truncate cuts the integer on the stack to a number of bits.
func (f *function) truncate(width uint32) {
	if width == 32 || width == 64 {
		return
	}
	f.intConst(1<<width-1, width > 32)
	f.integer(opI32And, width > 32)
}

// signExtend extends the sign of the integer on the stack, which has width bits.
func (f *function) signExtend(width uint32) {
	switch width {
	case 32, 64:
	case 8:
		f.emit(opI32Ext8)
	case 16:
		f.emit(opI32Ext16)
	default:
		wide := width > 32
		shift := 32 - int64(width)
		if wide {
			shift += 32
		}
		for _, op := range []opcode{opI32Shl, opI32ShrS} {
			f.intConst(shift, wide)
			f.integer(op, wide)
		}
	}
}

// pushSigned pushes an operand with its sign extended.
func (f *function) pushSigned(v *ir.Value) {
	f.push(v)
	f.signExtend(widthOf(v.Type()))
}

// pushFor pushes an operand in the form that an operation needs.
func (f *function) pushFor(v *ir.Value, n needs) {
	if n&signs != 0 {
		f.pushSigned(v)
	} else {
		f.push(v)
	}
}

func intBinary(code opcode, n needs) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.push(op.Operand(0))
		f.push(op.Operand(1))
		f.integer(code, f.wide(op))
		if n&cut != 0 {
			f.truncate(f.width(op))
		}
	}
}

// intChoose emits the choice of the first operand if the comparison holds, and of the second one if not.
func intChoose(compare opcode, n needs) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.settleOperands(op)
		f.push(op.Operand(0))
		f.push(op.Operand(1))
		f.pushFor(op.Operand(0), n)
		f.pushFor(op.Operand(1), n)
		f.integer(compare, f.wide(op))
		f.emit(opSelect)
	}
}

// divisor stops the program if the second operand is 0.
func (f *function) divisor(op *ir.Op) {
	f.settleOperands(op)
	if n, ok := f.constantLane(op.Operand(1)); ok && n != 0 {
		return
	}
	f.push(op.Operand(1))
	f.integer(opI32Eqz, f.wide(op))
	f.trapIf(op, DivideByZero, "")
}

// constantLane returns the constant value of an operand, or of its current lane. ok is false if it is not
// constant.
func (f *function) constantLane(v *ir.Value) (int64, bool) {
	if !isVector(v.Type()) {
		return ir.ConstInt(v)
	}
	if a, ok := ir.ConstantValue(v).(*ir.DenseElementsAttr); ok && f.lane >= 0 {
		return int64(a.Element(f.lane)), true
	}
	return 0, false
}

// quotient emits a signed division. adjust, if it is not nil, changes the result from rounding toward zero.
func quotient(code opcode, adjust func(f *function, op *ir.Op)) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.divisor(op)
		f.checkRange(op)
		f.pushSigned(op.Operand(0))
		f.pushSigned(op.Operand(1))
		f.integer(code, f.wide(op))
		if adjust != nil {
			adjust(f, op)
		}
		f.truncate(f.width(op))
	}
}

// checkRange stops the program if the smallest number is divided by -1.
func (f *function) checkRange(op *ir.Op) {
	width, wide := f.width(op), f.wide(op)
	if n, ok := f.constantLane(op.Operand(1)); ok && zeroExtended(n, width) != zeroExtended(-1, width) {
		return
	}
	f.push(op.Operand(0))
	f.intConst(zeroExtended(math.MinInt64>>(64-width), width), wide)
	f.integer(opI32Eq, wide)
	f.push(op.Operand(1))
	f.intConst(zeroExtended(-1, width), wide)
	f.integer(opI32Eq, wide)
	f.emit(opI32And)
	f.trapIf(op, DivideRange, "")
}

// inexact pushes whether a division leaves a remainder, and the signs of the operands are equal, or
// different.
func (f *function) inexact(op *ir.Op, sameSign bool) {
	wide := f.wide(op)
	f.pushSigned(op.Operand(0))
	f.pushSigned(op.Operand(1))
	f.integer(opI32RemS, wide)
	f.intConst(0, wide)
	f.integer(opI32Ne, wide)
	f.pushSigned(op.Operand(0))
	f.pushSigned(op.Operand(1))
	f.integer(opI32Xor, wide)
	f.intConst(0, wide)
	if sameSign {
		f.integer(opI32GeS, wide)
	} else {
		f.integer(opI32LtS, wide)
	}
	f.emit(opI32And)
	f.extendBool(wide)
}

// extendBool extends the i1 on the stack to i64 if wide is set.
func (f *function) extendBool(wide bool) {
	if wide {
		f.emit(opI64ExtU)
	}
}

func (f *function) roundUp(op *ir.Op) {
	f.inexact(op, true)
	f.integer(opI32Add, f.wide(op))
}

func (f *function) roundDown(op *ir.Op) {
	f.inexact(op, false)
	f.integer(opI32Sub, f.wide(op))
}

func unsignedQuotient(code opcode) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.divisor(op)
		f.push(op.Operand(0))
		f.push(op.Operand(1))
		f.integer(code, f.wide(op))
	}
}

// remainder emits a signed remainder. It is 0 if the divisor is -1.
func remainder(f *function, op *ir.Op) {
	f.divisor(op)
	f.pushSigned(op.Operand(0))
	f.pushSigned(op.Operand(1))
	f.integer(opI32RemS, f.wide(op))
	f.truncate(f.width(op))
}

func ceilDivUI(f *function, op *ir.Op) {
	wide := f.wide(op)
	unsignedQuotient(opI32DivU)(f, op)
	f.push(op.Operand(0))
	f.push(op.Operand(1))
	f.integer(opI32RemU, wide)
	f.intConst(0, wide)
	f.integer(opI32Ne, wide)
	f.extendBool(wide)
	f.integer(opI32Add, wide)
}

// shift emits a shift whose result is 0 if the distance is the width or more.
func shift(code opcode, n needs) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.settleOperands(op)
		width, wide := f.width(op), f.wide(op)
		by, known := f.constantLane(op.Operand(1))
		if known && uint64(zeroExtended(by, width)) >= uint64(width) {
			f.intConst(0, wide)
			return
		}
		f.push(op.Operand(0))
		f.push(op.Operand(1))
		f.integer(code, wide)
		if n&cut != 0 {
			f.truncate(width)
		}
		if known {
			return
		}
		f.intConst(0, wide)
		f.push(op.Operand(1))
		f.intConst(int64(width), wide)
		f.integer(opI32LtU, wide)
		f.emit(opSelect)
	}
}

// shiftSigned emits a shift whose result is only the sign if the distance is the width or more.
func shiftSigned(f *function, op *ir.Op) {
	f.settleOperands(op)
	width, wide := f.width(op), f.wide(op)
	f.pushSigned(op.Operand(0))
	f.push(op.Operand(1))
	if by, known := f.constantLane(op.Operand(1)); !known ||
		uint64(zeroExtended(by, width)) >= uint64(width) {
		f.intConst(int64(width)-1, wide)
		f.push(op.Operand(1))
		f.intConst(int64(width), wide)
		f.integer(opI32LtU, wide)
		f.emit(opSelect)
	}
	f.integer(opI32ShrS, wide)
	f.truncate(width)
}

// intPredicates has the comparisons of arith.cmpi in the order of the predicates. Numbers 2 to 5 are signed.
var intPredicates = [...]opcode{
	opI32Eq, opI32Ne, opI32LtS, opI32LeS, opI32GtS, opI32GeS, opI32LtU, opI32LeU, opI32GtU, opI32GeU,
}

// predicate returns the number of a comparison's predicate.
func predicate(op *ir.Op) int64 {
	switch a := op.Attr("predicate").(type) {
	case *ir.IntegerAttr:
		return a.Value
	case *ir.EnumAttr:
		return a.Value
	}
	return 0
}

func compareIntegers(f *function, op *ir.Op) {
	p := predicate(op)
	n := needs(0)
	if p >= 2 && p <= 5 {
		n = signs
	}
	f.pushFor(op.Operand(0), n)
	f.pushFor(op.Operand(1), n)
	f.integer(intPredicates[p], f.wide(op))
}

// choose emits arith.select of scalars.
func choose(f *function, op *ir.Op) {
	f.push(op.Operand(1))
	f.push(op.Operand(2))
	f.push(op.Operand(0))
	f.emit(opSelect)
}

// addExtended emits a sum or its carry.
func addExtended(f *function, op *ir.Op) {
	f.settleOperands(op)
	width, wide := f.width(op), f.wide(op)
	f.push(op.Operand(0))
	f.push(op.Operand(1))
	f.integer(opI32Add, wide)
	f.truncate(width)
	if f.result == 1 {
		f.push(op.Operand(0))
		f.integer(opI32LtU, wide)
	}
}

// mulExtended emits the lower or the upper half of a product.
func mulExtended(n needs) func(*function, *ir.Op) {
	return func(f *function, op *ir.Op) {
		f.settleOperands(op)
		width, wide := f.width(op), f.wide(op)
		switch {
		case f.result == 0:
			intBinary(opI32Mul, cut)(f, op)
		case wide:
			f.upperHalf(op, n, width)
		default:
			for i := range 2 {
				f.pushFor(op.Operand(i), n)
				f.extendInteger(n)
			}
			f.integer(opI32Mul, true)
			f.i64Const(int64(width))
			f.integer(opI32ShrU, true)
			f.emit(opI32Wrap)
			f.truncate(width)
		}
	}
}

// extendInteger extends the i32 on the stack to i64.
func (f *function) extendInteger(n needs) {
	if n&signs != 0 {
		f.emit(opI64ExtS)
	} else {
		f.emit(opI64ExtU)
	}
}

// upperHalf calls the runtime for the upper half of a product of more than 64 bits. If the operands have
// fewer than 64 bits, the first one is shifted up: the upper half of their product is then in the upper 64
// bits.
func (f *function) upperHalf(op *ir.Op, n needs, width uint32) {
	name := "inflight_mulhi_u"
	if n&signs != 0 {
		name = "inflight_mulhi_s"
	}
	for i := range 2 {
		f.pushFor(op.Operand(i), n)
		if i == 0 {
			f.i64Const(int64(64 - width))
			f.integer(opI32Shl, true)
		}
	}
	f.callFunction(f.runtime(name))
	f.truncate(width)
}

// absolute emits the absolute value. The smallest number has itself as its absolute value.
func absolute(f *function, op *ir.Op) {
	f.settleOperands(op)
	v, wide := op.Operand(0), f.wide(op)
	f.intConst(0, wide)
	f.push(v)
	f.integer(opI32Sub, wide)
	f.truncate(f.width(op))
	f.push(v)
	f.pushSigned(v)
	f.intConst(0, wide)
	f.integer(opI32LtS, wide)
	f.emit(opSelect)
}

func leadingZeros(f *function, op *ir.Op) {
	width, wide := f.width(op), f.wide(op)
	f.push(op.Operand(0))
	f.integer(opI32Clz, wide)
	if width != 32 && width != 64 {
		f.intConst(32+32*b2i(wide)-int64(width), wide)
		f.integer(opI32Sub, wide)
	}
}

func trailingZeros(f *function, op *ir.Op) {
	width, wide := f.width(op), f.wide(op)
	f.push(op.Operand(0))
	if width != 32 && width != 64 {
		f.intConst(1<<width, wide) // the count for 0 is the width
		f.integer(opI32Or, wide)
	}
	f.integer(opI32Clz+1, wide)
}

// integerPower calls the runtime. It stops the program if 0 has a negative exponent.
func integerPower(f *function, op *ir.Op) {
	f.settleOperands(op)
	width, wide := f.width(op), f.wide(op)
	f.push(op.Operand(0))
	f.integer(opI32Eqz, wide)
	f.pushSigned(op.Operand(1))
	f.intConst(0, wide)
	f.integer(opI32LtS, wide)
	f.emit(opI32And)
	f.trapIf(op, DivideByZero, "")
	for i := range 2 {
		f.pushSigned(op.Operand(i))
		if !wide {
			f.emit(opI64ExtS)
		}
	}
	f.callFunction(f.runtime("inflight_power"))
	if !wide {
		f.emit(opI32Wrap)
	}
	f.truncate(width)
}

// pushConstant pushes a number.
func pushConstant(f *function, op *ir.Op) {
	switch a := op.Attr("value").(type) {
	case *ir.IntegerAttr:
		width := widthOf(a.Type)
		f.intConst(zeroExtended(a.Value, width), width > 32)
	case *ir.FloatAttr:
		f.pushBits(a.Type, a.Bits)
	default:
		f.fail(op, codeOp, "cannot be compiled to WebAssembly")
	}
}

// pushBits pushes the number of a scalar type with these bits.
func (f *function) pushBits(t ir.Type, bits uint64) {
	typ, _ := scalarOf(t)
	switch typ {
	case f32:
		f.emit(opF32Const)
		for i := range 4 {
			f.code.byte(byte(bits >> (8 * i)))
		}
	case f64:
		f.emit(opF64Const)
		for i := range 8 {
			f.code.byte(byte(bits >> (8 * i)))
		}
	default:
		width := widthOf(t)
		f.intConst(zeroExtended(int64(bits), width), typ == i64)
	}
}
