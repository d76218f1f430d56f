// Package streamtoasync is the pass stream-to-async: programs of IREE's stream dialect become programs of
// async, memref and linalg, so that the simulator, the judge and timed simulation work on them.
//
// Start reading at pass.go. types.go replaces the types, function.go functions, work.go regions of work,
// memory.go what reads and writes memory, dispatch.go work of kernels, body.go code of devices, and wait.go
// timepoints.
package streamtoasync
