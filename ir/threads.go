package ir

// This file holds what tables say of launches of kernels and of operations that threads of a device execute,
// as function fields of OpDef: which of them are barriers, which access memory atomically, and which return
// the number of a thread.

// Launch describes an operation that runs its region once for each thread of a grid.
type Launch struct {
	Grid, Block [3]*Value // the numbers of blocks and of threads in a block, along x, y and z
	// Numbers says which numbers the first arguments of the region are.
	Numbers []ThreadNumber
}

// Launch returns the description of a launch. ok is false for any other operation.
func (o *Op) Launch() (l Launch, ok bool) {
	if o.def.Launch == nil {
		return Launch{}, false
	}
	return o.def.Launch(o), true
}

// Always is a fact of a table that holds for each operation.
func Always(*Op) bool { return true }

// IsBarrier reports whether the threads of a block go on behind the operation only when all of them have come
// to it, and then see what the others have written.
func (o *Op) IsBarrier() bool { return o != nil && o.def.Barrier != nil && o.def.Barrier(o) }

// IsAtomic reports whether the operation accesses memory so that no order is needed between it and other
// atomic accesses of the same memory.
func (o *Op) IsAtomic() bool { return o != nil && o.def.Atomic != nil && o.def.Atomic(o) }

// ThreadNumber says what an operation returns about the place of the thread that executes it.
type ThreadNumber struct {
	Kind ThreadNumberKind
	Dim  int // 0 to 2 for x, y and z; 0 for warps and lanes, which have one dimension
}

// ThreadNumberKind says which number, or which size, it is.
type ThreadNumberKind uint8

// The kinds of numbers. The sizes are the same in all threads of a grid.
const (
	NoThreadNumber ThreadNumberKind = iota
	ThreadInBlock
	ThreadInGrid
	LaneInWarp
	WarpInBlock
	BlockInGrid
	BlockSize // in threads
	GridSize  // in blocks
)

// ThreadNumber returns which number of the thread that executes it the operation returns, the zero value for
// an operation that returns none.
func (o *Op) ThreadNumber() ThreadNumber {
	if o == nil || o.def.ThreadNumber == nil {
		return ThreadNumber{}
	}
	return o.def.ThreadNumber(o)
}

// DiffersInBlock reports whether threads of one block have different numbers.
func (k ThreadNumberKind) DiffersInBlock() bool { return k >= ThreadInBlock && k <= WarpInBlock }

// SameInBlock reports whether all threads of one block have the same number.
func (k ThreadNumberKind) SameInBlock() bool { return k >= BlockInGrid }
