package wasm

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// function is a function during its compilation.
type function struct {
	*compiler
	op     *ir.Op
	code   buffer
	calls  []call
	params int       // number of locals that are parameters
	locals []valType // of all locals
	free   map[valType][]uint32
	depth  int // of open blocks, loops and ifs

	values *ir.ValueMap[state]
	dies   map[*ir.Op][]*ir.Value // values that die with operations that have regions
	temps  []temp
	folded []*ir.Op // deferred sums that are part of the instruction for the current operation

	// The part of a value that push pushes: the lane of a vector if that is not -1, else the part. result is
	// the number of the result that an expression computes.
	lane, part, result int

	exit func(terminator *ir.Op) // leaves the current region
	flow *flow                   // of that region, if it has several blocks
}

// state is the knowledge about a value during the compilation of a function.
type state struct {
	place place
	last  *ir.Op // the operation that the value dies with
	hold  hold
	bits  int32 // the width of the lanes of a mask, 0 for maskBits
}

// temp is a local that is freed after the operation that took it.
type temp struct {
	typ   valType
	local uint32
}

// placeKind is the kind of a value's place.
type placeKind uint8

const (
	nowhere  placeKind = iota
	owned              // in locals that are freed when the value dies
	borrowed           // in locals that belong to another value
	deferred           // not in locals: its operation is compiled at the use
)

// place has the locals of the parts of a value. A value of one part has no list.
type place struct {
	kind  placeKind
	depth int32 // of the expression, if it is deferred
	// shared says that the operation, the sum of an address and a constant, is compiled again at each use.
	shared bool
	typ    valType
	local  uint32
	parts  []uint32
}

// at returns the local of a part.
func (p *place) at(part int) uint32 {
	if p.parts != nil {
		return p.parts[part]
	}
	return p.local
}

// function compiles a function with a body.
func (m *compiler) function(op *ir.Op) {
	d := m.byName[op.SymbolName()]
	if d == nil {
		return // an error in its signature was reported before
	}
	if m.tasks && op.Is(async.Func) {
		m.asyncFunction(op, d)
		return
	}
	f := m.newFunction(op, d)
	next := uint32(0)
	for _, v := range op.Body().Args() {
		s, _ := m.shapeOf(v.Type())
		p := place{kind: borrowed, typ: s.typ, local: next}
		for i := range s.parts {
			if s.parts > 1 {
				p.parts = append(p.parts, next+uint32(i))
			}
		}
		f.setPlace(v, p)
		next += uint32(s.parts)
	}
	f.body(d, f.leave)
}

// newFunction begins a function whose code is the region of an operation.
func (m *compiler) newFunction(op *ir.Op, d *declared) *function {
	f := &function{
		compiler: m, op: op, free: map[valType][]uint32{}, lane: -1,
	}
	f.values, f.dies = lifetimes(op)
	f.locals = append(f.locals, d.params...)
	f.params = len(f.locals)
	return f
}

// body compiles the region of the operation and ends the function. leave compiles the terminators that
// return.
func (f *function) body(d *declared, leave func(*ir.Op)) {
	f.region(f.op.Region(0), leave)
	if len(f.op.Region(0).Blocks()) > 1 {
		f.emit(opUnreachable) // every path returns, but the validator needs this
	}
	f.emit(opEnd)
	c := f.functions[d.index]
	c.code, c.calls, c.locals = f.code, f.calls, f.locals[f.params:]
}

// ---- instructions ----

func (f *function) emit(op opcode) { f.code.emit(op) }

// index emits an instruction with a number.
func (f *function) index(op opcode, n uint32) {
	f.code.emit(op)
	f.code.u32(n)
}

func (f *function) get(local uint32) { f.index(opLocalGet, local) }
func (f *function) set(local uint32) { f.index(opLocalSet, local) }
func (f *function) tee(local uint32) { f.index(opLocalTee, local) }

func (f *function) i32Const(v int64) {
	f.emit(opI32Const)
	f.code.s64(int64(int32(v)))
}

func (f *function) i64Const(v int64) {
	f.emit(opI64Const)
	f.code.s64(v)
}

// intConst pushes an integer as i64, or as i32.
func (f *function) intConst(v int64, wide bool) {
	if wide {
		f.i64Const(v)
	} else {
		f.i32Const(v)
	}
}

// integer emits the instruction op of i32, or the corresponding one of i64 if wide is set.
func (f *function) integer(op opcode, wide bool) {
	switch {
	case !wide:
	case op == opI32Eqz:
		op = opI64Eqz
	case op >= opI32Eq && op <= opI32GeU:
		op += compareI64
	default:
		op += integerI64
	}
	f.emit(op)
}

// open begins a block, a loop or an if without results and returns its label.
func (f *function) open(op opcode) int {
	f.emit(op)
	f.code.byte(0x40)
	f.depth++
	return f.depth
}

// otherwise begins the else branch of an if.
func (f *function) otherwise() { f.emit(opElse) }

func (f *function) close() {
	f.emit(opEnd)
	f.depth--
}

// branch emits a branch to a label.
func (f *function) branch(op opcode, label int) { f.index(op, uint32(f.depth-label)) }

// branchIf emits a branch to a label that is taken if the number on the stack is not zero. It does not use
// br_if: if several branches lead to the target, and the function has a store before the br_if, wazero
// computes the condition as a number and tests that.
func (f *function) branchIf(label int) {
	f.open(opIf)
	f.branch(opBr, label)
	f.close()
}

// callFunction emits a call.
func (f *function) callFunction(d *declared) {
	f.emit(opCall)
	f.calls = append(f.calls, call{len(f.code), d})
	f.code.fixed(0)
}

// ---- locals ----

// take returns a free local of a type.
func (f *function) take(t valType) uint32 {
	if free := f.free[t]; len(free) > 0 {
		f.free[t] = free[:len(free)-1]
		return free[len(free)-1]
	}
	f.locals = append(f.locals, t)
	return uint32(len(f.locals) - 1)
}

func (f *function) release(t valType, local uint32) { f.free[t] = append(f.free[t], local) }

// temp returns a local that is freed after the current operation.
func (f *function) temp(t valType) uint32 {
	l := f.take(t)
	f.temps = append(f.temps, temp{t, l})
	return l
}

// placeOf returns the place of a value.
func (f *function) placeOf(v *ir.Value) place {
	s, _ := f.values.Get(v)
	return s.place
}

func (f *function) setPlace(v *ir.Value, p place) { f.values.Entry(v).place = p }

// place returns the place of a value. It makes one if the value has none yet.
func (f *function) place(v *ir.Value) place {
	p := f.placeOf(v)
	if p.kind == nowhere || p.kind == deferred {
		p = f.make(v, owned)
	}
	return p
}

// make gives a value locals.
func (f *function) make(v *ir.Value, kind placeKind) place {
	s, ok := f.shape(v)
	if !ok {
		f.badType(v)
		s = shape{i32, 1}
	}
	local := f.take
	if kind == borrowed {
		local = f.temp
	}
	p := place{kind: kind, typ: s.typ}
	if s.parts == 1 {
		p.local = local(s.typ)
	} else {
		p.parts = make([]uint32, s.parts)
		for i := range p.parts {
			p.parts[i] = local(s.typ)
		}
	}
	f.setPlace(v, p)
	return p
}

func (f *function) badType(v *ir.Value) {
	op := v.DefiningOp()
	if op == nil {
		op = v.ParentBlock().ParentOp()
	}
	f.fail(op, codeOp, "has a value of type %v, which WebAssembly does not have", v.Type())
}

// shape returns the shape of a value.
func (f *function) shape(v *ir.Value) (shape, bool) {
	if t, ok := v.Type().(*ir.VectorType); ok {
		l, ok := f.lanesOf(v, t)
		return shape{v128, l.parts()}, ok
	}
	return f.shapeOf(v.Type())
}

// lanesOf returns the lanes of a value of vector type. The lanes of a mask are as wide as those of the
// operands that the mask was made of.
func (f *function) lanesOf(v *ir.Value, t *ir.VectorType) (lanes, bool) {
	l, ok := lanesOf(t)
	if ok && l.mask {
		if s, _ := f.values.Get(v); s.bits != 0 {
			l.bits = int(s.bits)
		}
	}
	return l, ok
}

// lanes returns the lanes of a value. A scalar has one.
func (f *function) lanes(v *ir.Value) lanes {
	t, ok := v.Type().(*ir.VectorType)
	if !ok {
		return lanes{n: 1, bits: 128, elem: v.Type()}
	}
	l, _ := f.lanesOf(v, t)
	return l
}

// die frees the locals of a value.
func (f *function) die(v *ir.Value) {
	s := f.values.Entry(v)
	p := s.place
	if p.kind != owned && !p.shared {
		return
	}
	if s.hold.by > 0 {
		s.hold.dead = true
		return
	}
	s.place = place{}
	if p.shared {
		f.unhold(v.DefiningOp().Operand(0))
		return
	}
	if p.parts == nil {
		f.release(p.typ, p.local)
	}
	for _, l := range p.parts {
		f.release(p.typ, l)
	}
}

// dieWith frees the locals of the values that die with an operation.
func (f *function) dieWith(op *ir.Op) {
	if op.NumRegions() > 0 {
		for _, v := range f.dies[op] {
			f.die(v)
		}
		return
	}
	for i := range op.NumOperands() {
		f.dieIf(op.Operand(i), op)
	}
	for i := range op.NumResults() {
		f.dieIf(op.Result(i), op)
	}
}

// dieIf frees the locals of a value if it dies with an operation.
func (f *function) dieIf(v *ir.Value, op *ir.Op) {
	if f.diesWith(v, op) {
		f.die(v)
	}
}

// diesWith reports whether an operation is the last one that uses a value.
func (f *function) diesWith(v *ir.Value, op *ir.Op) bool { return f.values.Entry(v).last == op }

// hold counts the deferred operations that still need a value, and says whether other operations need it no
// more.
type hold struct {
	by   int32
	dead bool
}

// hold notes that a deferred operation needs a value.
func (f *function) hold(v *ir.Value) {
	if s := f.values.Entry(v); s.place.kind == owned || s.place.shared {
		s.hold.by++
	}
}

// unhold notes that a deferred operation has been compiled.
func (f *function) unhold(v *ir.Value) {
	s := f.values.Entry(v)
	if s.hold.by == 0 {
		return
	}
	if s.hold.by--; s.hold.by == 0 {
		dead := s.hold.dead
		s.hold = hold{}
		if dead {
			f.die(v)
		}
	}
}

// ---- values ----

// push pushes a value. Of a vector it pushes the current part or lane.
func (f *function) push(v *ir.Value) {
	switch {
	case !isVector(v.Type()):
		f.pushPart(v, 0)
	case f.lane >= 0:
		f.pushLane(v, f.lane)
	default:
		f.pushPart(v, f.part)
	}
}

// pushPart pushes a part of a value.
func (f *function) pushPart(v *ir.Value, part int) {
	if op := v.DefiningOp(); op != nil {
		if constant := f.ruleOf(op).constant; constant != nil && !isVector(v.Type()) {
			constant(f, op)
			return
		}
	}
	p := f.placeOf(v)
	switch p.kind {
	case owned, borrowed:
		f.get(p.at(part))
	case deferred:
		f.evaluate(v.DefiningOp())
	default:
		f.emit(opUnreachable) // an error at the operation was reported, or no execution reaches it
	}
}

// evaluate compiles a deferred operation.
func (f *function) evaluate(op *ir.Op) {
	lane, part, result := f.lane, f.part, f.result
	f.lane, f.part, f.result = -1, 0, 0
	f.expression(op)
	f.lane, f.part, f.result = lane, part, result
	if f.placeOf(op.Result(0)).shared {
		return
	}
	f.consume(op)
}

// consume notes that a deferred operation has been compiled at its use.
func (f *function) consume(op *ir.Op) {
	f.setPlace(op.Result(0), place{}) // a second use would find no value
	for i := range op.NumOperands() {
		f.unhold(op.Operand(i))
	}
}

// settle makes sure that a value is in locals or constant, so that it can be pushed several times.
func (f *function) settle(v *ir.Value) {
	if p := f.placeOf(v); p.kind != deferred || p.shared {
		return
	}
	s, _ := f.shape(v)
	l := f.temp(s.typ)
	f.evaluate(v.DefiningOp())
	f.set(l)
	f.setPlace(v, place{kind: borrowed, typ: s.typ, local: l})
}

// settleOperands settles all operands of an operation.
func (f *function) settleOperands(op *ir.Op) {
	for i := range op.NumOperands() {
		f.settle(op.Operand(i))
	}
}

// pushAll pushes all parts of a value. The lanes of masks get the common width.
func (f *function) pushAll(v *ir.Value) {
	if !isVector(v.Type()) {
		f.pushPart(v, 0)
		return
	}
	l := f.lanes(v)
	if l.mask {
		f.settle(v)
		l.bits = maskBits
	}
	for p := range l.parts() {
		f.pushMasked(v, l.bits, p)
	}
}

// setAll pops all parts of a value.
func (f *function) setAll(p place) {
	for i := len(p.parts) - 1; i >= 0; i-- {
		f.set(p.parts[i])
	}
	if p.parts == nil {
		f.set(p.local)
	}
}

// assign assigns values to others, all of them at once. A value without uses gets none.
func (f *function) assign(to, from []*ir.Value) {
	for i, v := range from {
		if f.wanted(to[i]) {
			f.pushAll(v)
		}
	}
	for i := len(from) - 1; i >= 0; i-- {
		if f.wanted(to[i]) {
			f.setAll(f.place(to[i]))
		}
	}
}

// wanted reports whether a value is needed: it has a use, or a local for another reason.
func (f *function) wanted(v *ir.Value) bool {
	return v.HasUses() || f.placeOf(v).kind == borrowed
}
