// Package check is the static judge of a program's synchronization: which waits are needed, too weak, redundant or
// stronger than necessary, which accesses nothing orders, and how many versions each buffer needs.
//
// It executes the skeleton of a function: loops, conditions, accesses, commits and waits, with index arithmetic but
// without data. Loops that hold no synchronization are summarized by package analysis; the others run iteration by
// iteration until their state repeats, and then whole periods are skipped, exactly. What the skeleton's control flow
// needs and the program does not say (dynamic extents) is tried from 0 up, and data of integer types down from 0, too, until nothing new can happen.
//
// All judgements about memory (which elements, whether they overlap) are those of package analysis, so that the
// transforms and the judge agree.
//
// The functions of a module are checked at the same time (parallel.go); each skeleton has an evaluator of its own. What an
// operation accesses is evaluated once as a formula of the loops around it, and then only numbers are put in (formula.go).
// Buffers (buffer.go), tokens (token.go) and waits (waits.go) have numbers, and what is known of them is in lists.
//
// Operations with tokens have places on chains (clock.go), tokens stand for sets of them (token.go), and asynchronous
// regions that wait are threads (thread.go), tasks take turns (turns.go) and fulfill promises (promise.go). What a wait for tokens alone completes haunts the run as a ghost until an access
// meets it (ghost.go). Control flow without a count is a graph whose blocks run until no state is new (graph.go, profile.go).
//
// What threads of a kernel, or iterations of a parallel loop, do to each other is found by running all of them between
// barriers (kernel.go, simt.go, shadow.go); apart.go tells iterations apart for all extents. What looks wrong because
// a symbol stands for all threads, or a summary for a loop, is looked at more closely (members.go). What does not come to
// repeat itself is looked at by distances (distances.go).
//
// Start reading at Module (module.go), then skeleton.go (what is executed; translate.go makes it), machine.go (how), loop.go
// and skip.go (the shortcut), live.go (what is in flight).
//
// May import: analysis, analysis/kerneleffects, analysis/stall, dialect/task, ir, ir/affine, diag. Dialects are known by the interfaces of ir.OpDef; the few operations that no
// interface describes are known by their names: kernel.go has those of threads.
package check
