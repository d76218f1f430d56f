// Package convertvectortollvm has the pass convert-vector-to-llvm, for the operations that kernels are
// vectorized with. A vector of several dimensions is an array of vectors in LLVM.
//
// vectortollvm.go has the pass. Its first half, on vectors of the dialect, is in rewrite.go (with
// transfer.go: transfers and masks, rearrange.go: transpositions, casts of shapes and slices); its second
// half, which makes the llvm dialect, in memory.go (accesses), shape.go (what moves elements) and
// reduction.go (what combines them).
package convertvectortollvm
