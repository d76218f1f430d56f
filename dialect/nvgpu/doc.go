// Package nvgpu is the table of MLIR's nvgpu dialect: the asynchronous and the collective operations of the
// threads of a GPU, on memrefs and vectors.
//
// dialect.go lists the operations. Asynchronous copies and their groups are in async.go, fragments of
// matrices in matrix.go, and mbarriers in barrier.go. The tiles that the tensor memory accelerator copies are
// in tma.go, and the operations of four warps in warpgroup.go. types.go has the types and enumerations, and
// space.go the memory spaces. build.go has the functions with which passes make operations.
package nvgpu
