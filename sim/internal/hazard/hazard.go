package hazard

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Hazard is one kind of mistake at one pair of operations. Its fields describe the first occurrence.
type Hazard struct {
	Code diag.Code
	// First and Second are the two accesses in the order of the sequential program. A read of an unwritten
	// element and an operation in flight at the end have only Second: the read, or the operation.
	First, Second Access
	// Buffer is the name of the memory. Index has the indices of the element, nil where they are not known.
	// Bytes is the range [from, to) in the buffer.
	Buffer string
	Index  []int64
	Bytes  [2]int64
	// InFlight, Pending and Tasks describe the thread of control that has to order the two accesses, at the
	// moment of the second one. InFlight has the groups that no wait had forced yet. Pending is the number of
	// operations that were issued and not committed. Tasks is the number of tasks that the thread of control
	// issued and does not know to be complete.
	InFlight []QueueState
	Pending  int
	Tasks    int
	// Count is the number of occurrences. In Exhaustive mode it is the largest number in one schedule.
	Count int64
	// Task is set if the operation in flight at the end is a task, which a program awaits by its token.
	Task bool
}

// Access is one side of a hazard.
type Access struct {
	Op *ir.Op
	// Write is set for a write and not for a read. Free is set for the end of the buffer's life.
	Write, Free bool
	// Alloc is set for the beginning of the life of a buffer whose allocation has a token.
	Alloc bool
	// Thread and Block are the indices of the kernel's thread that makes the access, and of its block, along
	// x, y and z. Thread is nil outside of kernels, and Block in a grid of one block.
	Thread, Block []int64
	block, grid   any // identities of the block and of the launch; nil outside of kernels
	// Iterations holds the values of the loops around the access, outermost first.
	Iterations []Iteration
	// Async is the asynchronous operation, kernel or parallel loop that contains the access, nil for the
	// entry function itself. Issued has the iterations of the loops around its issue. Queue and Group tell
	// where it was committed; Group is -1 if it was not committed.
	Async  *ir.Op
	Issued []Iteration
	Queue  int64
	Group  int
}

// Iteration is the value of one loop's induction variable.
type Iteration struct {
	Name  string
	Value int64
}

// QueueState tells which groups of a queue are in flight: those numbered First to Last, counted from 0. Queue
// -1 holds the transfers of dma_start, of which some between First and Last may be complete; CpAsyncQueue is
// the queue of cp.async, and BulkQueue that of bulk copies.
type QueueState struct {
	Queue       int64
	First, Last int
}

// SetThread records that a thread of a kernel makes the access. thread has its indices in the block, and at
// the indices of the block in the grid, nil in a grid of one block. block and grid identify the block and the
// launch.
func (a *Access) SetThread(thread, at []int64, block, grid any) {
	a.Thread, a.Block, a.block, a.grid = thread, at, block, grid
}
