// Package vectortollvm has the pass convert-vector-to-llvm, for the operations that kernels are vectorized with: accesses to
// consecutive elements, with masks or without, broadcasts, extraction and insertion, shuffles, fused multiplication and addition,
// reductions. A vector of several dimensions is an array of vectors in LLVM. Transfers that may leave the memory or permute,
// contractions, gathers, and what else moves elements across dimensions stay.
//
// vectortollvm.go has the pass, memory.go the accesses, shape.go what moves elements, reduction.go what combines them.
package vectortollvm
