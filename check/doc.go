// Package check is the static judge of a program's synchronization: which waits are needed, too weak,
// redundant or stronger than necessary, which accesses nothing orders, and how many versions each buffer
// needs.
//
// It executes the skeleton of a function (check/internal/skeleton) on the abstract machine
// (check/internal/machine): loops run iteration by iteration until their state repeats, and then whole
// periods are skipped, exactly. What the skeleton's control flow needs and the program does not say (dynamic
// extents) is tried from 0 up, and data of integer types down from 0, too, until nothing new can happen.
// Every wait is judged by runs with a larger count, or without it. What threads of a kernel, or iterations of
// a parallel loop, do to each other is found by running all of them between barriers (check/internal/simt).
//
// All judgements about memory (which elements, whether they overlap) are those of package analysis, so that
// the transforms and the judge agree. Dialects are known by the interfaces of ir.OpDef; the few operations
// that no interface describes are known by their names (check/internal/source, check/internal/kernel).
//
// Start reading at Module (module.go), then extents.go (which sizes are tried), waits.go (the verdict of a
// wait) and report.go. The functions of a module are checked at the same time (parallel.go). A hazard that is
// found with a symbolic thread index, or with a summarized loop, is checked again for each thread and each
// iteration (members.go). Where sizes do not come to repeat themselves, a proof is tried that compares
// iterations by their distance (distances.go).
//
// # Decisions
//
// Sizes. A size of which only the quotient by a constant is used, or only the low bits as a narrower integer,
// is tried as that quotient or those bits. Where sizes are divided or masked in other ways, so many more
// sizes are tried. From 32 sizes on a look by distances may decide all others. Where it does not, and a size
// beyond 1024 (Options.MaxExtent) would have to be tried, the verdict is NOT COMPLETE.
//
// Assumptions. Package analysis assumes that sizes are small where it has to know whether arithmetic on them
// wraps around. Where an argument or the variable of a loop turns out to be larger, the check starts over
// without the assumption. The line "assumed" of a verdict says what was assumed, but for 64 bits of what
// loops and memory count.
//
// A look by distances. Loops whose subscripts repeat themselves late or never (minima, bits, products,
// remainders by different numbers) are executed once more, with accesses that are known by their iterations
// alone. analysis.Meeting says whether two accesses meet that are so many iterations apart. Loops then repeat
// themselves as soon as what is in flight does. Where this look finds no hazard, there is none for any size;
// what it finds need not be a hazard, and is not reported. Left open are programs whose waits stand under
// conditions that do not repeat themselves, products of two numbers of a loop, bits of two numbers of more
// than 8 bits, and questions that take too many steps. A wait that seems redundant, or too strong, in the
// sizes that were tried is called so only if this look shows it.
//
// A closer look. What looks wrong, or cannot be followed to the end, is looked at again: with all iterations
// of loops that the first look summarizes, and once for each thread of a kernel instead of with a symbol for
// all threads. A hazard that only the summary or the symbol has made is gone then. A hazard that stays is
// reported as the first look found it.
//
// Calls and kernels. Of a kernel the check knows what it does to each argument (analysis/kerneleffects).
// Tasks on a queue wait for the task before. A promise is the end of a part of the task that fulfills it. Of
// promises, queues of tasks, resources and events only waits that cannot end in any execution are found
// (analysis/stall); what else they order is not followed, and the verdict says so.
//
// Loops that are bound to threads are judged as package inflight has made launches of them, with their
// barriers (Module.Threads).
//
// # What it does not judge
//
// The verdict is NOT COMPLETE, with the reason, for recursion that goes deeper than the skeleton follows;
// coroutines, and calls of the asynchronous runtime, that asynchronous operations were lowered to; loops of
// unknown count with numbers that never repeat; kernels whose size is not constant (known_block_size), with
// more than 2048 threads, or whose conditions and subscripts depend on data.
//
// Of the blocks of a grid the check runs the first, and does not look for races between blocks. Kernels and
// parallel loops are judged wherever they stand, also where no execution gets to them, but for loops of no
// iterations. Transfers with tags (dma_start) are not told apart: only a transfer whose tag nothing waits for
// is an error. Memory in an !async.value that a loop carries may be any memory, which can give a false alarm.
// The simulator finds these in the executions it is given.
package check
