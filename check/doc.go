// Package check is the static judge of a program's synchronization. It says which waits are needed, too weak,
// redundant or stronger than necessary, which accesses nothing orders, and how many versions each buffer
// needs.
//
// The judge executes the skeleton of a function (check/internal/skeleton) on the abstract machine
// (check/internal/machine). Loops run iteration by iteration until their state repeats, and then whole
// periods are skipped, exactly. Sizes on which the control flow of the skeleton depends, and that are not
// known (dynamic extents), are tried from 0 up until larger ones make no difference; data of integer types is
// tried downwards from 0 as well. Every wait is judged by runs with a larger count or without the wait. To
// find hazards between threads of a kernel, or between iterations of a parallel loop, all of them are
// executed between barriers (check/internal/simt).
//
// Package analysis decides which elements an access has and whether accesses overlap, so that the transforms
// and the judge agree. The judge knows dialects by the interfaces of ir.OpDef. It knows a few operations that
// no interface describes by name (check/internal/source, check/internal/kernel).
//
// Start reading at Module (module.go), then extents.go (which sizes are tried), waits.go (the verdict on a
// wait) and report.go. The functions of a module are checked at the same time (parallel.go). A hazard that is
// found with a symbolic thread index, or with a summarized loop, is checked again for each thread and each
// iteration (members.go). If larger sizes continue to make a difference, a proof is tried that compares
// iterations by their distance (distances.go).
//
// # Decisions
//
// Sizes. If only the quotient of a size by a constant is used, or only its low bits as a narrower integer,
// the judge tries values of that quotient or of those bits. If sizes are divided or masked in other ways,
// correspondingly more sizes are tried. At size 32 a look by distances may decide all larger sizes. If it
// does not, and a size beyond 1024 (Options.MaxExtent) would have to be tried, the verdict is NOT COMPLETE.
//
// Assumptions. Package analysis assumes that sizes are small if it has to know whether arithmetic on them
// wraps around. If an argument or the variable of a loop is larger, the check starts again without the
// assumption. The line "assumed" of a verdict has the assumptions, except the one that 64 bits are enough for
// numbers of iterations and elements.
//
// A look by distances. Loops whose subscripts repeat late or never (minima, bits, products, remainders modulo
// different numbers) are executed once more. Accesses are then known only by their iterations, and
// analysis.Meeting says whether two accesses at a distance of some iterations meet. A loop repeats its state
// as soon as the same operations are in flight at the same distances. If this look finds no hazard, there is
// none for any size. A hazard that it finds may not exist, and is not reported. The look does not decide
// programs whose waits stand under conditions that do not repeat, products of two numbers of a loop, bits of
// two numbers of more than 8 bits, and questions that take too many steps. If a wait seems redundant or too
// strong in the sizes that were tried, it gets that verdict only if this look confirms it.
//
// A closer look. If the first look finds a hazard or is not complete, the function is looked at again: with
// all iterations of loops that the first look summarizes, and once for each thread of a kernel instead of
// with a symbol for all threads. A hazard that only the summary or the symbol has caused disappears. A hazard
// that remains is reported as the first look found it.
//
// Names of buffers. Where a condition, a loop or a branch chooses between buffers, the value that it hands on
// is a name for several of them. The check keeps the number of the buffer that a name stands for, as it keeps
// integers that control flow hands on, and judges an access through the name for each buffer that it may
// stand for then. A name of more buffers than it can tell apart stands for any memory.
//
// Calls and kernels. A function is judged with the buffers that each call passes. If a call passes a part of
// a buffer whose place and extents are numbers, accesses keep their subscripts; of another part, the check
// takes any element of the buffer to be accessed. The check knows the effect of a kernel on each of its
// arguments (analysis/kerneleffects). Tasks on a queue wait for the task in front of them. A promise is the
// end of a part of the task that fulfills it. Of promises, queues of tasks, resources and events the check
// finds waits that cannot end in any execution (analysis/stall). It does not follow other order that they
// create, and the verdict says so.
//
// Loops that are bound to threads are judged after package inflight has made launches of them, with barriers
// (Module.Threads).
//
// # What it does not judge
//
// The verdict is NOT COMPLETE, with the reason, for these programs: recursion deeper than the skeleton
// follows; coroutines and calls of the asynchronous runtime that asynchronous operations were lowered to;
// loops with an unknown trip count and numbers that never repeat; kernels whose size is not constant
// (known_block_size), that have more than 2048 threads, or whose conditions and subscripts depend on data.
//
// The check runs the first block of a grid, and does not look for hazards between blocks. It judges kernels
// and parallel loops even if no execution reaches them, except in loops without iterations. It does not
// distinguish transfers with tags (dma_start); only a transfer for whose tag nothing waits is an error.
// Memory in an !async.value that a loop carries counts as unknown memory, which can cause a false alarm. The
// simulator finds such hazards in the executions it is given.
package check
