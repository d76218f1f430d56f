// Package injectptxasynccopy is the pass inject-ptx-async-copy: it replaces asynchronous copies from global
// to shared memory by cp.async, which the hardware executes while the thread goes on.
//
// In the order of execution: pass.go chooses the queue that cp.async implements. scope.go examines one
// asynchronous operation as a whole. match.go recognizes a copy in it, with address.go for facts about its
// addresses, block.go for copies of blocks, vectorized.go for loops, vectors.go for vectors and zero.go for
// predicates. emit.go emits the copies. A copy that stays synchronous gets a remark from code.go.
// zero.go for predicates; emit.go writes the copies. What stays synchronous gets a remark from code.go.
package injectptxasynccopy
