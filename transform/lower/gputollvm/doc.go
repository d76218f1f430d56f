// Package gputollvm has the pass gpu-to-llvm: what the host has the device do becomes calls of the functions
// of MLIR's CudaRuntimeWrappers.
//
// Start reading at pass.go. scope.go finds what has streams and events of its own, a function or an
// asynchronous region; plan.go decides what waits for what there, and lower.go writes it down; operation.go
// has what an operation itself becomes, launch.go launches, memory.go descriptors and sizes, graph.go graphs
// in the place of streams, tokens.go tokens that flow through control flow, device.go several devices.
package gputollvm
