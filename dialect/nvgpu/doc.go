// Package nvgpu is the table of MLIR's nvgpu dialect: what the threads of a GPU do asynchronously and
// together, on memrefs and vectors.
//
// dialect.go lists the operations: asynchronous copies and their groups are in async.go, fragments of
// matrices in matrix.go, barriers in shared memory in barrier.go, tiles that the tensor memory accelerator
// copies in tma.go, and the operations of four warps in warpgroup.go. types.go has the types and
// enumerations, space.go memory spaces; build.go has what passes make operations with.
package nvgpu
