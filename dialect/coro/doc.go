// Package coro is the table of Inflight's dialect of coroutines that are split. async-coro-split makes them
// of functions with async.coro operations. A coroutine becomes two functions: a ramp, which the program
// calls, and a function that continues where the coroutine was suspended. The values that both need lie in a
// frame: memory with one slot for each value, whose types a coro.layout lists.
//
// Upstream has no form of a coroutine between LLVM's intrinsics and machine code. Targets without those
// intrinsics need one.
//
// types.go has the type of frames, ops.go the operations and build.go functions that make them.
package coro
