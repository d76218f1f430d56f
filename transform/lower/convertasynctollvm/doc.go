// Package convertasynctollvm has the pass convert-async-to-llvm: the operations of the async runtime become
// calls of it, and those of coroutines LLVM's intrinsics, or accesses to frames where async-coro-split has
// run.
//
// Tokens, values and groups are pointers from here on. Start reading at lower.go, which has the table of
// operations; api.go declares the runtime, coroutine.go and frame.go lower the two forms of coroutines, and
// retype.go changes the types.
package convertasynctollvm
