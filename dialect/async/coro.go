package async

import "github.com/inflight-compiler/inflight/ir"

// The operations of coroutines of the switched-resume kind. They correspond to LLVM's intrinsics llvm.coro.*,
// but have types of their own.

// CoroID is async.coro.id: the identity of the coroutine that the function is.
var CoroID = &ir.OpDef{
	Name:    "async.coro.id",
	Summary: "returns a switched-resume coroutine identifier",
	Results: []ir.ResultDef{{Name: "id", Type: idConstraint}},
	Format:  "attr-dict",
}

// CoroBegin is async.coro.begin: it allocates the frame of the coroutine.
var CoroBegin = &ir.OpDef{
	Name:     "async.coro.begin",
	Summary:  "returns a handle to the coroutine",
	Operands: []ir.OperandDef{{Name: "id", Type: idConstraint}},
	Results:  []ir.ResultDef{{Name: "handle", Type: handle}},
	Format:   "$id attr-dict",
}

// CoroFree is async.coro.free: it frees the frame.
var CoroFree = &ir.OpDef{
	Name:     "async.coro.free",
	Summary:  "deallocates the coroutine frame",
	Operands: []ir.OperandDef{{Name: "id", Type: idConstraint}, {Name: "handle", Type: handle}},
	Format:   "$id `,` $handle attr-dict",
}

// CoroEnd is async.coro.end: control returns to the caller, or to the code that resumed the coroutine.
var CoroEnd = &ir.OpDef{
	Name:     "async.coro.end",
	Summary:  "marks the end of the coroutine in the suspend block",
	Operands: []ir.OperandDef{{Name: "handle", Type: handle}},
	Format:   "$handle attr-dict",
}

// CoroSave is async.coro.save: after it the coroutine may be resumed, even before it suspends itself.
var CoroSave = &ir.OpDef{
	Name:     "async.coro.save",
	Summary:  "saves the coroutine state",
	Operands: []ir.OperandDef{{Name: "handle", Type: handle}},
	Results:  []ir.ResultDef{{Name: "state", Type: state}},
	Format:   "$handle attr-dict",
}

// CoroSuspend is async.coro.suspend. Control goes to the first successor now, to the second one when the
// coroutine is resumed, and to the third one when the coroutine is destroyed.
var CoroSuspend = &ir.OpDef{
	Name:       "async.coro.suspend",
	Summary:    "suspends the coroutine",
	Operands:   []ir.OperandDef{{Name: "state", Type: state}},
	Successors: []ir.SuccessorDef{{Name: "suspendDest"}, {Name: "resumeDest"}, {Name: "cleanupDest"}},
	Traits:     ir.Terminator,
	Coroutine:  true,
	Format:     "$state `,` $suspendDest `,` $resumeDest `,` $cleanupDest attr-dict",
}

// GoesOn returns the blocks in which a coroutine or function continues after block b. After a suspension that
// is the block of the resumption only. The end of the ramp does not count, nor does the destruction, which
// the runtime does not use.
func GoesOn(b *ir.Block) []*ir.Block {
	if t := b.Terminator(); t != nil && t.Is(CoroSuspend) {
		return t.Successors()[1:2]
	}
	return b.Successors()
}
