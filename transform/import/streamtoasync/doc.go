// Package streamtoasync is the pass stream-to-async: programs of IREE's stream dialect become programs of
// async, memref and linalg, so that the simulator, the judge and timed simulation work on them.
//
// Start reading at pass.go. global.go passes what globals hold from function to function, fence.go lets
// fences be what signals them, types.go replaces the types, function.go functions, work.go regions of work,
// memory.go and constant.go what reads and writes memory, dispatch.go work of kernels, collective.go that of
// several participants and of the host, body.go code of devices, and wait.go timepoints.
package streamtoasync
