// Package asynctoasyncruntime has the passes async-func-to-async-runtime and async-to-async-runtime:
// asynchronous functions and tasks become coroutines, and waits in them become suspensions, so that no wait
// of a task blocks a thread (MLIR RFC on async/await, "Lowering to LLVM coroutines"; structure and names as
// in MLIR's passes).
//
// Start reading at coroutine.go, which has the shape of a coroutine. body.go lowers what is in one,
// outline.go makes them of tasks and functions.go of functions; blocking.go lowers what stands outside.
package asynctoasyncruntime
