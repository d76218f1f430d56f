package wasm

import (
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// A pointer is an address of the one memory, an i32. The elements of a vector are consecutive in memory. Each
// has as many bytes as a scalar of its type. An i1 has one byte.

func init() {
	registerExpressions(map[string]expression{
		"ptr.ptr_add":  {emit: addToPointer, simd: addToPointers},
		"ptr.ptr_diff": {emit: pointerDifference},
	})
	registerStatements(map[string]func(*function, *ir.Op){
		"ptr.load": compileLoad, "ptr.store": compileStore, "ptr.masked_load": compileMaskedLoad,
		"ptr.masked_store": compileMaskedStore, "ptr.gather": compileGather, "ptr.scatter": compileScatter,
	})
	constants["ptr.constant"] = pushAddress
	constants["ptr.type_offset"] = pushTypeOffset
}

func pushAddress(f *function, op *ir.Op) {
	n := int64(0)
	if a, ok := op.Attr("value").(*ir.ParametricAttr); ok && a.Def == ptr.Address {
		n = a.Params[0].(*ir.IntegerAttr).Value
	}
	f.i32Const(n)
}

func pushTypeOffset(f *function, op *ir.Op) {
	t := op.Attr("elementType").(*ir.TypeAttr).Type
	n := int64(0)
	if v, ok := t.(*ir.VectorType); ok {
		if l, ok := lanesOf(v); ok {
			n = int64(l.n) * elementBytes(v.Elem)
		}
	} else if _, ok := scalarOf(t); ok {
		n = elementBytes(t)
	}
	if n == 0 {
		f.fail(op, codeOp, "asks for the size of %v, which WebAssembly does not have", t)
	}
	f.intConst(n, widthOf(op.Result(0).Type()) > 32)
}

// elementBytes returns the number of bytes of a scalar in memory. A pointer or a function has 4.
func elementBytes(t ir.Type) int64 {
	if n := ir.MemoryBytes(t); n > 0 {
		return n
	}
	return 4
}

func addToPointer(f *function, op *ir.Op) {
	f.push(op.Operand(0))
	f.push(op.Operand(1))
	if widthOf(op.Operand(1).Type()) > 32 {
		f.emit(opI32Wrap)
	}
	f.emit(opI32Add)
}

// addToPointers adds to vectors of pointers. A scalar is added to all lanes.
func addToPointers(f *function, op *ir.Op) bool {
	if widthOf(op.Operand(1).Type()) != 32 {
		return false
	}
	l := f.lanes(op.Result(0))
	for i := range 2 {
		f.push(op.Operand(i))
		if !isVector(op.Operand(i).Type()) {
			f.splat(l)
		}
	}
	code, _ := simdCode("add", l)
	f.emit(code)
	return true
}

// pointerDifference emits the signed distance of two pointers.
func pointerDifference(f *function, op *ir.Op) {
	f.push(op.Operand(0))
	f.push(op.Operand(1))
	f.emit(opI32Sub)
	width := widthOf(op.Result(0).Type())
	if width > 32 {
		f.emit(opI64ExtS)
	}
	f.truncate(width)
}

// address is the address of an access: a pointer, and a distance that the instruction adds.
type address struct {
	base   *ir.Value
	offset uint32
}

// addressOf returns the address for a pointer. If the pointer is the sum with a constant, and nothing else
// needs that sum, the instruction adds the constant. The addition of an instruction does not wrap around, and
// need not if the constant is at most dataStart.
func (f *function) addressOf(v *ir.Value) address {
	a := address{base: v}
	for {
		op := a.base.DefiningOp()
		if op == nil || !op.Is(ptr.PtrAdd) || f.placeOf(a.base).kind != deferred {
			return a
		}
		n, ok := ir.ConstInt(op.Operand(1))
		if !ok || n < 0 || int64(a.offset)+n > dataStart {
			return a
		}
		if !f.placeOf(a.base).shared {
			f.folded = append(f.folded, op)
		}
		a = address{op.Operand(0), a.offset + uint32(n)}
	}
}

// deferToAccesses defers the sum of an address and a constant to all its uses. These are accesses as a rule,
// which add the constant themselves. An engine then sees one base for all of them, and need not check each
// access on its own.
func (f *function) deferToAccesses(op *ir.Op) bool {
	if !op.Is(ptr.PtrAdd) || isVector(op.Result(0).Type()) || f.placeOf(op.Operand(0)).kind == deferred {
		return false
	}
	if n, ok := ir.ConstInt(op.Operand(1)); !ok || n < 0 || n > dataStart {
		return false
	}
	for u := range op.Result(0).Uses() {
		if around := op.Block().Region().FindAncestor(u.Owner()); around == nil ||
			around.Block() != op.Block() {
			return false
		}
	}
	f.hold(op.Operand(0))
	f.setPlace(op.Result(0), place{kind: deferred, depth: 1, shared: true})
	f.dieWith(op)
	return true
}

// access emits an instruction on memory. Its address is on the stack.
func (f *function) access(op opcode, offset uint32) {
	f.emit(op)
	f.code.byte(0) // no alignment is promised
	f.code.u32(offset)
}

// scalarAccess has the instructions that load or store scalars.
type scalarAccess struct{ i8, i16, i32, i64, f32, f64 opcode }

var (
	scalarLoads  = scalarAccess{opI32Load8U, opI32Load16U, opI32Load, opI64Load, opF32Load, opF64Load}
	scalarStores = scalarAccess{opI32Store8, opI32Store16, opI32Store, opI64Store, opF32Store, opF64Store}
)

// of returns the instruction for a type.
func (a scalarAccess) of(t ir.Type) opcode {
	typ, _ := scalarOf(t)
	switch {
	case typ == i64:
		return a.i64
	case typ == f32:
		return a.f32
	case typ == f64:
		return a.f64
	case elementBytes(t) == 1:
		return a.i8
	case elementBytes(t) == 2:
		return a.i16
	}
	return a.i32
}

// loadScalar emits the load of a scalar.
func (f *function) loadScalar(t ir.Type, offset uint32) {
	f.access(scalarLoads.of(t), offset)
	if typ, _ := scalarOf(t); typ == i32 || typ == i64 {
		if w := widthOf(t); int64(w) != 8*elementBytes(t) {
			f.truncate(w)
		}
	}
}

// storeScalar emits the store of a scalar.
func (f *function) storeScalar(t ir.Type, offset uint32) {
	f.access(scalarStores.of(t), offset)
}

// compileTouch compiles a load whose only purpose is the check that its address is in memory. It reads the
// last byte of the range. The pointer is pushed once before that. Behind a join of branches wazero gives a
// local one name at its first use, and another one from then on. wazero omits a repeated check only if the
// name is the same.
func compileTouch(f *function, op *ir.Op) {
	a := f.addressOf(op.Operand(0))
	f.settle(a.base)
	f.pushPart(a.base, 0)
	f.emit(opDrop)
	f.pushPart(a.base, 0)
	f.access(opI32Load8U, a.offset+uint32(bytesInMemory(op.Result(0).Type()))-1)
	f.emit(opDrop)
}

// bytesInMemory returns the number of bytes of a value in memory.
func bytesInMemory(t ir.Type) int64 {
	if v, ok := t.(*ir.VectorType); ok {
		return ir.NumElements(v.Shape) * elementBytes(v.Elem)
	}
	return elementBytes(t)
}

func compileLoad(f *function, op *ir.Op) {
	v := op.Result(0)
	if op.Attr("volatile_") != nil && !v.HasUses() {
		compileTouch(f, op)
		return
	}
	a := f.addressOf(op.Operand(0))
	if !isVector(v.Type()) {
		f.pushPart(a.base, 0)
		f.loadScalar(v.Type(), a.offset)
		f.setAll(f.place(v))
		return
	}
	f.settle(a.base)
	p, l := f.place(v), f.lanes(v)
	for part := range l.parts() {
		f.loadPart(l, part, a)
		f.set(p.at(part))
	}
}

// partBytes returns the number of bytes of a part in memory. It is 0 if the lanes have another form in memory
// than in the part.
func partBytes(l lanes, part int) int {
	if l.mask || int(widthOf(l.elem)) != l.bits {
		return 0
	}
	return min(16, (l.n-part*l.per())*l.bits/8)
}

// loadPart pushes a part of a vector.
func (f *function) loadPart(l lanes, part int, a address) {
	offset := a.offset + uint32(part*16)
	code := map[int]opcode{16: opV128Load, 8: opLoad64Zero, 4: opLoad32Zero}[partBytes(l, part)]
	if code != 0 {
		f.pushPart(a.base, 0)
		f.access(code, offset)
		return
	}
	for i := range min(l.per(), l.n-part*l.per()) {
		f.pushPart(a.base, 0)
		f.loadScalar(l.elem, a.offset+uint32((part*l.per()+i)*int(elementBytes(l.elem))))
		f.fill(l, i)
	}
}

func compileStore(f *function, op *ir.Op) {
	v := op.Operand(0)
	a := f.addressOf(op.Operand(1))
	if !isVector(v.Type()) {
		f.pushPart(a.base, 0)
		f.pushPart(v, 0)
		f.storeScalar(v.Type(), a.offset)
		return
	}
	f.settle(a.base)
	l := f.lanes(v)
	for part := range l.parts() {
		f.storePart(v, l, part, a)
	}
}

func (f *function) storePart(v *ir.Value, l lanes, part int, a address) {
	offset := a.offset + uint32(part*16)
	code := map[int]opcode{16: opV128Store, 8: opStore64Lane, 4: opStore32Lane}[partBytes(l, part)]
	if code != 0 {
		f.pushPart(a.base, 0)
		f.pushPart(v, part)
		f.access(code, offset)
		if code != opV128Store {
			f.code.byte(0)
		}
		return
	}
	for i := range min(l.per(), l.n-part*l.per()) {
		lane := part*l.per() + i
		f.pushPart(a.base, 0)
		f.pushLane(v, lane)
		f.storeScalar(l.elem, a.offset+uint32(lane*int(elementBytes(l.elem))))
	}
}

// underMask compiles body for each lane whose bit in a mask is set.
func (f *function) underMask(mask *ir.Value, n int, body func(lane int)) {
	f.settle(mask)
	for lane := range n {
		f.pushLane(mask, lane)
		f.open(opIf)
		body(lane)
		f.close()
	}
}

// loadLanes compiles a load under a mask. The result begins as the value for lanes whose mask is false.
func (f *function) loadLanes(op *ir.Op, mask, pass *ir.Value, address func(lane int) uint32) {
	v := op.Result(0)
	p, l := f.place(v), f.lanes(v)
	for part := range l.parts() {
		f.pushMasked(pass, l.bits, part)
		f.set(p.at(part))
	}
	f.underMask(mask, l.n, func(lane int) {
		part := p.at(lane / l.per())
		f.get(part)
		f.loadScalar(l.elem, address(lane))
		f.replace(l, lane%l.per())
		f.set(part)
	})
}

func compileMaskedLoad(f *function, op *ir.Op) {
	a := f.addressOf(op.Operand(0))
	f.settle(a.base)
	f.settle(op.Operand(2))
	size := uint32(elementBytes(elementOf(op.Result(0))))
	f.loadLanes(op, op.Operand(1), op.Operand(2), func(lane int) uint32 {
		f.pushPart(a.base, 0)
		return a.offset + uint32(lane)*size
	})
}

func compileMaskedStore(f *function, op *ir.Op) {
	f.settle(op.Operand(0))
	v := op.Operand(0)
	a := f.addressOf(op.Operand(1))
	f.settle(a.base)
	l := f.lanes(v)
	f.underMask(op.Operand(2), l.n, func(lane int) {
		f.pushPart(a.base, 0)
		f.pushLane(v, lane)
		f.storeScalar(l.elem, a.offset+uint32(lane*int(elementBytes(l.elem))))
	})
}

func compileGather(f *function, op *ir.Op) {
	f.settleOperands(op)
	f.loadLanes(op, op.Operand(1), op.Operand(2), func(lane int) uint32 {
		f.pushLane(op.Operand(0), lane)
		return 0
	})
}

func compileScatter(f *function, op *ir.Op) {
	f.settleOperands(op)
	v := op.Operand(0)
	l := f.lanes(v)
	f.underMask(op.Operand(2), l.n, func(lane int) {
		f.pushLane(op.Operand(1), lane)
		f.pushLane(v, lane)
		f.storeScalar(l.elem, 0)
	})
}
