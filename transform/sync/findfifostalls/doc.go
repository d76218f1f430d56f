// Package findfifostalls is the pass find-fifo-stalls: it says which cores and DMA channels of mlir-aie wait
// for ever, for elements of object FIFOs, for locks or for streams.
//
// Each core, each link and each channel of a DMA engine is a process: a sequence of steps, of which the last
// ones may repeat for ever (process.go). resources.go has what the steps wait for. state.go executes steps,
// explore.go makes the graph of all states that matter, and report.go tells of the processes that cannot go
// on from some state of it.
//
// # Which states matter
//
// No process looks at what another one does, so that most steps have the same effect in every order: a step
// that no other process can disable is executed at once. What is left is the acquire of a lock that several
// processes acquire. There every order is tried. The beginnings of endless iterations are states, too, so
// that a process that never waits does not hide what the others do.
package findfifostalls
