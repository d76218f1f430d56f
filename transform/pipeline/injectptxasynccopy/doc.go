// Package injectptxasynccopy is the pass inject-ptx-async-copy: asynchronous copies from global to shared
// memory become cp.async, the copies that the hardware does while a thread goes on.
//
// In the order of what happens: pass.go picks the queue that cp.async stands for, scope.go looks at one
// asynchronous operation as a whole, match.go recognizes a copy in it, with address.go for what is known
// about its addresses, block.go for copies of blocks, vectorized.go for loops, vectors.go for vectors and
// zero.go for predicates; emit.go writes the copies. What stays synchronous gets a remark from code.go.
package injectptxasynccopy
