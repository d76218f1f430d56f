package wasm

import (
	"math/bits"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	registerExpressions(map[string]expression{
		"arith.constant":       {emit: pushConstant, simd: pushConstantPart},
		"vector.broadcast":     {simd: broadcast},
		"vector.extract":       {emit: extractScalar, simd: extractVector},
		"vector.insert":        {simd: insert},
		"vector.shuffle":       {simd: shuffle},
		"vector.step":          {simd: pushSteps},
		"vector.shape_cast":    {simd: moveLanes},
		"vector.bitcast":       {simd: bitcast},
		"vector.from_elements": {simd: fromElements},
		"vector.to_elements": {emit: func(f *function, op *ir.Op) {
			f.pushLane(op.Operand(0), f.result)
		}},
		"vector.constant_mask":         {simd: constantMask},
		"vector.create_mask":           {simd: createMask},
		"vector.reduction":             {emit: reduction},
		"vector.transpose":             {simd: transpose},
		"vector.interleave":            {simd: interleave},
		"vector.deinterleave":          {simd: deinterleave},
		"vector.extract_strided_slice": {simd: extractSlice},
		"vector.insert_strided_slice":  {simd: insertSlice},
	})
}

func pushConstantPart(f *function, op *ir.Op) bool {
	a, ok := op.Attr("value").(*ir.DenseElementsAttr)
	if !ok {
		f.fail(op, codeOp, "cannot be compiled to WebAssembly")
		return true
	}
	f.v128Const(constantPart(f.lanes(op.Result(0)), a, f.part))
	return true
}

// earlier pushes the first part of the result again. It returns false if the first part is the current one.
func (f *function) earlier(op *ir.Op) bool {
	if f.part == 0 {
		return false
	}
	p := f.placeOf(op.Result(f.result))
	f.get(p.at(0))
	return true
}

// pickFrom pushes a part of the result. Its lanes are lanes of operands.
func (f *function) pickFrom(op *ir.Op, source func(lane int) laneOf) bool {
	l := f.lanes(op.Result(f.result))
	f.settleOperands(op)
	if l.mask {
		f.pickMask(op, l, source)
		return true
	}
	f.pick(l, f.part, source)
	return true
}

// pickMask is pick for masks. Their operands may have lanes of other widths.
func (f *function) pickMask(op *ir.Op, l lanes, source func(lane int) laneOf) {
	var bytes [16]byteOf
	size := l.bits / 8
	for i := range bytes {
		bytes[i].at = -1
		lane := f.part*l.per() + i/size
		if lane >= l.n {
			continue
		}
		if s := source(lane); s.number >= 0 {
			from, p := f.lanes(s.value), f.placeOf(s.value)
			bytes[i] = byteOf{p.at(s.number / from.per()), s.number % from.per() * from.bits / 8}
		}
	}
	f.gather(bytes)
}

// broadcast repeats the operand along new dimensions, and along dimensions of extent 1.
func broadcast(f *function, op *ir.Op) bool {
	from, isVector := op.Operand(0).Type().(*ir.VectorType)
	if !isVector {
		if !f.earlier(op) {
			f.push(op.Operand(0))
			f.splat(f.lanes(op.Result(0)))
		}
		return true
	}
	to := op.Result(0).Type().(*ir.VectorType)
	return f.pickFrom(op, func(lane int) laneOf {
		at, number := position(to.Shape, lane), int64(0)
		for d, n := range from.Shape {
			number *= n
			if n > 1 {
				number += at[len(to.Shape)-len(from.Shape)+d]
			}
		}
		return laneOf{op.Operand(0), int(number)}
	})
}

// position returns the subscripts of an element, by its number in row-major order.
func position(shape []int64, number int) []int64 {
	at := make([]int64, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		at[d] = int64(number) % shape[d]
		number /= int(shape[d])
	}
	return at
}

// number is the inverse of position.
func number(shape, at []int64) int {
	n := int64(0)
	for d, extent := range shape {
		n = n*extent + at[d]
	}
	return int(n)
}

// part is the part of a vector that a position selects: a number of lanes from p.first on. dynamic has the
// subscripts that are values.
type part struct {
	first, count int
	dynamic      []dynamicSubscript
	poison       bool
}

// dynamicSubscript is a subscript that is a value. It has the extent of its dimension, and the number of
// lanes between two positions in that dimension.
type dynamicSubscript struct {
	value          *ir.Value
	extent, stride int64
}

// partOf returns the part of a vector that the position of an operation selects.
func partOf(op *ir.Op, t *ir.VectorType) part {
	p := part{count: int(ir.NumElements(t.Shape))}
	for d, at := range vector.Position(op) {
		if t.Shape[d] > 0 {
			p.count /= int(t.Shape[d])
		}
		switch {
		case at.Value != nil:
			p.dynamic = append(p.dynamic, dynamicSubscript{at.Value, t.Shape[d], int64(p.count)})
		case at.Const == vector.Poison:
			p.poison = true
		default:
			p.first += int(at.Const) * p.count
		}
	}
	return p
}

// dynamicPosition pushes the first selected lane relative to p.first. A position that does not exist stops
// the program.
func (f *function) dynamicPosition(op *ir.Op, p part) {
	f.i32Const(0)
	for _, s := range p.dynamic {
		f.settle(s.value)
		f.push(s.value)
		f.i64Const(s.extent)
		f.integer(opI32GeU, true)
		f.trapIf(op, BadPosition, "")
		f.push(s.value)
		f.emit(opI32Wrap)
		f.i32Const(s.stride)
		f.emit(opI32Mul)
		f.emit(opI32Add)
	}
}

// choices returns all lanes, relative to p.first, that the values of a part can select.
func (p part) choices() []int {
	all := []int{0}
	for _, s := range p.dynamic {
		var next []int
		for _, base := range all {
			for i := range s.extent {
				next = append(next, base+int(i*s.stride))
			}
		}
		all = next
	}
	return all
}

// extractScalar pushes an element of a vector.
func extractScalar(f *function, op *ir.Op) {
	v := op.Operand(0)
	p := partOf(op, v.Type().(*ir.VectorType))
	typ, _ := scalarOf(op.Result(0).Type())
	switch {
	case p.poison:
		f.pushBits(op.Result(0).Type(), ^uint64(0))
	case len(p.dynamic) == 0:
		f.pushLane(v, p.first)
	default:
		f.settle(v)
		at, result := f.dynamicLocal(op, p), f.temp(typ)
		f.pushLane(v, p.first)
		f.set(result)
		for _, choice := range p.choices()[1:] {
			f.pushLane(v, p.first+choice)
			f.get(result)
			f.get(at)
			f.i32Const(int64(choice))
			f.emit(opI32Eq)
			f.emit(opSelect)
			f.set(result)
		}
		f.get(result)
	}
}

// extractVector pushes a part of a vector that is extracted from another vector.
func extractVector(f *function, op *ir.Op) bool {
	v := op.Operand(0)
	p := partOf(op, v.Type().(*ir.VectorType))
	from := func(first int) func(lane int) laneOf {
		return func(lane int) laneOf { return laneOf{v, first + lane} }
	}
	switch {
	case p.poison:
		f.v128Const([16]byte{})
	case len(p.dynamic) == 0:
		f.pickFrom(op, from(p.first))
	default:
		at := f.dynamicLocal(op, p)
		for i, choice := range p.choices() {
			f.pickFrom(op, from(p.first+choice))
			if i > 0 {
				f.unless(at, choice)
			}
		}
	}
	return true
}

// dynamicLocal returns a local with the first selected lane, relative to p.first.
func (f *function) dynamicLocal(op *ir.Op, p part) uint32 {
	at := f.temp(i32)
	f.dynamicPosition(op, p)
	f.set(at)
	return at
}

// unless leaves one of two values on the stack: the upper one if a local equals value, and else the lower
// one.
func (f *function) unless(local uint32, value int) {
	f.get(local)
	f.i32Const(int64(value))
	f.emit(opI32Ne)
	f.emit(opSelect)
}

// unsupportedVector reports an operation.
func (f *function) unsupportedVector(op *ir.Op, what string) bool {
	f.fail(op, codeOp, "%s cannot be compiled to WebAssembly", what)
	f.v128Const([16]byte{})
	return true
}

// insert pushes a vector with some lanes replaced.
func insert(f *function, op *ir.Op) bool {
	v, into := op.Operand(0), op.Operand(1)
	p := partOf(op, into.Type().(*ir.VectorType))
	f.settleOperands(op)
	over := func(first int) func(lane int) laneOf {
		return func(lane int) laneOf {
			if lane >= first && lane < first+p.count {
				return laneOf{v, lane - first}
			}
			return laneOf{into, lane}
		}
	}
	switch {
	case p.poison:
		f.v128Const([16]byte{})
	case !isVector(v.Type()):
		f.insertScalar(op, p)
	case len(p.dynamic) == 0:
		f.pickFrom(op, over(p.first))
	default:
		f.insertSomewhere(op, p, over)
	}
	return true
}

// insertSomewhere pushes a part of a vector whose lanes are replaced at a position known only at run time.
func (f *function) insertSomewhere(op *ir.Op, p part, over func(first int) func(lane int) laneOf) {
	at := f.dynamicLocal(op, p)
	l := f.lanes(op.Result(0))
	begin, end := f.part*l.per(), (f.part+1)*l.per()
	f.pickFrom(op, over(l.n)) // without replaced lanes
	for _, choice := range p.choices() {
		if first := p.first + choice; first < end && first+p.count > begin {
			f.pickFrom(op, over(first))
			f.unless(at, choice)
		}
	}
}

func (f *function) insertScalar(op *ir.Op, p part) {
	v, into := op.Operand(0), op.Operand(1)
	l := f.lanes(op.Result(0))
	f.pushMasked(into, l.bits, f.part)
	at := uint32(0)
	if len(p.dynamic) > 0 {
		at = f.dynamicLocal(op, p)
	}
	for _, choice := range p.choices() {
		lane := p.first + choice
		if lane/l.per() != f.part {
			continue
		}
		f.push(v)
		if len(p.dynamic) > 0 {
			f.pushLane(into, lane)
			f.get(at)
			f.i32Const(int64(choice))
			f.emit(opI32Eq)
			f.emit(opSelect)
		}
		f.replace(l, lane%l.per())
	}
}

func shuffle(f *function, op *ir.Op) bool {
	mask := integers(op, "mask")
	first := op.Operand(0).Type().(*ir.VectorType)
	rows, width := int64(1), int64(1)
	if len(first.Shape) > 0 {
		rows = first.Shape[0]
		width = ir.NumElements(first.Shape) / max(rows, 1)
	}
	return f.pickFrom(op, func(lane int) laneOf {
		row := mask[int64(lane)/width]
		switch {
		case row < 0:
			return laneOf{number: -1}
		case row < rows:
			return laneOf{op.Operand(0), int(row*width) + lane%int(width)}
		}
		return laneOf{op.Operand(1), int((row-rows)*width) + lane%int(width)}
	})
}

// pushNumbers pushes lanes of constants.
func (f *function) pushNumbers(l lanes, number func(lane int) uint64) {
	var b [16]byte
	for i := range min(l.per(), l.n-f.part*l.per()) {
		n := number(f.part*l.per() + i)
		for j := range l.bits / 8 {
			if j < 8 {
				b[i*l.bits/8+j] = byte(n >> (8 * j))
			}
		}
	}
	f.v128Const(b)
}

func pushSteps(f *function, op *ir.Op) bool {
	f.pushNumbers(f.lanes(op.Result(0)), func(lane int) uint64 { return uint64(lane) })
	return true
}

// moveLanes compiles operations that keep the lanes and their order.
func moveLanes(f *function, op *ir.Op) bool {
	f.pushMasked(op.Operand(0), f.lanes(op.Result(0)).bits, f.part)
	return true
}

// bitcast compiles casts of vectors whose elements fill their lanes: the bytes stay the same.
func bitcast(f *function, op *ir.Op) bool {
	from, to := f.lanes(op.Operand(0)), f.lanes(op.Result(0))
	exact := func(l lanes) bool { return !l.mask && int(widthOf(l.elem)) == l.bits }
	if !exact(from) || !exact(to) {
		return f.unsupportedVector(op, "on elements of these widths")
	}
	f.push(op.Operand(0))
	return true
}

func fromElements(f *function, op *ir.Op) bool {
	l := f.lanes(op.Result(0))
	for i := range min(l.per(), l.n-f.part*l.per()) {
		f.pushPart(op.Operand(f.part*l.per()+i), 0)
		f.fill(l, i)
	}
	return true
}

func constantMask(f *function, op *ir.Op) bool {
	shape := maskShape(op)
	sizes := integers(op, "mask_dim_sizes")
	f.pushNumbers(f.lanes(op.Result(0)), func(lane int) uint64 {
		for d, i := range position(shape, lane) {
			if i >= sizes[d] {
				return 0
			}
		}
		return ^uint64(0)
	})
	return true
}

// maskShape returns the extents to which the sizes of a mask belong. A mask without dimensions has one size.
func maskShape(op *ir.Op) []int64 {
	if shape := op.Result(0).Type().(*ir.VectorType).Shape; len(shape) > 0 {
		return shape
	}
	return []int64{1}
}

// createMask compares the subscripts of lanes with sizes.
func createMask(f *function, op *ir.Op) bool {
	shape := maskShape(op)
	l := f.lanes(op.Result(0))
	f.settleOperands(op)
	for i := range min(l.per(), l.n-f.part*l.per()) {
		f.i32Const(1)
		for d, at := range position(shape, f.part*l.per()+i) {
			f.i64Const(at)
			f.push(op.Operand(d))
			f.integer(opI32LtS, true)
			f.emit(opI32And)
		}
		f.fill(l, i)
	}
	return true
}

func transpose(f *function, op *ir.Op) bool {
	from, to := op.Operand(0).Type().(*ir.VectorType), op.Result(0).Type().(*ir.VectorType)
	permutation := integers(op, "permutation")
	return f.pickFrom(op, func(lane int) laneOf {
		at, source := position(to.Shape, lane), make([]int64, len(from.Shape))
		for d, p := range permutation {
			source[p] = at[d]
		}
		return laneOf{op.Operand(0), number(from.Shape, source)}
	})
}

func interleave(f *function, op *ir.Op) bool {
	return f.pickFrom(op, func(lane int) laneOf { return laneOf{op.Operand(lane % 2), lane / 2} })
}

func deinterleave(f *function, op *ir.Op) bool {
	result := f.result
	return f.pickFrom(op, func(lane int) laneOf { return laneOf{op.Operand(0), 2*lane + result} })
}

func extractSlice(f *function, op *ir.Op) bool {
	from, to := op.Operand(0).Type().(*ir.VectorType), op.Result(0).Type().(*ir.VectorType)
	offsets, strides := integers(op, "offsets"), integers(op, "strides")
	return f.pickFrom(op, func(lane int) laneOf {
		at := position(to.Shape, lane)
		for d := range offsets {
			at[d] = offsets[d] + at[d]*strides[d]
		}
		return laneOf{op.Operand(0), number(from.Shape, at)}
	})
}

func insertSlice(f *function, op *ir.Op) bool {
	from, to := op.Operand(0).Type().(*ir.VectorType), op.Result(0).Type().(*ir.VectorType)
	offsets, strides := integers(op, "offsets"), integers(op, "strides")
	leading := len(to.Shape) - len(from.Shape)
	return f.pickFrom(op, func(lane int) laneOf {
		at, inside := position(to.Shape, lane), make([]int64, len(from.Shape))
		for d := range to.Shape {
			i, stride := at[d]-offsets[d], int64(1)
			if d < leading {
				if i != 0 {
					return laneOf{op.Operand(1), lane}
				}
				continue
			}
			stride = strides[d-leading]
			if i < 0 || i%stride != 0 || i/stride >= from.Shape[d-leading] {
				return laneOf{op.Operand(1), lane}
			}
			inside[d-leading] = i / stride
		}
		return laneOf{op.Operand(0), number(from.Shape, inside)}
	})
}

// reduction combines elements from the first to the last. Sums and products of floats begin with the
// accumulator, or with 0 or 1. The others end with the accumulator.
func reduction(f *function, op *ir.Op) {
	v, acc, kind := op.Operand(0), op.OptionalOperand(1), vector.Kind(op)
	l := f.lanes(v)
	f.settleOperands(op)
	if f.reduceMask(v, acc, kind, l) {
		return
	}
	typ := l.scalar()
	c := combiner{function: f, kind: kind, elem: l.elem, acc: f.temp(typ), next: f.temp(typ)}
	first := 0
	switch ordered := isFloat(l.elem) && (kind == vector.Add || kind == vector.Mul); {
	case ordered && acc != nil:
		f.push(acc)
		acc = nil
	case ordered:
		f.pushFloat(l.elem.(*ir.FloatType), float64(b2i(kind == vector.Mul)))
	default:
		f.pushLane(v, 0)
		first = 1
	}
	f.set(c.acc)
	for i := first; i < l.n; i++ {
		f.pushLane(v, i)
		c.combine(op)
	}
	if acc != nil {
		f.push(acc)
		c.combine(op)
	}
	f.get(c.acc)
}

// reduceMask pushes whether all lanes of a mask, or any of them, are set. It returns false for other
// reductions.
func (f *function) reduceMask(v, acc *ir.Value, kind int64, l lanes) bool {
	code, ok := map[int64]opcode{vector.Or: opAnyTrue,
		vector.And: opAllTrue + opcode(32*bits.TrailingZeros(uint(l.bits/8)))}[kind]
	if !ok || !l.mask || l.n%l.per() != 0 || acc != nil {
		return false
	}
	for part := range l.parts() {
		f.pushPart(v, part)
		if part > 0 {
			f.emit(map[int64]opcode{vector.Or: opV128Or, vector.And: opV128And}[kind])
		}
	}
	f.emit(code)
	return true
}

// pushFloat pushes a number in a format.
func (f *function) pushFloat(t *ir.FloatType, v float64) { f.pushBits(t, ir.EncodeFloat(t.Kind, v)) }

// combiner combines numbers in locals.
type combiner struct {
	*function
	kind      int64
	elem      ir.Type
	acc, next uint32
}

// intCombines and floatCombines are the instructions that combine numbers, by vector.CombiningKind. Those of
// minima and maxima of integers are comparisons.
var (
	intCombines = map[int64]opcode{
		vector.Add: opI32Add, vector.Mul: opI32Mul, vector.And: opI32And, vector.Or: opI32Or,
		vector.Xor:   opI32Xor,
		vector.MinUI: opI32LtU, vector.MaxUI: opI32GtU, vector.MinSI: opI32LtS, vector.MaxSI: opI32GtS,
	}
	floatCombines = map[int64]opcode{
		vector.Add: opF32Add, vector.Mul: opF32Add + 2, vector.MinimumF: opF32Min,
		vector.MaximumF: opF32Min + 1,
		vector.MinNumF:  opF32Min, vector.MaxNumF: opF32Min + 1,
	}
)

// combine combines the accumulator with the number on the stack.
func (c *combiner) combine(op *ir.Op) {
	c.set(c.next)
	if t, ok := c.elem.(*ir.FloatType); ok {
		c.combineFloats(op, t.Kind)
	} else {
		c.combineIntegers(op)
	}
	c.set(c.acc)
}

func (c *combiner) combineIntegers(op *ir.Op) {
	width := widthOf(c.elem)
	code, ok := intCombines[c.kind]
	if !ok {
		c.fail(op, codeOp, "combines integers as floats")
	}
	c.get(c.acc)
	c.get(c.next)
	if compares := code >= opI32Eq && code <= opI32GeU; compares {
		for _, l := range []uint32{c.acc, c.next} {
			c.get(l)
			if code == opI32LtS || code == opI32GtS {
				c.signExtend(width)
			}
		}
		c.integer(code, width > 32)
		c.emit(opSelect)
		return
	}
	c.integer(code, width > 32)
	c.truncate(width)
}

func (c *combiner) combineFloats(op *ir.Op, k ir.FloatKind) {
	code, ok := floatCombines[c.kind]
	if !ok {
		c.fail(op, codeOp, "combines floats as integers")
	}
	number := c.kind == vector.MinNumF || c.kind == vector.MaxNumF
	if number {
		c.get(c.next)
		c.get(c.acc)
	}
	c.operand(c.acc, k)
	c.operand(c.next, k)
	c.floating(code, k != ir.F32)
	c.finish(k)
	if number {
		for _, l := range []uint32{c.next, c.acc} {
			c.operand(l, k)
			c.operand(l, k)
			c.floating(opF32Eq+1, k != ir.F32)
			c.emit(opSelect)
		}
	}
}

// operand pushes a number in the format that is computed with.
func (c *combiner) operand(local uint32, k ir.FloatKind) {
	c.get(local)
	if isHalf(k) {
		c.toDouble(k)
	}
}
