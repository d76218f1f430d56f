package hazard

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Hazard is one kind of mistake at one pair of operations, in its first occurrence.
type Hazard struct {
	Code diag.Code
	// First and Second are the two accesses in the order of the sequential program. For reads of unwritten
	// elements and for operations in flight at the end there is only Second: the read, or the operation.
	First, Second Access
	// Buffer names the memory and Index the element, nil where that is not known; Bytes is the range [from,
	// to) in the buffer.
	Buffer string
	Index  []int64
	Bytes  [2]int64
	// InFlight tells which groups no wait had forced yet when the second access took place, as the thread of
	// control that is to order the two accesses sees it; Pending how many operations were issued and not
	// committed. Tasks is the number of tasks that it issued and does not know complete.
	InFlight []QueueState
	Pending  int
	Tasks    int
	// Count is the number of occurrences, in Exhaustive mode the largest number in one schedule.
	Count int64
	// Task says that the operation in flight at the end is a task, which a program awaits by its token.
	Task bool
}

// Access is one side of a hazard.
type Access struct {
	Op *ir.Op
	// Write tells a write from a read; Free is the end of the buffer's life.
	Write, Free bool
	// Alloc is the beginning of the buffer's life, which a token guards.
	Alloc bool
	// Thread and Block are the places of the thread of a kernel that the access is by, along x, y and z;
	// Thread is nil outside of kernels, and Block in a grid of one block.
	Thread, Block []int64
	block, grid   any // those that the thread belongs to, nil outside of kernels
	// Iterations holds the values of the loops around the access, outermost first.
	Iterations []Iteration
	// Async is the asynchronous operation, kernel or parallel loop that the access is in, nil for the entry
	// function itself, and Issued the iterations of the loops around its issue. Queue and Group tell where it
	// was committed; Group is -1 if it was not.
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

// QueueState says which groups of a queue are in flight: those numbered First to Last, counted from 0. Queue
// -1 holds the transfers of dma_start, of which some in between may have completed; CpAsyncQueue is that of
// cp.async, and BulkQueue that of bulk copies.
type QueueState struct {
	Queue       int64
	First, Last int
}

// SetThread says that an access is by a thread of a kernel, at a place in its block. block and grid tell
// blocks and launches apart; at is the place of the block in the grid, nil in a grid of one block.
func (a *Access) SetThread(thread, at []int64, block, grid any) {
	a.Thread, a.Block, a.block, a.grid = thread, at, block, grid
}
