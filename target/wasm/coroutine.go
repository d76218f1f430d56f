package wasm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/dialect/scf"
	taskop "github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Programs with lazy tasks are coroutines. A task that waits for another one returns to the host, which calls
// it again when it can go on, so that a chain of tasks that await each other needs no stack. Tokens, values
// and groups count the references to them, and give their memory back with the last one.
//
// They are handles as in task.go: the upper half is a number by which the host knows the object, the lower
// half the address of the payload. A coroutine's frame has the values of its coro.layout one behind the
// other.

// colorFunctions is the pass in front of those that lower memory. No wait of a task blocks a thread, and no
// assertion in a function that a task calls ends more than the task: such functions also exist in an
// asynchronous form.
var colorFunctions = pass.Do("async-color-functions{assertions=true}")

// coroutines are the passes that make coroutines of tasks. They follow those that lower memory: a frame has
// numbers and addresses only.
var coroutines = pass.Steps{
	pass.Do("async-func-to-async-runtime{error-causes=true}"),
	pass.Do("async-to-async-runtime{values-in-groups=direct error-causes=true}"),
}

// coroutineFrames are the passes that count references and make frames.
var coroutineFrames = pass.Steps{
	pass.Do("async-runtime-ref-counting"),
	pass.Do("async-runtime-ref-counting-opt"),
	// A coroutine is two functions: one that is called, and one that goes on behind a wait.
	pass.Do("async-coro-split"),
}

// needsCoroutines reports whether a module has lazy functions. A program that makes and resolves tokens
// itself keeps its form: its references are not counted.
func needsCoroutines(module *ir.Op) bool {
	lazy := false
	for op := range module.Walk() {
		switch {
		case async.IsLazy(op) && hasBody(op):
			lazy = true
		case op.Def().DialectName() == "async" && !op.Is(async.RuntimeCreateGroup) && isRuntime(op):
			return false
		}
	}
	return lazy
}

// refusePointers refuses values whose payload is a pointer. Those that memory becomes own what they point to.
func refusePointers(module *ir.Op) error {
	for op := range module.Walk() {
		for _, v := range op.Results() {
			if held := async.Payload(v.Type()); held != nil && ptr.IsPointer(held) {
				return op.Errorf(codeOp, "a pointer as the payload of an async.value of a program with lazy "+
					"functions has no form in WebAssembly").
					Suggest("hand on a memref, or an integer")
			}
		}
	}
	return nil
}

func isRuntime(op *ir.Op) bool {
	switch op.Def() {
	case async.RuntimeCreate, async.RuntimeAwait, async.RuntimeIsError, async.RuntimeLoad, async.RuntimeStore,
		async.RuntimeSetAvailable, async.RuntimeSetError, async.RuntimeAddRef, async.RuntimeDropRef:
		return true
	}
	return false
}

// assertDivisions puts an assertion in front of each division of integers that may have no result, so that
// its error is that of its task, where a trap would end all.
func assertDivisions(module *ir.Op) {
	for op := range module.Walk() {
		signed, divides := divisions[op.Def()]
		if !divides || !inControlFlow(op) {
			continue
		}
		t, ok := op.Operand(1).Type().(*ir.IntegerType)
		if _, index := op.Operand(1).Type().(*ir.IndexType); !ok && !index {
			continue // of vectors
		}
		n, known := ir.ConstInt(op.Operand(1))
		b := ir.At(op)
		number := func(n int64) *ir.Value {
			if t == nil {
				return arith.ConstIndex(b, n)
			}
			return arith.ConstInt(b, t, n)
		}
		if !known || n == 0 {
			b.Op(cf.Assert, []*ir.Value{arith.Cmp(b, arith.NE, op.Operand(1), number(0))},
				ir.NamedAttr{Name: "msg", Value: b.Ctx.String(DivideByZero.String())})
		}
		if signed && t != nil && (!known || n == -1) {
			ok := arith.Binary(b, arith.OrI, arith.Cmp(b, arith.NE, op.Operand(1), number(-1)),
				arith.Cmp(b, arith.NE, op.Operand(0), number(-1<<(t.Width-1))))
			b.Op(cf.Assert, []*ir.Value{ok},
				ir.NamedAttr{Name: "msg", Value: b.Ctx.String(DivideRange.String())})
		}
	}
}

// inControlFlow reports whether nothing but a function, tasks, loops and conditions is around an operation.
func inControlFlow(op *ir.Op) bool {
	for p := op.Parent(); p != nil; p = p.Parent() {
		switch {
		case isFunction(p):
			return true
		case !p.Is(async.Execute) && !p.Is(scf.For) && !p.Is(scf.If) && !p.Is(scf.While):
			return false
		}
	}
	return false
}

// divisions are the operations that divide integers, and whether the smallest number divided by -1 has no
// result.
var divisions = map[*ir.OpDef]bool{
	arith.DivSI: true, arith.CeilDivSI: true, arith.FloorDivSI: true,
	arith.DivUI: false, arith.CeilDivUI: false, arith.RemSI: false, arith.RemUI: false,
}

// offStack moves memory of the stack to the heap where a task that may suspend itself or fail has it. A task
// leaves its stack there.
func offStack(module *ir.Op) error {
	for _, op := range module.Find(memref.Alloca) {
		scope := op.Parent()
		for ; scope != nil && !scope.Has(ir.AllocationScope); scope = scope.Parent() {
		}
		if scope == nil || !inTask(op) || !suspends(scope) {
			continue
		}
		if op.Block().ParentOp() != scope || len(scope.Region(0).Blocks()) > 1 {
			return op.Errorf(codeOp, "memory on the stack of a task that waits, or that may fail, must be "+
				"allocated in the block of the task or of a loop").
				Suggest("allocate it by memref.alloc, and free it by memref.dealloc")
		}
		memref.OffStack(op)
	}
	return nil
}

// freeWhereFailed frees memory that was moved off the stack where its task fails, between the allocation and
// the end of the scope. Tasks consist of branches by then.
func freeWhereFailed(module *ir.Op) {
	for op := range module.Walk() {
		if op.Attr(memref.ScopeEndAttr) == nil {
			continue
		}
		op.RemoveAttr(memref.ScopeEndAttr)
		allocation, region := op.Operand(0).DefiningOp(), op.Block().Region()
		if allocation == nil || allocation.Block().Region() != region {
			continue
		}
		dominance := ir.NewDominance(region)
		for _, b := range slices.Clone(region.Blocks()) {
			if !dominance.Dominates(allocation.Block(), b) || dominance.Dominates(op.Block(), b) {
				continue
			}
			last := b.Last()
			for i := range last.NumSuccessors() {
				if failed := last.Successor(i); setsError(failed) {
					freed := ir.NewBlock()
					region.Insert(failed.Index(), freed)
					last.SetSuccessor(i, freed)
					at := ir.At(op)
					at.SetEnd(freed)
					at.Insert(op.Clone(nil))
					cf.NewBr(at, failed)
				}
			}
		}
	}
}

// setsError reports whether a block ends a task in an error.
func setsError(b *ir.Block) bool {
	for op := range b.Ops() {
		if op.Is(async.RuntimeSetError) {
			return true
		}
	}
	return false
}

func inTask(op *ir.Op) bool {
	for p := range op.Ancestors() {
		if p.Is(async.Execute) || p.Is(async.Func) {
			return true
		}
	}
	return false
}

// suspends reports whether a task may wait or fail in an operation.
func suspends(scope *ir.Op) bool {
	for op := range scope.Walk() {
		if op.Is(async.Await) || op.Is(async.AwaitAll) || op.Is(cf.Assert) {
			return true
		}
	}
	return false
}

// coroutinesAttr marks a module whose tasks are coroutines.
const coroutinesAttr = "wasm.coroutines"

// noteLayouts notes the layouts of the frames of coroutines.
func (m *compiler) noteLayouts(module *ir.Op) {
	for op := range module.Body().Ops() {
		if op.Is(coro.Layout) {
			m.layouts[op.SymbolName()] = op
		}
	}
}

func init() {
	nothing := func(*function, *ir.Op) {}
	for name, compile := range map[string]func(*function, *ir.Op){
		// These are left of a coroutine that never suspends itself.
		"async.coro.id": nothing, "async.coro.begin": nothing, "async.coro.free": nothing,
		"async.coro.end": nothing,

		"async.runtime.create":        (*function).createObject,
		"async.runtime.store":         (*function).storePayload,
		"async.runtime.set_available": func(f *function, op *ir.Op) { f.resolve(op, 0) },
		"async.runtime.set_error":     func(f *function, op *ir.Op) { f.resolve(op, 1) },
		"async.runtime.add_ref":       (*function).retain,
		"async.runtime.drop_ref":      (*function).releaseRefs,
		"async.runtime.add_to_group":  (*function).joins,
		"task.runtime_call":           (*function).runtimeCall,
		"coro.create":                 (*function).createFrame,
		"coro.free":                   (*function).freeFrame,
		"coro.load":                   (*function).loadSlot,
		"coro.store":                  (*function).storeSlot,
		"coro.await":                  (*function).suspend,
		"coro.resume":                 (*function).resume,
		"coro.is_ready":               (*function).isReady,
	} {
		registerStatements(map[string]func(*function, *ir.Op){name: suspending(compile, notCompiled)})
	}
}

// notCompiled refuses an operation.
func notCompiled(f *function, op *ir.Op) { f.fail(op, codeOp, "cannot be compiled to WebAssembly") }

// ---- objects ----

// createObject compiles the creation of a token or value, with room for its payload.
func (f *function) createObject(op *ir.Op) {
	payload := f.temp(i32)
	held := async.Payload(op.Result(0).Type())
	if held != nil {
		f.allocate(op, f.payloadSize(held), payload)
	} else {
		f.i32Const(0)
		f.set(payload)
	}
	p := f.place(op.Result(0))
	f.get(payload)
	switch {
	case held != nil && isAsync(held):
		f.i32Const(1)
	case held != nil && ptr.IsPointer(held):
		f.i32Const(2) // of convert-memref-to-ptr: programs have no others
	default:
		f.i32Const(0)
	}
	f.i32Const(int64(f.site(op, Issue, "")))
	f.callFunction(f.host("create"))
	f.get(payload)
	f.emit(opI64ExtU)
	f.integer(opI32Or, true)
	f.setAll(p)
}

// payloadAddress returns a local with the address of a value's payload.
func (f *function) payloadAddress(v *ir.Value) uint32 {
	at := f.temp(i32)
	f.pushPart(v, 0)
	f.emit(opI32Wrap)
	f.set(at)
	return at
}

func (f *function) storePayload(op *ir.Op) {
	v := op.Operand(0)
	f.settle(v)
	f.settle(op.Operand(1))
	var r frame
	s, _ := f.shape(v)
	f.storeParts(f.payloadAddress(op.Operand(1)), v, r.fields(s))
}

// takeOut compiles the load of a value's payload, which stays where it is.
func (f *function) takeOut(op *ir.Op) {
	f.settle(op.Operand(0))
	at := f.payloadAddress(op.Operand(0))
	f.takePayload(at, op.Result(0), false)
}

// resolve compiles the end of a token or value. kind is 1 for an error.
func (f *function) resolve(op *ir.Op, kind int64) {
	site := f.site(op, Await, "")
	if message := op.StringAttr("message"); message != "" {
		kind, site = 2, f.site(op, Assertion, message)
	}
	f.pushPart(op.Operand(0), 0)
	f.i32Const(kind)
	f.i32Const(int64(site))
	f.callFunction(f.host("resolve"))
	f.freeDropped()
}

// freeDropped compiles the deallocation of payloads whose last reference a call of the host has dropped. The
// stack has the first address, or 0.
func (f *function) freeDropped() {
	at := f.temp(i32)
	f.set(at)
	f.open(opBlock)
	out := f.depth
	again := f.open(opLoop)
	f.get(at)
	f.emit(opI32Eqz)
	f.branchIf(out)
	f.freeMemory(at)
	f.callFunction(f.host("dropped"))
	f.set(at)
	f.branch(opBr, again)
	f.close()
	f.close()
}

func (f *function) pushCount(op *ir.Op) {
	n, _ := op.IntAttr("count")
	f.pushPart(op.Operand(0), 0)
	f.i64Const(n)
}

func (f *function) retain(op *ir.Op) {
	f.pushCount(op)
	f.callFunction(f.host("retain"))
}

func (f *function) releaseRefs(op *ir.Op) {
	f.pushCount(op)
	f.callFunction(f.host("release"))
	f.freeDropped()
}

// handleOf compiles a call of the host whose result is a handle.
func (f *function) handleOf(op *ir.Op, call string) {
	p := f.place(op.Result(0))
	f.i32Const(int64(f.site(op, Issue, "")))
	f.callFunction(f.host(call))
	f.setAll(p)
}

// countedGroup compiles the creation of a group that counts references.
func (f *function) countedGroup(op *ir.Op) {
	f.settle(op.Operand(0))
	f.pushPart(op.Operand(0), 0)
	f.handleOf(op, "gather")
}

func (f *function) joins(op *ir.Op) {
	p := f.place(op.Result(0))
	f.pushPart(op.Operand(0), 0)
	f.pushPart(op.Operand(1), 0)
	f.i32Const(int64(f.site(op, Await, "")))
	f.callFunction(f.host("join"))
	f.setAll(p)
}

// wait compiles a wait outside of tasks.
func (f *function) wait(op *ir.Op) {
	f.pushPart(op.Operand(0), 0)
	f.i32Const(int64(f.site(op, Await, "")))
	f.callFunction(f.host("wait"))
}

func (f *function) hasFailed(op *ir.Op) {
	p := f.place(op.Result(0))
	f.pushPart(op.Operand(0), 0)
	f.callFunction(f.host("failed"))
	f.setAll(p)
}

func (f *function) runtimeCall(op *ir.Op) {
	switch op.StringAttr(taskop.CalleeAttr) {
	case taskop.GateFunction:
		f.handleOf(op, "gate")
	case taskop.GuardFunction:
		f.pushPart(op.Operand(0), 0)
		f.pushPart(op.Operand(1), 0)
		f.callFunction(f.host("guard"))
	case taskop.StartFunction:
		f.pushPart(op.Operand(0), 0)
		f.callFunction(f.host("start"))
		f.freeDropped()
	default:
		notCompiled(f, op)
	}
}

// ---- frames ----

// frameLayout returns the places of the values in a frame, and its size.
func (f *function) frameLayout(frameType *ir.Value) (slots [][]uint32, size uint32) {
	layout := f.layouts[coro.LayoutName(frameType.Type())]
	var r frame
	for _, t := range coro.Slots(layout) {
		s, ok := f.shapeOf(t)
		if !ok {
			f.fail(layout, codeOp, "has a slot of type %v, which WebAssembly does not have", t)
		}
		slots = append(slots, r.fields(s))
	}
	return slots, max(r.size, 1)
}

func (f *function) createFrame(op *ir.Op) {
	_, size := f.frameLayout(op.Result(0))
	p := f.place(op.Result(0))
	at := f.temp(i32)
	f.allocate(op, size, at)
	f.get(at)
	f.setAll(p)
}

func (f *function) freeFrame(op *ir.Op) {
	f.pushPart(op.Operand(0), 0)
	f.callFunction(f.runtime("inflight_free"))
}

// frameAddress returns a local with the address of a frame, and the places of one slot.
func (f *function) frameAddress(op *ir.Op) (at uint32, slot []uint32) {
	f.settle(op.Operand(0))
	at = f.temp(i32)
	f.pushPart(op.Operand(0), 0)
	f.set(at)
	n, _ := op.IntAttr("slot")
	slots, _ := f.frameLayout(op.Operand(0))
	return at, slots[n]
}

func (f *function) loadSlot(op *ir.Op) {
	at, slot := f.frameAddress(op)
	f.loadParts(at, f.place(op.Result(0)), slot)
}

func (f *function) storeSlot(op *ir.Op) {
	f.settle(op.Operand(1))
	at, slot := f.frameAddress(op)
	f.storeParts(at, op.Operand(1), slot)
}

// pushContinuation pushes the number of the function that goes on, the frame and the site.
func (f *function) pushContinuation(op *ir.Op, frame *ir.Value) {
	d := f.byName[op.Attr("callee").(*ir.SymbolRefAttr).Root]
	f.i32Const(int64(f.slotOf(d)))
	f.pushPart(frame, 0)
	f.i32Const(int64(f.site(op, Issue, "")))
}

func (f *function) suspend(op *ir.Op) {
	f.settleOperands(op)
	p := f.place(op.Result(0))
	f.pushPart(op.Operand(0), 0)
	f.pushContinuation(op, op.Operand(1))
	f.callFunction(f.host("suspend"))
	f.setAll(p)
}

func (f *function) resume(op *ir.Op) {
	f.settleOperands(op)
	f.pushContinuation(op, op.Operand(0))
	f.callFunction(f.host("resume"))
}

func (f *function) isReady(op *ir.Op) {
	p := f.place(op.Result(0))
	f.pushPart(op.Operand(0), 0)
	f.callFunction(f.host("is_ready"))
	f.setAll(p)
}
