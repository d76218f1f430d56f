// Package coro is the table of Inflight's dialect of coroutines that are split: what async-coro-split makes
// of functions with async.coro operations. A coroutine is a ramp, which the program calls, and a function
// that goes on where it was suspended. What both need lies in a frame: memory with one slot per value, whose
// types a coro.layout lists.
//
// Upstream has no form of a coroutine between LLVM's intrinsics and machine code; targets without those
// intrinsics need one.
//
// types.go has the type of frames, ops.go the operations and build.go functions that make them.
package coro
