// Package sim runs programs on the abstract machine. Every transform and target is compared with it.
//
// Compile turns a function and the functions that it calls into register programs; Run executes them with
// given arguments in one of several modes. The modes differ in when asynchronous operations make progress. In
// every mode, hazards are found by happens-before: two accesses to overlapping bytes, one of them a write,
// are reported if neither program order, nor an issue, a wait, a token or a barrier orders them, even if this
// run gave the right result.
//
// It finds operations by their names. One file per dialect defines how its operations execute (arith.go,
// math.go, cf.go, scf.go, memref.go with atomic.go and dma.go, affine.go, linalg.go, function.go, pipeline.go
// with dmaqueue.go, async.go, promise.go and turn.go for task, gpu.go with collective.go, nvgpu.go with
// mbarrier.go, tma.go and mma.go, and vectoraccess.go, vectorshape.go and vectorreduce.go; vector.go defines
// the registers of a vector). Start reading at compile.go, which turns a function into a register program,
// then thread.go, which executes it. Then read queue.go and task.go for the asynchronous operations,
// launch.go for the threads of kernels, and schedule.go for the order in which threads run. access.go reports
// accesses to package shadow, which decides races; hazard.go reports hazards to package hazard.
//
// # Happens-before
//
// Queues and parallel loops order strands along the tree in which they were issued; package happens follows
// that tree. Tokens and barriers order strands across the tree: a vector clock beside the tree keeps what a
// strand has learned from them. It is a persistent radix tree, whose subtrees strands share. A strand that
// has learned nothing has no clock, so that programs without tokens only pay for a nil check. An access is
// ordered before the present of a strand if the tree orders it so, or if the clock has an epoch behind the
// access for the strand of the access, or for a strand that this one was joined into.
//
// # Decisions where the machine's definition leaves room
//
// Queues and memory:
//   - An operation that an asynchronous operation issues and does not wait for is not complete when the outer
//     one is. No later wait can complete it, so it is reported as in flight at the end.
//   - Queues belong to a thread of control, also across calls. Only the end of the entry function, of an
//     asynchronous operation, of a task, of a thread of a kernel or of a parallel iteration is an end at
//     which groups can be in flight.
//   - Memory that was never written holds bytes 0xFF, so that wrong results show.
//   - Memory whose memref layout is not strided is stored in row-major order of the logical shape.
//
// Tasks:
//   - An assertion (cf.assert) that fails in a task, or in a function that the task calls, resolves the task
//     to an error. A task that depends on it or awaits it skips the rest of its body and has the same first
//     cause; of several causes, that of the first operand. If the entry function awaits an error, the run
//     stops. An error that nothing awaits stops the run at the end. Every other mistake (bounds, division by
//     zero, freed memory) stops the run wherever it happens.
//   - A program that executes async.runtime.is_error handles errors itself: an error that nothing awaits does
//     not stop it.
//   - async.await_all waits for the number of tokens that async.create_group gives, and its thread then knows
//     what happened before each addition. One token more is an error; with one token less the wait cannot
//     end.
//   - A token that nothing awaits is a mistake only if its task accesses memory that outlives the run.
//   - The memory of an asynchronous gpu.alloc exists at once, but an access to it is a race unless the token
//     orders it after the allocation.
//   - The entry function neither takes nor returns tokens.
//   - async.runtime.num_worker_threads returns 4. The mode decides how many tasks run at once.
//   - The thread that executes a structured operation of linalg visits its points in order, whatever the
//     kinds of its loops.
//
// Promises and turns:
//   - task.fulfill orders everything before it in front of the waits for its promise. task.any orders only
//     what happened before the one operand that made it ready. task.is_complete orders what happened before
//     the end of its operand if the answer is yes. Polling lets other threads run.
//   - An error that task.fail makes, and a task that is skipped because of it, is no error of the run unless
//     the entry function awaits it.
//   - A resource orders its holders one after the other; the mode decides which one is first. A queue orders
//     its tasks as far as its completion order promises.
//   - An event from outside is a task without a body. It ends when the mode lets it end, and orders nothing
//     that happened before.
//   - In Timed mode the first of several completions is the first one of the sequential program.
//
// Kernels:
//   - The sequential program runs blocks in order, and the threads of a block in order, from barrier to
//     barrier.
//   - Nothing orders two blocks of a grid. All accesses of a kernel happen before its end.
//   - All threads of a block must reach a barrier, at the same operation. If some of them have ended or wait
//     at another operation, that is an error. The same holds for collective operations of a warp. A warp has
//     32 threads; the last warp of a block may have fewer.
//   - memref.alloc and alloca in shared memory, memref.get_global of a global in shared memory, and
//     nvgpu.mbarrier.create give all threads of a block the same memory. It lives as long as the block, and
//     its deallocation has no effect.
//   - A collective operation of a warp orders no memory. ldmatrix reads, for each thread, the elements that
//     the thread receives. mma.sync rounds once per element of the result.
//   - An mbarrier in shared memory orders accesses as its phases complete. Its initialization is a write to
//     it, and every other operation on it is an atomic update. nvgpu.mbarrier.try_wait.parity waits until the
//     phase is complete. Polling lets other threads run.
//   - Fences and proxies are not modeled: a barrier or a wait orders accesses of every kind.
//
// Values:
//   - A vector is a number of scalars. An operation on a vector counts as one step per element, but takes the
//     time of one operation; an access to memory takes the time of all elements. A gather may leave the last
//     dimension of memory without gaps. An element before the start of a transfer's memory is outside of it,
//     as one behind the end is. Sums begin at the first element.
//   - Where LLVM has poison, the simulator has a fixed value: a shift by too much gives 0 or the sign, and a
//     conversion from float to integer saturates. An operation that traps on some hardware (division by zero,
//     overflow of a division) is an error.
//
// In Timed mode tasks and blocks have as many units as they need, and a timeline shows only the first thread
// of a kernel.
package sim
