package wasm

import (
	_ "embed"
	"sync"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/cf"
	functiondialect "github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

//go:embed runtime.mlir
var runtimeSource string

// Prepare does the work that Compile does once in a process. A caller can let it run beside other work.
func Prepare() { runtimeFunctions() }

// runtimeFunctions are the functions of the runtime, by their names. They are written in the IR that this
// package compiles. Tests verify them.
var runtimeFunctions = sync.OnceValue(func() map[string]*ir.Op {
	c := ir.NewContext(builtin.Dialect, arith.Dialect, cf.Dialect, functiondialect.Dialect, math.Dialect,
		ptr.Dialect, scf.Dialect)
	module, diags := text.Parse(c, diag.NewFile("runtime.mlir", []byte(runtimeSource)), text.Options{})
	if diags.HasErrors() {
		panic(diags.Err()) // the source is part of this package
	}
	functions := map[string]*ir.Op{}
	for op := range module.Body().Ops() {
		if hasBody(op) {
			functions[op.SymbolName()] = op
		}
	}
	return functions
})

// runtime returns a function of the runtime, which becomes part of the module. It returns nil if there is
// none of that name.
func (m *compiler) runtime(name string) *declared {
	if d := m.byName[name]; d != nil {
		return d
	}
	op := runtimeFunctions()[name]
	if op == nil {
		return nil
	}
	params, results, _ := m.signature(op)
	d := &declared{name: name, op: op, params: params, results: results}
	m.define(d)
	m.pending = append(m.pending, d)
	return d
}

// compileRuntime compiles the functions of the runtime that are called, and those that they call.
func (m *compiler) compileRuntime() {
	for len(m.pending) > 0 {
		d := m.pending[0]
		m.pending = m.pending[1:]
		d.op = d.op.Clone(nil) // all modules share the original
		m.function(d.op)
	}
}

// The first bytes of memory belong to the runtime: see runtime.mlir.
const (
	// HeapTop is the address of a pointer to the end of all memory that was ever allocated.
	HeapTop = 16
	// HeapLimit is the address of the limit up to which memory may be allocated, 0 for no limit.
	HeapLimit = 20
	// AtomicLock is the address of the lock that atomic operations take. The lock is 0 or the number of an
	// instance.
	AtomicLock = 28

	// dataStart is the address at which globals begin. The distance that an access adds to a pointer is never
	// larger. So a pointer that lies so far in front of a global is not below 0.
	dataStart = ptr.Reach
)

// intrinsics are the instructions that programs call as functions.
var intrinsics map[string]func(*function, *ir.Op)

func init() {
	intrinsics = map[string]func(*function, *ir.Op){
		"inflight_alloc": compileAlloc,
		"inflight_lock": func(f *function, op *ir.Op) {
			f.lock(func() { f.pushPart(op.Operand(0), 0) })
		},
		"inflight_unlock": func(f *function, op *ir.Op) {
			f.unlock(func() { f.pushPart(op.Operand(0), 0) })
		},
		"inflight_atomic_begin": func(f *function, _ *ir.Op) { f.lock(func() { f.i32Const(AtomicLock) }) },
		"inflight_atomic_end":   func(f *function, _ *ir.Op) { f.unlock(func() { f.i32Const(AtomicLock) }) },
		"inflight_free":         compileFree,
		"inflight_memcpy":       compileCopy,
		"inflight_copy_piece":   compilePiece,
		"inflight_poll":         compilePoll,
		"inflight_stack_alloc":  compileStackAlloc,
		"inflight_stack_save": func(f *function, op *ir.Op) {
			f.index(opGlobalGet, globalStack)
			f.results(op)
		},
		"inflight_stack_restore": func(f *function, op *ir.Op) {
			f.pushPart(op.Operand(0), 0)
			f.index(opGlobalSet, globalStack)
		},
		"inflight_memory_size": func(f *function, op *ir.Op) { f.index(opMemorySize, 0); f.results(op) },
		"inflight_memory_grow": func(f *function, op *ir.Op) {
			f.pushPart(op.Operand(0), 0)
			f.index(opMemoryGrow, 0)
			f.results(op)
		},
	}
}

// compileAlloc compiles an allocation. The program stops if no memory is left.
func compileAlloc(f *function, op *ir.Op) {
	f.push(op.Operand(0))
	f.push(op.Operand(1))
	f.callFunction(f.runtime("inflight_allocate"))
	p := f.place(op.Result(0))
	f.tee(p.local)
	f.emit(opI32Eqz)
	f.trapIf(op, OutOfMemory, "")
}

// lock compiles the acquisition of a lock, if there are tasks. The memory of a lock is 0 or the number of the
// instance that holds it. An instance that does not get the lock calls the host: the host may want to stop
// all instances, or to collect garbage while they wait.
func (f *function) lock(address func()) {
	if !f.tasks {
		return
	}
	again := f.open(opLoop)
	address()
	f.i32Const(0)
	f.index(opGlobalGet, globalInstance)
	f.atomic(opI32AtomicCmpxchg)
	f.open(opIf)
	f.callFunction(f.host("pause"))
	f.branch(opBr, again)
	f.close()
	f.close()
}

func (f *function) unlock(address func()) {
	if !f.tasks {
		return
	}
	address()
	f.i32Const(0)
	f.atomic(opI32AtomicStore)
}

// atomic emits an atomic access to an i32.
func (f *function) atomic(op opcode) {
	f.emit(op)
	f.code.byte(2, 0) // alignment, and no offset
}

// compileFree compiles the deallocation of memory. The program stops if the memory was not allocated, or is
// free already.
func compileFree(f *function, op *ir.Op) {
	f.push(op.Operand(0))
	f.callFunction(f.runtime("inflight_release"))
	f.emit(opI32Eqz)
	f.trapIf(op, BadFree, "")
}

// pollBudget is the number of simple operations that a program executes between two calls of the host. They
// take about a millisecond.
const pollBudget = 1 << 20

// compilePoll compiles the subtraction of a cost from the budget.
func compilePoll(f *function, op *ir.Op) { f.spend(func() { f.pushPart(op.Operand(0), 0) }) }

// spend compiles the subtraction of a cost from the budget, and a call of the host if the budget is used up.
func (f *function) spend(cost func()) {
	rest := f.temp(i32)
	f.index(opGlobalGet, globalBudget)
	cost()
	f.emit(opI32Sub)
	f.tee(rest)
	f.index(opGlobalSet, globalBudget)
	f.get(rest)
	f.i32Const(0)
	f.emit(opI32LtS)
	f.open(opIf)
	f.i32Const(pollBudget)
	f.index(opGlobalSet, globalBudget)
	f.callFunction(f.host("poll"))
	f.close()
}

// smallCopy is the largest number of bytes of a copy that is made in one piece. wordBytes is the number of
// bytes that a simple operation copies.
const (
	smallCopy = 4096
	wordBytes = 16
)

// compileCopy compiles a copy of bytes, which may overlap. Its operands are the target, the source, and the
// number. It subtracts the cost from the budget. A large copy does so for each of its pieces.
func compileCopy(f *function, op *ir.Op) {
	if n, ok := ir.ConstInt(op.Operand(2)); ok && uint64(n) <= smallCopy {
		f.spend(func() { f.i32Const(n/wordBytes + 1) })
		compilePiece(f, op)
		return
	}
	for i := range 3 {
		f.push(op.Operand(i))
	}
	f.callFunction(f.runtime("inflight_copy"))
}

// compilePiece compiles a copy of bytes in one piece. Its operands are the target, the source, and the
// number. Target and source may overlap.
func compilePiece(f *function, op *ir.Op) {
	for i := range 3 {
		f.pushPart(op.Operand(i), 0)
	}
	f.emit(opMemoryCopy)
	f.code.byte(0, 0)
}

// compileStackAlloc compiles an allocation of stack memory, which is free when the stack is restored. Its
// operands are the number of bytes and the alignment.
func compileStackAlloc(f *function, op *ir.Op) {
	f.stacked = true
	f.settleOperands(op)
	p := f.place(op.Result(0))
	f.index(opGlobalGet, globalStack)
	f.push(op.Operand(0))
	f.emit(opI32Sub)
	f.i32Const(0)
	f.push(op.Operand(1))
	f.i32Const(16)
	f.push(op.Operand(1))
	f.i32Const(16)
	f.emit(opI32GtU)
	f.emit(opSelect)
	f.emit(opI32Sub)
	f.emit(opI32And)
	f.set(p.local)
	f.push(op.Operand(0))
	f.index(opGlobalGet, globalStack)
	f.emit(opI32GtU)
	f.get(p.local)
	f.stackEnd()
	f.emit(opI32LtU)
	f.emit(opI32Or)
	f.trapIf(op, OutOfStack, "")
	f.get(p.local)
	f.index(opGlobalSet, globalStack)
}

// stackEnd pushes the lowest address of the stack.
func (f *function) stackEnd() {
	if f.tasks {
		f.index(opGlobalGet, globalStackEnd)
		return
	}
	f.index(opGlobalGet, globalHeap)
	f.i32Const(int64(f.options.Stack))
	f.emit(opI32Sub)
}
