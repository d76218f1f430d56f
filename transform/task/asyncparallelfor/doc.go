// Package asyncparallelfor has the pass async-parallel-for: the iterations of a parallel loop are divided
// into blocks, and blocks run as asynchronous tasks.
//
// What a loop becomes follows MLIR's pass of that name. A function parallel_compute_fn runs one block: it
// finds the first and the last point of the block in the nest and walks from one to the other. A function
// async_dispatch_fn halves a range of blocks, hands one half to a task that calls it again, and goes on with
// the other until one block is left, which it runs itself. Where inner loops have few iterations, a second
// function, parallel_compute_fn_with_aligned_loops, runs blocks that hold whole inner loops, whose bounds are
// then constants.
//
// Start reading at convert.go for one loop; trips.go counts iterations, cost.go estimates the work of one,
// block.go decides the size of a block, compute.go and dispatch.go make the functions, reduce.go combines
// what the blocks have computed.
//
// # Decisions
//
// Too little work runs inline. In front of everything else stands one comparison: a loop that does less than
// a task is worth (min-task-work, or min-task-size iterations) runs as the sequential loop it was, in place,
// before a group or a token exists. The work of an iteration is estimated where the pass runs; extents of
// inner loops that are known only at run time enter as values.
//
// Results do not depend on the number of workers. A loop with reductions has as many blocks as its number of
// iterations, the estimated work and the options say, never the workers; each block reduces its own
// iterations in order, and the caller combines the initial value and the results of the blocks in the order
// of the blocks. So only associativity is used.
//
// Blocks are the unit of parallelism. A parallel loop in the body of another runs in order within the block,
// because a task that blocks for others would take a thread from them; where the outer loop runs inline, the
// inner one may become tasks.
//
// Extents are clamped at zero one by one, and a count of blocks belongs to the size of a block that it is
// used with: upstream runs iterations that do not exist, and iterations more than once (testdata/upstream has
// the programs).
package asyncparallelfor
