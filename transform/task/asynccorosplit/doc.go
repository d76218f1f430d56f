// Package asynccorosplit has the pass async-coro-split: coroutines become state machines, for engines without
// the passes that LLVM has for its coroutine intrinsics.
//
// A coroutine is split into the ramp, which is called, and a function that goes on where the coroutine was
// suspended. Values that are needed across a suspension live in a frame (package dialect/coro). The ramp
// makes the frame where it has to be suspended, and not at all if everything that it awaits is resolved. The
// other function stores values where they are defined, and loads them in every other block that uses them.
// Values that are never needed in one block share a slot.
//
// Start reading at split.go; form.go refuses coroutines of another form; crossing.go finds the values that
// need a slot and slots.go places them; memory.go takes memory off the stack; ramp.go and going.go lower the
// two functions.
package asynccorosplit
