// Package sim runs programs on the abstract machine that every transform and target is judged against.
//
// Compile turns a function and what it calls into register programs; Run executes them with given arguments in one of
// several modes, which differ in when asynchronous operations make progress. Whatever the mode, hazards are found by
// happens-before: two accesses to overlapping bytes, one a write, that neither program order, nor an issue, nor a wait
// orders are reported even if this run happened to get the right answer.
//
// It imports ir, ir/affine, diag and, for the operands of transfers, copies and accesses to vectors, four dialects; it knows
// operations by their names. One file per dialect says how its operations execute (arith.go, math.go, cf.go, scf.go,
// memref.go with atomic.go and dma.go, affine.go, function.go, pipeline.go with dmaqueue.go, nvgpu.go, and vectoraccess.go,
// vectorshape.go and vectorreduce.go; vector.go says what a vector is). Start reading at compile.go for how a function
// becomes a register program, then thread.go for what runs it, queue.go for the asynchronous operations, and shadow.go
// for how races are decided.
//
// Decisions where the machine's definition leaves room:
//   - An operation that an asynchronous operation issues and does not wait for is not complete when the outer one is;
//     nothing can wait for it any more, so it is reported as in flight at the end.
//   - Queues belong to the thread of control, also across calls: only the end of the entry function, or of an
//     asynchronous operation or of a parallel iteration, is an end that groups can be in flight at.
//   - Memory that was never written holds bytes 0xFF, so that wrong results show.
//   - A memref layout that is not strided is stored in row-major order of the logical shape.
//   - A vector is as many scalars; what works on it counts as a step per element, but takes the time of one operation,
//     an access to memory that of all elements. A gather may leave the last dimension of memory without gaps, an element
//     outside of a transfer's memory is one before its start as well as one behind its end, sums begin at the first
//     element, and vector.print writes nothing.
//   - What LLVM calls poison is a fixed value here (shifts by too much give 0 or the sign, float to integer
//     saturates); what traps on some hardware (division by zero, the overflow of a division) is an error.
package sim
