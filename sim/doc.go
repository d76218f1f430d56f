// Package sim runs programs on the abstract machine that every transform and target is judged against.
//
// Compile turns a function and what it calls into register programs; Run executes them with given arguments
// in one of several modes, which differ in when asynchronous operations make progress. Whatever the mode,
// hazards are found by happens-before: two accesses to overlapping bytes, one a write, that neither program
// order, nor an issue, a wait, a token or a barrier orders are reported even if this run happened to get the
// right answer.
//
// It imports ir, ir/affine, diag, timed (record.go tells it what a run does) and, for operands and types, the
// dialects that it executes; it knows operations by their names. One file per dialect says how its operations
// execute (arith.go, math.go, cf.go, scf.go, memref.go with atomic.go and dma.go, affine.go, linalg.go,
// function.go, pipeline.go with dmaqueue.go, async.go, promise.go and turn.go for task, gpu.go with
// collective.go, nvgpu.go with mbarrier.go, tma.go and mma.go, and vectoraccess.go, vectorshape.go and
// vectorreduce.go; vector.go says what a vector is). Start reading at compile.go for how a function becomes a
// register program, then thread.go for what runs it, queue.go and task.go for the asynchronous operations,
// launch.go for the threads of kernels, schedule.go for who runs when, access.go for what is told to
// package shadow, which decides races, and hazard.go for what package hazard is told to report.
//
// # Happens-before
//
// Queues and parallel loops order strands along the tree in which they were issued; package happens walks it.
// Tokens and barriers order them across it: what a strand has learned that way is a vector clock beside the
// tree, a persistent radix tree whose subtrees strands share. A strand that has learned nothing has none, so
// that programs without tokens pay for a nil check. An access is ordered before the present of a strand if
// the tree says so, or if the clock knows the strand of the access, or one that it was joined into, up to it.
//
// # Decisions where the machine's definition leaves room
//
// Queues and memory:
//   - An operation that an asynchronous operation issues and does not wait for is not complete when the outer
//     one is; nothing can wait for it any more, so it is reported as in flight at the end.
//   - Queues belong to the thread of control, also across calls: only the end of the entry function, or of an
//     asynchronous operation, a task, a thread of a kernel or a parallel iteration, is an end that groups can
//     be in flight at.
//   - Memory that was never written holds bytes 0xFF, so that wrong results show.
//   - A memref layout that is not strided is stored in row-major order of the logical shape.
//
// Tasks:
//   - An assertion (cf.assert) that does not hold in a task, or in a function that it calls, resolves the
//     task to an error. What depends on it or awaits it in a task is skipped from there on and has the same
//     first cause; of several, that of the first operand. Where the entry function awaits an error, the run
//     stops. An error that nobody awaits stops it at the end. Every other mistake (bounds, division by zero,
//     freed memory) stops the run wherever it happens.
//   - A program that asks async.runtime.is_error deals with errors itself: one that nobody awaits does not
//     stop it.
//   - async.await_all waits for as many tokens as async.create_group says, and knows what happened before
//     each was added. One token more is an error, one less a wait that cannot end.
//   - A token that nobody awaits is a mistake only if its task touches memory that outlives the run.
//   - The memory of an asynchronous gpu.alloc exists at once, but using it is a race unless its token comes
//     before.
//   - The entry function neither takes nor returns tokens.
//   - async.runtime.num_worker_threads says 4. How many tasks run at once is for the mode to say.
//   - The thread that executes a structured operation of linalg visits its points in order, whatever its
//     loops are.
//
// Promises and turns:
//   - task.fulfill tells what happened before it, task.any what happened before the one operand that it is
//     ready with, and task.is_complete what happened before if it says yes. Polling lets others get on.
//   - An error that task.fail makes, and what is skipped because of it, is no error of the run unless the
//     entry function awaits it.
//   - A resource orders what its holders do, and not who is first: the mode says. A queue orders by what its
//     order promises.
//   - An event from outside is a task of nothing, which ends whenever the mode lets it; it tells nothing of
//     what happened before.
//   - In Timed mode the first of several is the first in the sequential program.
//
// Kernels:
//   - The sequential program runs blocks in order, and the threads of a block in order, from barrier to
//     barrier.
//   - Nothing orders two blocks of a grid. All accesses of a kernel happen before its end.
//   - A barrier must be reached by all threads of a block, at the same operation; that some have ended or
//     wait elsewhere is an error. So it is for what a warp does together; a warp has 32 threads, the last of
//     a block maybe fewer.
//   - memref.alloc and alloca in shared memory, memref.get_global of such a global, and
//     nvgpu.mbarrier.create, give all threads of a block the same memory; it lives as long as the block, and
//     deallocating it does nothing.
//   - What a warp computes together orders no memory. ldmatrix reads, for each thread, the elements that the
//     thread receives. mma.sync rounds once per element of the result.
//   - A barrier in shared memory orders as its phases complete: initializing it is a write to it, all else an
//     atomic update. nvgpu.mbarrier.try_wait.parity waits as long as it takes. Polling lets others get on.
//   - Fences and proxies are not modeled: a barrier or a wait orders accesses of every kind.
//
// Values:
//   - A vector is as many scalars; what works on it counts as a step per element, but takes the time of one
//     operation, an access to memory that of all elements. A gather may leave the last dimension of memory
//     without gaps, an element outside of a transfer's memory is one before its start as well as one behind
//     its end, and sums begin at the first element.
//   - What LLVM calls poison is a fixed value here (shifts by too much give 0 or the sign, float to integer
//     saturates); what traps on some hardware (division by zero, the overflow of a division) is an error.
//
// In Timed mode tasks and blocks have as many units as they need, and a timeline shows the first thread of a
// kernel.
package sim
