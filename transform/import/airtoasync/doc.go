// Package airtoasync is the pass air-to-async: programs of mlir-air become asynchronous regions with tokens
// and copies, which the judge, the simulator and the engines know.
//
// A function is executed symbolically, once for each tile and each iteration. Start reading at expand.go,
// which walks the operations. hierarchy.go executes a launch, a segment and a herd once per index, loop.go
// follows control flow, execute.go has asynchronous regions, copy.go strided copies, and channel.go pairs
// puts with gets. What they make is a graph of tasks (graph.go), which emit.go writes in an order in which
// each task stands behind those that it waits for. If there is none, the tasks wait for each other, which is
// an error.
//
// # Decisions
//
// Threads. A launch, a segment and a herd have a thread of control per index, and each task of it starts
// after those that the thread has waited for. What the thread does itself between two waits is a task, too.
// The function's own thread stays what it is: its waits are waits.
//
// Nested work. The token of a region is complete when all work in it is, whether the region waits for it or
// not.
//
// Channels. The n-th put on a channel pairs with the n-th get from it. A put copies to a slot, and starts
// when the put before is done and a slot is free; a get copies from the slot. The channels that one launch
// alone uses exist once per index of the launch. If several threads put on one channel, or get from it,
// something must order them.
//
// Memory. A buffer that an air.execute allocates exists from the start, and the task writes all of it: an
// access that is not ordered after the task is a hazard. What is computed without memory is computed at the
// beginning.
package airtoasync
