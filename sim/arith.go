package sim

import (
	"math"
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"arith.constant":        emitConstant,
		"arith.select":          emitSelect,
		"arith.cmpi":            emitCmpI,
		"arith.cmpf":            emitCmpF,
		"arith.extui":           emitMove,
		"arith.extsi":           emitExtSI,
		"arith.trunci":          emitTruncI,
		"arith.index_cast":      emitIndexCast,
		"arith.index_castui":    emitTruncI,
		"arith.bitcast":         emitMove,
		"arith.extf":            emitConvertF,
		"arith.truncf":          emitConvertF,
		"arith.sitofp":          emitIntToFloat,
		"arith.uitofp":          emitIntToFloat,
		"arith.fptosi":          emitFloatToInt,
		"arith.fptoui":          emitFloatToInt,
		"arith.negf":            emitNegF,
		"arith.addui_extended":  emitExtended,
		"arith.mulsi_extended":  emitExtended,
		"arith.mului_extended":  emitExtended,
		"arith.addi":            intOp(execAddI),
		"arith.subi":            intOp(execSubI),
		"arith.muli":            intOp(execMulI),
		"arith.andi":            intOp(execAndI),
		"arith.ori":             intOp(execOrI),
		"arith.xori":            intOp(execXorI),
		"arith.maxui":           intOp(execMaxUI),
		"arith.minui":           intOp(execMinUI),
		"arith.divui":           intOp(execDivUI),
		"arith.remui":           intOp(execRemUI),
		"arith.ceildivui":       intOp(execCeilDivUI),
		"arith.shli":            shiftOp(execShlI),
		"arith.shrui":           shiftOp(execShrUI),
		"arith.shrsi":           signedOp(execShrSI),
		"arith.maxsi":           signedOp(execMaxSI),
		"arith.minsi":           signedOp(execMinSI),
		"arith.divsi":           signedOp(execDivSI),
		"arith.remsi":           signedOp(execRemSI),
		"arith.ceildivsi":       signedOp(execCeilDivSI),
		"arith.floordivsi":      signedOp(execFloorDivSI),
		"arith.addf":            floatOp(execAddF32, execAddF64, func(x, y float64) float64 { return x + y }),
		"arith.subf":            floatOp(execSubF32, execSubF64, func(x, y float64) float64 { return x - y }),
		"arith.mulf":            floatOp(execMulF32, execMulF64, func(x, y float64) float64 { return x * y }),
		"arith.divf":            floatOp(execDivF32, execDivF64, func(x, y float64) float64 { return x / y }),
		"arith.remf":            floatOp(nil, nil, math.Mod),
		"arith.maximumf":        floatOp(nil, nil, arith.Maximum),
		"arith.minimumf":        floatOp(nil, nil, arith.Minimum),
		"arith.maxnumf":         floatOp(nil, nil, arith.MaxNum),
		"arith.minnumf":         floatOp(nil, nil, arith.MinNum),
		"arith.flush_denormals": emitFlushDenormals,
	})
}

// Integers are kept zero-extended. imm is the mask of the type in operations whose result may have more bits
// than the type. In operations that need the sign, imm is the number of bits by which a shift moves the sign
// to bit 63.

// widthOf returns the width of a scalar type that checkType has accepted, or of the elements of a vector.
func widthOf(t ir.Type) uint32 {
	w, _ := value.BitWidth(constraint.ElementOrSelf(t))
	return w
}

// scalars returns an error unless all operands are scalars of types that the simulator supports, or vectors
// of such scalars.
func (c *compiler) scalars(op *ir.Op) error {
	for _, v := range op.Operands() {
		if _, ok := value.BitWidth(constraint.ElementOrSelf(v.Type())); !ok {
			return op.Errorf(codeUnsupportedType, "the simulator does not execute '%s' on %v", op.Name(),
				v.Type())
		}
	}
	return nil
}

// binary emits an instruction of two operands.
func (c *compiler) binary(op *ir.Op, exec func(*thread, *instr), imm uint64) error {
	if err := c.scalars(op); err != nil {
		return err
	}
	c.emit(instr{exec: exec, a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0), imm: imm})
	return nil
}

// unary emits an instruction of one operand.
func (c *compiler) unary(op *ir.Op, exec func(*thread, *instr), imm uint64) error {
	if err := c.scalars(op); err != nil {
		return err
	}
	c.emit(instr{exec: exec, a: c.operand(op, 0), dst: c.result(op, 0), imm: imm})
	return nil
}

func intOp(exec func(*thread, *instr)) emitter {
	return func(c *compiler, op *ir.Op) error {
		return c.binary(op, exec, value.Mask(widthOf(op.Result(0).Type())))
	}
}

func signedOp(exec func(*thread, *instr)) emitter {
	return func(c *compiler, op *ir.Op) error {
		return c.binary(op, exec, 64-uint64(widthOf(op.Result(0).Type())))
	}
}

func shiftOp(exec func(*thread, *instr)) emitter { return signedOp(exec) }

// floatOp returns an emitter of an operation with a fast form for f32 and one for f64. For the other formats
// f computes in float64.
func floatOp(f32, f64 func(*thread, *instr), f func(x, y float64) float64) emitter {
	return func(c *compiler, op *ir.Op) error {
		k, ok := floatKind(op.Result(0).Type())
		if !ok {
			return c.unsupported(op, "on this type")
		}
		switch {
		case k == ir.F32 && f32 != nil:
			return c.binary(op, f32, 0)
		case k == ir.F64 && f64 != nil:
			return c.binary(op, f64, 0)
		}
		return c.binary(op, binaryFloat(k, f), 0)
	}
}

func execAddI(t *thread, in *instr) { t.regs[in.dst] = (t.regs[in.a] + t.regs[in.b]) & in.imm }
func execSubI(t *thread, in *instr) { t.regs[in.dst] = (t.regs[in.a] - t.regs[in.b]) & in.imm }
func execMulI(t *thread, in *instr) { t.regs[in.dst] = (t.regs[in.a] * t.regs[in.b]) & in.imm }
func execAndI(t *thread, in *instr) { t.regs[in.dst] = t.regs[in.a] & t.regs[in.b] }
func execOrI(t *thread, in *instr)  { t.regs[in.dst] = t.regs[in.a] | t.regs[in.b] }
func execXorI(t *thread, in *instr) { t.regs[in.dst] = t.regs[in.a] ^ t.regs[in.b] }

func execMaxUI(t *thread, in *instr) { t.regs[in.dst] = max(t.regs[in.a], t.regs[in.b]) }
func execMinUI(t *thread, in *instr) { t.regs[in.dst] = min(t.regs[in.a], t.regs[in.b]) }

func execMaxSI(t *thread, in *instr) {
	if value.Signed(t.regs[in.a], in.imm) >= value.Signed(t.regs[in.b], in.imm) {
		t.regs[in.dst] = t.regs[in.a]
	} else {
		t.regs[in.dst] = t.regs[in.b]
	}
}

func execMinSI(t *thread, in *instr) {
	if value.Signed(t.regs[in.a], in.imm) <= value.Signed(t.regs[in.b], in.imm) {
		t.regs[in.dst] = t.regs[in.a]
	} else {
		t.regs[in.dst] = t.regs[in.b]
	}
}

func execShlI(t *thread, in *instr) {
	t.regs[in.dst] = t.regs[in.a] << t.regs[in.b] & (^uint64(0) >> in.imm)
	t.cutShift(in, 0)
}

func execShrUI(t *thread, in *instr) {
	t.regs[in.dst] = t.regs[in.a] >> t.regs[in.b]
	t.cutShift(in, 0)
}

func execShrSI(t *thread, in *instr) {
	t.regs[in.dst] = uint64(value.Signed(t.regs[in.a], in.imm)>>t.regs[in.b]) & (^uint64(0) >> in.imm)
}

// cutShift replaces the result of a shift by at least the width of the type.
func (t *thread) cutShift(in *instr, by uint64) {
	if t.regs[in.b] >= 64-in.imm {
		t.regs[in.dst] = by
	}
}

// divisor reports whether the divisor is not zero. If it is zero, the machine stops.
func (t *thread) divisor(in *instr) bool {
	if t.regs[in.b] == 0 {
		t.fail(in, codeDivByZero, "division of %d by zero", int64(t.regs[in.a]))
		return false
	}
	return true
}

func execDivUI(t *thread, in *instr) {
	if t.divisor(in) {
		t.regs[in.dst] = t.regs[in.a] / t.regs[in.b]
	}
}

func execRemUI(t *thread, in *instr) {
	if t.divisor(in) {
		t.regs[in.dst] = t.regs[in.a] % t.regs[in.b]
	}
}

func execCeilDivUI(t *thread, in *instr) {
	if t.divisor(in) {
		q, r := t.regs[in.a]/t.regs[in.b], t.regs[in.a]%t.regs[in.b]
		if r != 0 {
			q++
		}
		t.regs[in.dst] = q
	}
}

// divide returns both operands, their quotient and their remainder, rounded toward zero. ok is false if the
// machine has stopped, because there is no quotient.
func (t *thread) divide(in *instr) (x, y, q, r int64, ok bool) {
	if !t.divisor(in) {
		return 0, 0, 0, 0, false
	}
	x, y = value.Signed(t.regs[in.a], in.imm), value.Signed(t.regs[in.b], in.imm)
	if y == -1 && x == math.MinInt64>>in.imm {
		t.fail(in, codeDivRange, "%d divided by -1 does not fit the type", x)
		return 0, 0, 0, 0, false
	}
	return x, y, x / y, x % y, true
}

func execDivSI(t *thread, in *instr) {
	if _, _, q, _, ok := t.divide(in); ok {
		t.regs[in.dst] = uint64(q) & (^uint64(0) >> in.imm)
	}
}

func execRemSI(t *thread, in *instr) {
	if !t.divisor(in) {
		return
	}
	x, y := value.Signed(t.regs[in.a], in.imm), value.Signed(t.regs[in.b], in.imm)
	if y == -1 {
		t.regs[in.dst] = 0
		return
	}
	t.regs[in.dst] = uint64(x%y) & (^uint64(0) >> in.imm)
}

func execCeilDivSI(t *thread, in *instr) {
	if x, y, q, r, ok := t.divide(in); ok {
		if r != 0 && (x > 0) == (y > 0) {
			q++
		}
		t.regs[in.dst] = uint64(q) & (^uint64(0) >> in.imm)
	}
}

func execFloorDivSI(t *thread, in *instr) {
	if x, y, q, r, ok := t.divide(in); ok {
		if r != 0 && (x > 0) != (y > 0) {
			q--
		}
		t.regs[in.dst] = uint64(q) & (^uint64(0) >> in.imm)
	}
}

func f32at(t *thread, r int32) float32 { return math.Float32frombits(uint32(t.regs[r])) }
func f64at(t *thread, r int32) float64 { return math.Float64frombits(t.regs[r]) }

func (t *thread) setF32(r int32, v float32) { t.regs[r] = uint64(math.Float32bits(v)) }
func (t *thread) setF64(r int32, v float64) { t.regs[r] = math.Float64bits(v) }

func execAddF32(t *thread, in *instr) { t.setF32(in.dst, f32at(t, in.a)+f32at(t, in.b)) }
func execSubF32(t *thread, in *instr) { t.setF32(in.dst, f32at(t, in.a)-f32at(t, in.b)) }
func execMulF32(t *thread, in *instr) { t.setF32(in.dst, f32at(t, in.a)*f32at(t, in.b)) }
func execDivF32(t *thread, in *instr) { t.setF32(in.dst, f32at(t, in.a)/f32at(t, in.b)) }
func execAddF64(t *thread, in *instr) { t.setF64(in.dst, f64at(t, in.a)+f64at(t, in.b)) }
func execSubF64(t *thread, in *instr) { t.setF64(in.dst, f64at(t, in.a)-f64at(t, in.b)) }
func execMulF64(t *thread, in *instr) { t.setF64(in.dst, f64at(t, in.a)*f64at(t, in.b)) }
func execDivF64(t *thread, in *instr) { t.setF64(in.dst, f64at(t, in.a)/f64at(t, in.b)) }

// emitConstant puts the constant into the initial frame of the function.
func emitConstant(c *compiler, op *ir.Op) error {
	switch a := op.Attr("value").(type) {
	case *ir.IntegerAttr:
		c.setConstant(op.Result(0), uint64(a.Value)&value.Mask(widthOf(a.Type)))
	case *ir.FloatAttr:
		c.setConstant(op.Result(0), a.Bits)
	case *ir.DenseElementsAttr:
		return c.denseConstant(op, a)
	default:
		return c.unsupported(op, "with this value")
	}
	return nil
}

// emitMove emits a conversion that changes only the type and no bits.
func emitMove(c *compiler, op *ir.Op) error { return c.unary(op, execMove, 0) }

func emitTruncI(c *compiler, op *ir.Op) error {
	return c.unary(op, execMask, value.Mask(widthOf(op.Result(0).Type())))
}

func execMask(t *thread, in *instr) { t.regs[in.dst] = t.regs[in.a] & in.imm }

// emitExtSI extends the sign up to bit 63 and cuts the result at the new width.
func emitExtSI(c *compiler, op *ir.Op) error {
	if err := c.scalars(op); err != nil {
		return err
	}
	from, to := widthOf(op.Operand(0).Type()), widthOf(op.Result(0).Type())
	c.emit(instr{exec: execExtSI, a: c.operand(op, 0), dst: c.result(op, 0),
		imm: uint64(64-from) | uint64(64-to)<<8})
	return nil
}

// execExtSI extends a sign. imm has two numbers: the bits that each of the two types lacks to 64. A field b
// for the second number would be read as a register.
func execExtSI(t *thread, in *instr) {
	t.regs[in.dst] = uint64(value.Signed(t.regs[in.a], in.imm&0xFF)) & (^uint64(0) >> (in.imm >> 8))
}

func emitIndexCast(c *compiler, op *ir.Op) error {
	if widthOf(op.Operand(0).Type()) < widthOf(op.Result(0).Type()) {
		return emitExtSI(c, op)
	}
	return emitTruncI(c, op)
}

func emitSelect(c *compiler, op *ir.Op) error {
	if !constraint.Like(constraint.IsI1)(op.Operand(0).Type()) {
		return c.unsupported(op, "with this condition")
	}
	exec := execSelect
	if isRef(op.Result(0).Type()) {
		exec = execSelectMem
	}
	c.emit(instr{exec: exec, a: c.operand(op, 0), b: c.operand(op, 1), c: c.operand(op, 2),
		dst: c.result(op, 0)})
	return nil
}

func execSelect(t *thread, in *instr) {
	if t.regs[in.a] != 0 {
		t.regs[in.dst] = t.regs[in.b]
	} else {
		t.regs[in.dst] = t.regs[in.c]
	}
}

func execSelectMem(t *thread, in *instr) {
	if t.regs[in.a] != 0 {
		t.mems[in.dst] = t.mems[in.b]
	} else {
		t.mems[in.dst] = t.mems[in.c]
	}
}

// predicate returns the value of an enumeration attribute, -1 without one.
func predicate(op *ir.Op) int64 {
	switch a := op.Attr("predicate").(type) {
	case *ir.IntegerAttr:
		return a.Value
	case *ir.EnumAttr:
		return a.Value
	}
	return -1
}

// compares holds the instructions of arith.cmpi by predicate.
var compares = [...]func(t *thread, in *instr){
	func(t *thread, in *instr) { t.setBool(in.dst, t.regs[in.a] == t.regs[in.b]) },
	func(t *thread, in *instr) { t.setBool(in.dst, t.regs[in.a] != t.regs[in.b]) },
	func(t *thread, in *instr) {
		t.setBool(in.dst, value.Signed(t.regs[in.a], in.imm) < value.Signed(t.regs[in.b], in.imm))
	},
	func(t *thread, in *instr) {
		t.setBool(in.dst, value.Signed(t.regs[in.a], in.imm) <= value.Signed(t.regs[in.b], in.imm))
	},
	func(t *thread, in *instr) {
		t.setBool(in.dst, value.Signed(t.regs[in.a], in.imm) > value.Signed(t.regs[in.b], in.imm))
	},
	func(t *thread, in *instr) {
		t.setBool(in.dst, value.Signed(t.regs[in.a], in.imm) >= value.Signed(t.regs[in.b], in.imm))
	},
	func(t *thread, in *instr) { t.setBool(in.dst, t.regs[in.a] < t.regs[in.b]) },
	func(t *thread, in *instr) { t.setBool(in.dst, t.regs[in.a] <= t.regs[in.b]) },
	func(t *thread, in *instr) { t.setBool(in.dst, t.regs[in.a] > t.regs[in.b]) },
	func(t *thread, in *instr) { t.setBool(in.dst, t.regs[in.a] >= t.regs[in.b]) },
}

func (t *thread) setBool(r int32, v bool) {
	if v {
		t.regs[r] = 1
	} else {
		t.regs[r] = 0
	}
}

func emitCmpI(c *compiler, op *ir.Op) error {
	p := predicate(op)
	if p < 0 || p >= int64(len(compares)) {
		return c.unsupported(op, "with this predicate")
	}
	return c.binary(op, compares[p], 64-uint64(widthOf(op.Operand(0).Type())))
}

// outcomes has, by the number of a predicate, the outcomes of a comparison for which the predicate is true.
// Bit 0 is equal, bit 1 greater, bit 2 less, bit 3 unordered. MLIR numbers the predicates false, oeq .. ord,
// ueq .. uno, true.
var outcomes = [...]uint64{0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 8, 15}

// outcomeOf returns the outcome of the comparison of two floats, as a bit of outcomes.
func outcomeOf(x, y float64) uint64 {
	switch {
	case x == y:
		return 1
	case x > y:
		return 2
	case x < y:
		return 4
	}
	return 8
}

func emitCmpF(c *compiler, op *ir.Op) error {
	p := predicate(op)
	k, ok := floatKind(op.Operand(0).Type())
	if p < 0 || p >= int64(len(outcomes)) || !ok {
		return c.unsupported(op, "with this predicate")
	}
	return c.binary(op, func(t *thread, in *instr) {
		t.setBool(in.dst, in.imm&outcomeOf(value.DecodeFloat(k, t.regs[in.a]),
			value.DecodeFloat(k, t.regs[in.b])) != 0)
	}, outcomes[p])
}

// floatKind returns the format of a floating-point type, or of the elements of a vector.
func floatKind(t ir.Type) (ir.FloatKind, bool) {
	ft, ok := constraint.ElementOrSelf(t).(*ir.FloatType)
	if !ok {
		return 0, false
	}
	return ft.Kind, true
}

func emitConvertF(c *compiler, op *ir.Op) error {
	from, ok := floatKind(op.Operand(0).Type())
	to, ok2 := floatKind(op.Result(0).Type())
	if !ok || !ok2 {
		return c.unsupported(op, "on these types")
	}
	if mode := op.Attr("roundingmode"); mode != nil {
		if e, ok := mode.(*ir.IntegerAttr); !ok || e.Value != 0 {
			return c.unsupported(op, "with a rounding mode other than to nearest, ties to even")
		}
	}
	return c.unary(op, func(t *thread, in *instr) {
		t.regs[in.dst] = value.EncodeFloat(to, value.DecodeFloat(from, t.regs[in.a]))
	}, 0)
}

func emitIntToFloat(c *compiler, op *ir.Op) error {
	k, ok := floatKind(op.Result(0).Type())
	if !ok {
		return c.unsupported(op, "on these types")
	}
	if op.Name() == "arith.uitofp" {
		return c.unary(op, func(t *thread, in *instr) { t.regs[in.dst] = fromUnsigned(k, t.regs[in.a]) }, 0)
	}
	return c.unary(op, func(t *thread, in *instr) {
		t.regs[in.dst] = fromSigned(k, value.Signed(t.regs[in.a], in.imm))
	}, 64-uint64(widthOf(op.Operand(0).Type())))
}

func emitFloatToInt(c *compiler, op *ir.Op) error {
	k, ok := floatKind(op.Operand(0).Type())
	if !ok {
		return c.unsupported(op, "on these types")
	}
	width, convert := widthOf(op.Result(0).Type()), toSigned
	if op.Name() == "arith.fptoui" {
		convert = toUnsigned
	}
	return c.unary(op, func(t *thread, in *instr) {
		t.regs[in.dst] = convert(value.DecodeFloat(k, t.regs[in.a]), width)
	}, 0)
}

// emitNegF flips the sign bit, also that of NaN.
func emitNegF(c *compiler, op *ir.Op) error {
	return c.unary(op, execXorImm, 1<<(widthOf(op.Result(0).Type())-1))
}

func execXorImm(t *thread, in *instr) { t.regs[in.dst] = t.regs[in.a] ^ in.imm }

func emitFlushDenormals(c *compiler, op *ir.Op) error {
	k, ok := floatKind(op.Result(0).Type())
	if !ok || k != ir.F32 && k != ir.F64 {
		return c.unsupported(op, "on this type")
	}
	least := 0x1p-126
	if k == ir.F64 {
		least = 0x1p-1022
	}
	return c.unary(op, unaryFloat(k, func(v float64) float64 {
		if math.Abs(v) < least {
			return math.Copysign(0, v)
		}
		return v
	}), 0)
}

// emitExtended emits the operations with two results, such as a product of twice the width.
func emitExtended(c *compiler, op *ir.Op) error {
	if err := c.scalars(op); err != nil {
		return err
	}
	exec := map[string]func(*thread, *instr){
		"arith.addui_extended": execAddExtended,
		"arith.mulsi_extended": execMulSIExtended,
		"arith.mului_extended": execMulUIExtended,
	}[op.Name()]
	c.emit(instr{exec: exec, a: c.operand(op, 0), b: c.operand(op, 1), dst: c.result(op, 0),
		c:   c.result(op, 1),
		imm: uint64(widthOf(op.Operand(0).Type()))})
	return nil
}

func execAddExtended(t *thread, in *instr) {
	sum, carry := bits.Add64(t.regs[in.a], t.regs[in.b], 0)
	if in.imm < 64 {
		sum, carry = sum&value.Mask(uint32(in.imm)), sum>>in.imm
	}
	t.regs[in.dst], t.regs[in.c] = sum, carry
}

func execMulUIExtended(t *thread, in *instr) {
	high, low := bits.Mul64(t.regs[in.a], t.regs[in.b])
	t.setExtended(in, high, low)
}

func execMulSIExtended(t *thread, in *instr) {
	x, y := value.Signed(t.regs[in.a], 64-in.imm), value.Signed(t.regs[in.b], 64-in.imm)
	high, low := bits.Mul64(uint64(x), uint64(y))
	if x < 0 {
		high -= uint64(y)
	}
	if y < 0 {
		high -= uint64(x)
	}
	t.setExtended(in, high, low)
}

// setExtended splits a product of 128 bits into halves of the operands' width.
func (t *thread) setExtended(in *instr, high, low uint64) {
	w := in.imm
	if w < 64 {
		high = low>>w | high<<(64-w)
	}
	t.regs[in.dst], t.regs[in.c] = low&value.Mask(uint32(w)), high&value.Mask(uint32(w))
}
