package async

import "github.com/inflight-compiler/inflight/ir"

// This file holds coroutines of the switched-resume kind, with the operations that LLVM's intrinsics
// llvm.coro.* have, but types of their own.

// CoroID is async.coro.id: which coroutine the function is.
var CoroID = &ir.OpDef{
	Name:    "async.coro.id",
	Summary: "returns a switched-resume coroutine identifier",
	Results: []ir.ResultDef{{Name: "id", Type: idConstraint}},
	Format:  "attr-dict",
}

// CoroBegin is async.coro.begin: allocates the frame of the coroutine.
var CoroBegin = &ir.OpDef{
	Name:     "async.coro.begin",
	Summary:  "returns a handle to the coroutine",
	Operands: []ir.OperandDef{{Name: "id", Type: idConstraint}},
	Results:  []ir.ResultDef{{Name: "handle", Type: handle}},
	Format:   "$id attr-dict",
}

// CoroFree is async.coro.free: gives the frame back.
var CoroFree = &ir.OpDef{
	Name:     "async.coro.free",
	Summary:  "deallocates the coroutine frame",
	Operands: []ir.OperandDef{{Name: "id", Type: idConstraint}, {Name: "handle", Type: handle}},
	Format:   "$id `,` $handle attr-dict",
}

// CoroEnd is async.coro.end: where control goes back to whoever called or resumed the coroutine.
var CoroEnd = &ir.OpDef{
	Name:     "async.coro.end",
	Summary:  "marks the end of the coroutine in the suspend block",
	Operands: []ir.OperandDef{{Name: "handle", Type: handle}},
	Format:   "$handle attr-dict",
}

// CoroSave is async.coro.save: from here on the coroutine may be resumed, even before it suspends itself.
var CoroSave = &ir.OpDef{
	Name:     "async.coro.save",
	Summary:  "saves the coroutine state",
	Operands: []ir.OperandDef{{Name: "handle", Type: handle}},
	Results:  []ir.ResultDef{{Name: "state", Type: state}},
	Format:   "$handle attr-dict",
}

// CoroSuspend is async.coro.suspend: control goes to the first successor, to the second when the coroutine is
// resumed, and to the third when it is destroyed.
var CoroSuspend = &ir.OpDef{
	Name:       "async.coro.suspend",
	Summary:    "suspends the coroutine",
	Operands:   []ir.OperandDef{{Name: "state", Type: state}},
	Successors: []ir.SuccessorDef{{Name: "suspendDest"}, {Name: "resumeDest"}, {Name: "cleanupDest"}},
	Traits:     ir.Terminator,
	Coroutine:  true,
	Format:     "$state `,` $suspendDest `,` $resumeDest `,` $cleanupDest attr-dict",
}

// GoesOn returns the blocks in which the coroutine or function of a block goes on behind it: from a
// suspension where it is resumed. The ways to the end of the ramp and to the destruction, which the runtime
// does not use, are none.
func GoesOn(b *ir.Block) []*ir.Block {
	if t := b.Terminator(); t != nil && t.Is(CoroSuspend) {
		return t.Successors()[1:2]
	}
	return b.Successors()
}
