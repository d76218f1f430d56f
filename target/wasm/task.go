package wasm

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// A task is a function that takes the address of its frame: memory with the values that the task needs. The
// host calls it through inflight_task, in any instance of the module. All instances share the memory.
//
// A frame begins with the handles of the tasks that it depends on. Then come the captured values of the
// function around, or the arguments of an async.func, and then the addresses of the payloads that the task
// yields. The task frees the frame after it has loaded all of these.
//
// Tokens, values and groups are handles of 64 bits. The upper half is a number by which the host knows the
// task or the group. The lower half is the address of the payload. If a value has one use, in the block where
// its task is issued, that use frees the payload. Other payloads are not freed.

// taskFunction is the name of the export that calls a task.
const taskFunction = "inflight_task"

// hasTasks reports whether a module has tasks.
func hasTasks(module *ir.Op) bool {
	for op := range module.Walk() {
		if op.Is(async.Execute) || op.Is(async.Call) || op.Is(async.CreateGroup) ||
			op.Is(async.RuntimeCreateGroup) {
			return true
		}
	}
	return false
}

// shapeOf returns the shape of a type in this module. Tokens, values and groups are handles if there are
// tasks.
func (m *compiler) shapeOf(t ir.Type) (shape, bool) {
	if m.tasks && isAsync(t) {
		return shape{i64, 1}, true
	}
	return shapeOf(t)
}

// frame is the layout of a task's memory, or that of a payload.
type frame struct{ size uint32 }

// field returns the offset of the next field.
func (r *frame) field(t valType) uint32 {
	n := map[valType]uint32{i32: 4, f32: 4, i64: 8, f64: 8, v128: 16}[t]
	at := align(r.size, n)
	r.size = at + n
	return at
}

// fields returns the offsets of the parts of a value.
func (r *frame) fields(s shape) []uint32 {
	all := make([]uint32, s.parts)
	for i := range all {
		all[i] = r.field(s.typ)
	}
	return all
}

// The instructions that load and store values of each type.
var (
	wholeLoads = map[valType]opcode{i32: opI32Load, i64: opI64Load, f32: opF32Load, f64: opF64Load,
		v128: opV128Load}
	wholeStores = map[valType]opcode{i32: opI32Store, i64: opI64Store, f32: opF32Store, f64: opF64Store,
		v128: opV128Store}
)

// task has the values that a task needs and yields. The code that issues the task and the body of the task
// both use it.
type task struct {
	dependencies []*ir.Value // tokens and values
	captured     []*ir.Value // loaded when it begins
	unwrapped    []*ir.Value // values whose payloads are loaded when it begins
	payloads     []ir.Type   // types of the yielded payloads, nil for one without uses
}

// layout calls captured and unwrapped for the values and the payloads, with their places in the frame. It
// returns the size of the frame.
func (m *compiler) layout(t *task, captured func(v *ir.Value, at []uint32), unwrapped func(i int, at uint32),
	payload func(i int, at uint32)) uint32 {
	r := frame{size: uint32(8 * len(t.dependencies))}
	for _, v := range t.captured {
		s, _ := m.shapeOf(v.Type())
		captured(v, r.fields(s))
	}
	for i := range t.unwrapped {
		unwrapped(i, r.field(i32))
	}
	for i, p := range t.payloads {
		if p != nil {
			payload(i, r.field(i32))
		}
	}
	return r.size
}

// payloadSize returns the number of bytes of a payload.
func (m *compiler) payloadSize(t ir.Type) uint32 {
	var r frame
	s, _ := m.shapeOf(t)
	r.fields(s)
	return r.size
}

// ---- where a task is issued ----

// issueExecute compiles the issue of an async.execute, and its body as a function.
func (f *function) issueExecute(op *ir.Op) {
	t := &task{dependencies: op.Operands(), captured: f.captured(op), unwrapped: async.Unwrapped(op)}
	for _, v := range op.Results()[1:] {
		t.payloads = append(t.payloads, usedPayload(v))
	}
	f.issue(op, t, t.captured, f.outline(op, t))
}

// usedPayload returns the type of a value's payload, nil if the value has no uses.
func usedPayload(v *ir.Value) ir.Type {
	if v.HasUses() {
		return async.Payload(v.Type())
	}
	return nil
}

// issueCall compiles the issue of a task that calls an async.func.
func (f *function) issueCall(op *ir.Op) {
	d := f.byName[op.Def().Callee(op).Root]
	if d == nil || d.op == nil || !d.op.Is(async.Func) {
		f.fail(op, codeOp, "calls a function that nothing defines")
		return
	}
	f.issue(op, functionTask(d.op), op.Operands(), d)
}

// functionTask returns the task for the calls of an async.func.
func functionTask(fn *ir.Op) *task {
	t := &task{captured: fn.Body().Args()}
	for _, r := range fn.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Results {
		if payload := async.Payload(r); payload != nil {
			t.payloads = append(t.payloads, payload)
		}
	}
	return t
}

// captured returns the values of the function around that the body of an operation uses.
func (m *compiler) captured(op *ir.Op) []*ir.Value {
	var all []*ir.Value
	known := map[*ir.Value]bool{}
	for inner := range op.Walk() {
		if inner == op {
			continue
		}
		for _, v := range inner.Operands() {
			if !known[v] && !within(v, op) && !m.copied(v) {
				all = append(all, v)
			}
			known[v] = true
		}
	}
	return all
}

// within reports whether a value is defined in an operation.
func within(v *ir.Value, op *ir.Op) bool {
	b := v.ParentBlock()
	return b.Region() == op.Region(0) || op.Region(0).FindAncestor(b.ParentOp()) != nil
}

// copied reports whether the operation that makes a value is compiled at each use.
func (m *compiler) copied(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && (m.ruleOf(op).constant != nil && !isVector(v.Type()) ||
		op.Name() == "memref.get_global")
}

// issue compiles the issue of a task, which gets the given values.
func (f *function) issue(op *ir.Op, t *task, given []*ir.Value, d *declared) {
	f.settleOperands(op)
	values := op.Results()
	if len(values) > 0 && async.IsToken(values[0].Type()) {
		values = values[1:]
	}
	payloads := make([]uint32, len(values))
	for i, v := range values {
		if payloads[i] = f.temp(i32); v.HasUses() {
			f.allocate(op, f.payloadSize(async.Payload(v.Type())), payloads[i])
		} else {
			f.i32Const(0)
			f.set(payloads[i])
		}
	}
	at := f.fillFrame(op, t, given, payloads)
	f.i32Const(int64(f.slotOf(d)))
	f.get(at)
	f.i32Const(int64(f.site(op, Issue, "")))
	if async.IsLazy(d.op) {
		f.callFunction(f.host("defer"))
	} else {
		f.i32Const(int64(len(t.dependencies)))
		f.callFunction(f.host("spawn"))
	}
	token := f.temp(i64)
	f.set(token)
	if len(values) < op.NumResults() {
		p := f.place(op.Result(0))
		f.get(token)
		f.setAll(p)
	}
	for i, v := range values {
		p := f.place(v)
		f.get(token)
		f.get(payloads[i])
		f.emit(opI64ExtU)
		f.integer(opI32Or, true)
		f.setAll(p)
	}
}

// fillFrame compiles the allocation and the filling of a task's frame. It returns the local with the frame's
// address, which is 0 if the frame is empty.
func (f *function) fillFrame(op *ir.Op, t *task, given []*ir.Value, payloads []uint32) uint32 {
	size := f.layout(t, func(*ir.Value, []uint32) {}, func(int, uint32) {}, func(int, uint32) {})
	at := f.temp(i32)
	if size == 0 {
		f.i32Const(0)
		f.set(at)
		return at
	}
	f.allocate(op, size, at)
	store := func(typ valType, offset uint32, push func()) {
		f.get(at)
		push()
		f.access(wholeStores[typ], offset)
	}
	for i, v := range t.dependencies {
		store(i64, uint32(8*i), func() { f.pushPart(v, 0) })
	}
	next := 0
	f.layout(t, func(_ *ir.Value, offsets []uint32) {
		f.storeParts(at, given[next], offsets)
		next++
	}, func(i int, offset uint32) {
		store(i32, offset, func() {
			f.pushPart(t.unwrapped[i], 0)
			f.emit(opI32Wrap)
		})
	}, func(i int, offset uint32) { store(i32, offset, func() { f.get(payloads[i]) }) })
	return at
}

// allocate compiles an allocation of size bytes. Its address goes to a local.
func (f *function) allocate(op *ir.Op, size, to uint32) {
	f.i32Const(int64(size))
	f.i32Const(16)
	f.callFunction(f.runtime("inflight_allocate"))
	f.tee(to)
	f.emit(opI32Eqz)
	f.trapIf(op, OutOfMemory, "")
}

// storeParts compiles the stores of all parts of a value, at offsets from an address.
func (f *function) storeParts(at uint32, v *ir.Value, offsets []uint32) {
	s, _ := f.shape(v)
	l := f.lanes(v)
	if l.mask {
		l.bits = maskBits
	}
	if len(offsets) > 1 || l.mask {
		f.settle(v)
	}
	for part, offset := range offsets {
		f.get(at)
		if isVector(v.Type()) {
			f.pushMasked(v, l.bits, part)
		} else {
			f.pushPart(v, 0)
		}
		f.access(wholeStores[s.typ], offset)
	}
}

// loadParts compiles the loads of all parts of a value, at offsets from an address.
func (f *function) loadParts(at uint32, p place, offsets []uint32) {
	for part, offset := range offsets {
		f.get(at)
		f.access(wholeLoads[p.typ], offset)
		f.set(p.at(part))
	}
}

// slotOf returns the number of a function in the table.
func (m *compiler) slotOf(d *declared) int {
	if d.slot < 0 {
		d.slot = len(m.table)
		m.table = append(m.table, d)
	}
	return d.slot
}

// ---- the body of a task ----

// outline makes a function of the body of an async.execute. It is compiled after the function around, since a
// value is in one table at a time.
func (m *compiler) outline(op *ir.Op, t *task) *declared {
	d := &declared{name: fmt.Sprintf("task %d", len(m.functions)), op: op, params: []valType{i32}}
	m.add(d)
	m.outlined = append(m.outlined, func() {
		f := m.newFunction(op, d)
		for _, v := range t.captured {
			f.make(v, owned)
		}
		f.body(d, f.enter(t))
	})
	return d
}

// compileOutlined compiles the bodies of the tasks that were issued so far, and of the tasks that these
// issue.
func (m *compiler) compileOutlined() {
	for len(m.outlined) > 0 {
		next := m.outlined[0]
		m.outlined = m.outlined[1:]
		next()
	}
}

// asyncFunction compiles an async.func.
func (m *compiler) asyncFunction(op *ir.Op, d *declared) {
	f := m.newFunction(op, d)
	for _, v := range op.Body().Args() {
		f.make(v, owned)
	}
	f.body(d, f.enter(functionTask(op)))
}

// enter compiles the beginning of a task, which loads the contents of the frame and frees it. It returns the
// function that compiles the end.
func (f *function) enter(t *task) (leave func(*ir.Op)) {
	payloads := make([]uint32, len(t.payloads))
	size := f.layout(t, func(v *ir.Value, offsets []uint32) {
		f.loadParts(0, f.placeOf(v), offsets)
	}, func(i int, offset uint32) {
		at := f.take(i32)
		f.get(0)
		f.access(opI32Load, offset)
		f.set(at)
		f.takePayload(at, f.op.Body().Arg(i), givesBack(t.unwrapped[i]))
		f.release(i32, at)
	}, func(i int, offset uint32) {
		payloads[i] = f.take(i32)
		f.get(0)
		f.access(opI32Load, offset)
		f.set(payloads[i])
	})
	if size > 0 {
		f.freeMemory(0)
	}
	return func(end *ir.Op) { f.yield(t, payloads, end) }
}

// yield compiles the end of a task, which stores payloads. A payload without uses has no memory.
func (f *function) yield(t *task, payloads []uint32, end *ir.Op) {
	for i, v := range end.Operands() {
		if t.payloads[i] == nil {
			continue
		}
		var r frame
		s, _ := f.shape(v)
		f.settle(v)
		f.get(payloads[i])
		f.open(opIf)
		f.storeParts(payloads[i], v, r.fields(s))
		f.close()
	}
	if f.flow != nil {
		f.emit(opReturn)
	}
}

// freeMemory compiles the deallocation of memory whose address is in a local.
func (f *function) freeMemory(local uint32) {
	f.get(local)
	f.callFunction(f.runtime("inflight_free"))
}

// takePayload compiles the loads of a value's payload, and its deallocation if nothing else needs it.
func (f *function) takePayload(at uint32, to *ir.Value, last bool) {
	if to.HasUses() {
		var r frame
		p := f.make(to, owned)
		f.loadParts(at, p, r.fields(shape{p.typ, max(1, len(p.parts))}))
	}
	if last {
		f.freeMemory(at)
	}
}

// givesBack reports whether the only use of a value is in the block where its task is issued. That use is
// executed at most once, and frees the payload.
func givesBack(v *ir.Value) bool {
	op := v.DefiningOp()
	user, only := onlyUser(v)
	return only && op != nil && (op.Is(async.Execute) || op.Is(async.Call)) && user.Block() == op.Block() &&
		(user.Is(async.Await) || user.Is(async.Execute))
}

// dispatcher adds the function that calls a task by its number in the table. It restores the stack
// afterwards.
func (m *compiler) dispatcher() *declared {
	d := &declared{name: taskFunction, params: []valType{i32, i32}}
	m.add(d)
	f := &function{compiler: m}
	f.index(opGlobalGet, globalStack)
	f.set(2)
	f.get(1)
	f.get(0)
	f.indirect = true
	f.index(opCallIndirect, f.functionType([]valType{i32}, nil))
	f.code.u32(0)
	f.get(2)
	f.index(opGlobalSet, globalStack)
	f.emit(opEnd)
	c := m.functions[d.index]
	c.code, c.locals = f.code, []valType{i32}
	return d
}

// ---- waits ----

// await compiles the wait for a task, and the loads of a value's payload.
func (f *function) await(op *ir.Op) {
	v := op.Operand(0)
	f.settle(v)
	f.pushPart(v, 0)
	f.i32Const(int64(f.site(op, Await, "")))
	f.callFunction(f.host("await"))
	if op.NumResults() == 0 {
		return
	}
	f.loadPayload(op)
}

// loadPayload loads the payload of a value, and frees it if nothing else needs it.
func (f *function) loadPayload(op *ir.Op) {
	v, at := op.Operand(0), f.temp(i32)
	f.pushPart(v, 0)
	f.emit(opI32Wrap)
	f.set(at)
	f.takePayload(at, op.Result(0), givesBack(v))
}

// settled compiles the wait for a task or a group that may have ended in an error.
func (f *function) settled(op *ir.Op) {
	f.outcome(op)
	f.emit(opDrop)
}

// isError compiles the question whether a task or a group has ended in an error.
func (f *function) isError(op *ir.Op) {
	f.outcome(op)
	f.setAll(f.place(op.Result(0)))
}

func (f *function) outcome(op *ir.Op) {
	name := "outcome"
	if async.IsGroup(op.Operand(0).Type()) {
		name = "outcome_all"
	}
	f.pushPart(op.Operand(0), 0)
	f.i32Const(int64(f.site(op, Await, "")))
	f.callFunction(f.host(name))
}

func (f *function) createGroup(op *ir.Op) {
	f.pushPart(op.Operand(0), 0)
	f.callFunction(f.host("create_group"))
	f.setAll(f.place(op.Result(0)))
}

func (f *function) addToGroup(op *ir.Op) {
	f.pushPart(op.Operand(0), 0)
	f.pushPart(op.Operand(1), 0)
	f.i32Const(int64(f.site(op, Await, "")))
	f.callFunction(f.host("add_to_group"))
	f.setAll(f.place(op.Result(0)))
}

func (f *function) awaitAll(op *ir.Op) {
	reason := Await
	if op.Attr(async.OfLoop) != nil {
		reason = AwaitLoop
	}
	f.pushPart(op.Operand(0), 0)
	f.i32Const(int64(f.site(op, reason, "")))
	f.callFunction(f.host("await_all"))
}
