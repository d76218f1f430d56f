package wasm

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// The functions here compute an elementwise operation on a part of its vectors at once. Each returns false,
// before it emits any instruction, if WebAssembly has none for the operation.

func simdBinary(name string) func(*function, *ir.Op) bool {
	return func(f *function, op *ir.Op) bool {
		code, ok := simdCode(name, f.lanes(op.Result(0)))
		if !ok {
			return false
		}
		x, y := op.Operand(0), op.Operand(1)
		if name == "mul" && f.diesWith(y, op) && !f.diesWith(x, op) {
			// An instruction of x86 overwrites its first operand. An operand with later uses must be copied
			// before.
			x, y = y, x
		}
		f.push(x)
		f.push(y)
		f.emit(code)
		return true
	}
}

func simdUnary(name string) func(*function, *ir.Op) bool {
	return func(f *function, op *ir.Op) bool {
		code, ok := simdCode(name, f.lanes(op.Result(0)))
		if ok {
			f.push(op.Operand(0))
			f.emit(code)
		}
		return ok
	}
}

// simdBitwise compiles operations on bits, which do not depend on the lanes.
func simdBitwise(code opcode) func(*function, *ir.Op) bool {
	return func(f *function, op *ir.Op) bool {
		bits := f.lanes(op.Result(0)).bits
		f.pushMasked(op.Operand(0), bits, f.part)
		f.pushMasked(op.Operand(1), bits, f.part)
		f.emit(code)
		return true
	}
}

// simdShift compiles shifts of all lanes by one constant.
func simdShift(name string) func(*function, *ir.Op) bool {
	return func(f *function, op *ir.Op) bool {
		l := f.lanes(op.Result(0))
		code, ok := simdCode(name, l)
		by, splat := ir.ConstantValue(op.Operand(1)).(*ir.DenseElementsAttr)
		if !ok || !splat || !by.Splat || by.Element(0) >= uint64(l.bits) {
			return false
		}
		f.push(op.Operand(0))
		f.i32Const(int64(by.Element(0)))
		f.emit(code)
		return true
	}
}

// resultBits returns the width of the lanes of a mask that an operation makes. It is the width of the
// compared lanes, or of the lanes of the combined masks.
func (f *function) resultBits(op *ir.Op) int {
	for i := range op.NumOperands() {
		if v := op.Operand(i); isVector(v.Type()) {
			return f.lanes(v).bits
		}
	}
	return maskBits
}

func simdCompareIntegers(f *function, op *ir.Op) bool {
	names := [...]string{"eq", "ne", "lt_s", "le_s", "gt_s", "ge_s", "lt_u", "le_u", "gt_u", "ge_u"}
	code, ok := simdCode(names[predicate(op)], f.lanes(op.Operand(0)))
	if ok {
		f.push(op.Operand(0))
		f.push(op.Operand(1))
		f.emit(code)
	}
	return ok
}

func simdCompareFloats(f *function, op *ir.Op) bool {
	p := floatPredicates[predicate(op)]
	l := f.lanes(op.Operand(0))
	if !l.float() || len(p.any) == 0 {
		return false
	}
	f.settleOperands(op)
	for i, name := range p.any {
		code, _ := simdCode(name, l)
		f.push(op.Operand(0))
		f.push(op.Operand(1))
		f.emit(code)
		if i > 0 {
			f.emit(opV128Or)
		}
	}
	if p.negate {
		f.emit(opV128Not)
	}
	return true
}

// simdNumber compiles a minimum or maximum whose result is the other operand if one is NaN.
func simdNumber(name string) func(*function, *ir.Op) bool {
	return func(f *function, op *ir.Op) bool {
		l := f.lanes(op.Result(0))
		code, ok := simdCode(name, l)
		if !ok {
			return false
		}
		equal, _ := simdCode("eq", l)
		x, y := op.Operand(0), op.Operand(1)
		f.settleOperands(op)
		f.push(x)
		f.push(y)
		f.emit(code)
		f.push(x)
		f.push(y)
		f.push(y)
		f.emit(equal)
		f.emit(opBitSelect)
		f.push(y)
		f.push(x)
		f.push(x)
		f.emit(equal)
		f.emit(opBitSelect)
		return true
	}
}

// simdSelect compiles a select with one condition for all lanes, or with one for each lane.
func simdSelect(f *function, op *ir.Op) bool {
	bits := f.lanes(op.Result(0)).bits
	f.pushMasked(op.Operand(1), bits, f.part)
	f.pushMasked(op.Operand(2), bits, f.part)
	if !isVector(op.Operand(0).Type()) {
		f.pushPart(op.Operand(0), 0)
		f.emit(opSelectT)
		f.code.byte(1, byte(v128))
		return true
	}
	f.pushMasked(op.Operand(0), bits, f.part)
	f.emit(opBitSelect)
	return true
}

func simdClamp(f *function, op *ir.Op) bool {
	l := f.lanes(op.Result(0))
	largest, ok := simdCode("max", l)
	if !ok {
		return false
	}
	smallest, _ := simdCode("min", l)
	f.push(op.Operand(0))
	f.push(op.Operand(1))
	f.emit(largest)
	f.push(op.Operand(2))
	f.emit(smallest)
	return true
}

// simdMove compiles operations that only change the type of lanes.
func simdMove(f *function, op *ir.Op) bool {
	if f.lanes(op.Operand(0)).bits != f.lanes(op.Result(0)).bits {
		return false
	}
	f.push(op.Operand(0))
	return true
}

// simdIndexCast compiles casts between index and i64, which have the same form.
func simdIndexCast(f *function, op *ir.Op) bool {
	return f.width(op) == 64 && widthOf(op.Result(0).Type()) == 64 && simdMove(f, op)
}

// simdExtend compiles extensions of integers to twice the width, and of masks to integers.
func simdExtend(sign string) func(*function, *ir.Op) bool {
	return func(f *function, op *ir.Op) bool {
		from, to := f.lanes(op.Operand(0)), f.lanes(op.Result(0))
		if from.mask && isExact(to) {
			f.pushMasked(op.Operand(0), to.bits, f.part)
			if strings.HasSuffix(sign, "u") {
				f.ones(to)
				f.emit(opV128And)
			}
			return true
		}
		half := "extend_low"
		if f.part%2 == 1 {
			half = "extend_high"
		}
		code, ok := simdCode(half+sign, to)
		if !ok || !isExact(from) || from.bits*2 != to.bits {
			return false
		}
		f.pushPart(op.Operand(0), f.part/2)
		f.emit(code)
		return true
	}
}

// ones pushes a value with 1 in all lanes.
func (f *function) ones(l lanes) {
	var b [16]byte
	for i := range l.per() {
		b[i*l.bits/8] = 1
	}
	f.v128Const(b)
}

// simdTruncate compiles truncations of integers. They leave out bytes.
func simdTruncate(f *function, op *ir.Op) bool {
	from, to := f.lanes(op.Operand(0)), f.lanes(op.Result(0))
	if !isExact(from) || !isExact(to) {
		return false
	}
	f.settleOperands(op)
	p := f.placeOf(op.Operand(0))
	if p.kind == nowhere {
		return false
	}
	var bytes [16]byteOf
	for i := range bytes {
		bytes[i].at = -1
		if lane := f.part*to.per() + i*8/to.bits; lane < to.n {
			bytes[i] = byteOf{p.at(lane / from.per()), lane%from.per()*from.bits/8 + i%(to.bits/8)}
		}
	}
	f.gather(bytes)
	return true
}

// simdConvertFloat compiles conversions between f32 and f64.
func simdConvertFloat(f *function, op *ir.Op) bool {
	from, to := f.lanes(op.Operand(0)), f.lanes(op.Result(0))
	if !from.float() || !to.float() || op.Attr("roundingmode") != nil {
		return false
	}
	f.settleOperands(op)
	if to.bits == 64 {
		f.lowHalf(op.Operand(0), f.part)
		f.emit(opPromoteLow)
		return true
	}
	f.pushPart(op.Operand(0), 2*f.part)
	f.emit(opDemoteZero)
	if from.n > 2*2*f.part+2 {
		f.pushPart(op.Operand(0), 2*f.part+1)
		f.emit(opDemoteZero)
		f.shuffleLow()
	}
	return true
}

// lowHalf pushes a value whose lower half is one half of a part of an operand. The halves are numbered in the
// order of the lanes.
func (f *function) lowHalf(v *ir.Value, half int) {
	f.pushPart(v, half/2)
	if half%2 == 1 {
		f.pushPart(v, half/2)
		f.emit(opShuffle)
		for i := range 16 {
			f.code.byte(byte(8 + i))
		}
	}
}

// shuffleLow replaces two values on the stack by one that consists of their lower halves.
func (f *function) shuffleLow() {
	f.emit(opShuffle)
	for i := range 16 {
		f.code.byte(byte(i + i/8*8))
	}
}

// simdIntegerToFloat compiles conversions of i32.
func simdIntegerToFloat(sign string) func(*function, *ir.Op) bool {
	return func(f *function, op *ir.Op) bool {
		from, to := f.lanes(op.Operand(0)), f.lanes(op.Result(0))
		if !isExact(from) || from.bits != 32 || !to.float() {
			return false
		}
		unsigned := opcode(b2i(sign == "_u"))
		if to.bits == 32 {
			f.push(op.Operand(0))
			f.emit(opConvertLane + unsigned)
			return true
		}
		f.settleOperands(op)
		f.lowHalf(op.Operand(0), f.part)
		f.emit(opConvertLow + unsigned)
		return true
	}
}

// simdFloatToInteger compiles conversions of f32 to i32.
func simdFloatToInteger(sign string) func(*function, *ir.Op) bool {
	return func(f *function, op *ir.Op) bool {
		from, to := f.lanes(op.Operand(0)), f.lanes(op.Result(0))
		if !isExact(to) || to.bits != 32 || !from.float() || from.bits != 32 {
			return false
		}
		f.push(op.Operand(0))
		f.emit(opTruncSatLane + opcode(b2i(sign == "_u")))
		return true
	}
}
