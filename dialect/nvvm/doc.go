// Package nvvm is the table of MLIR's nvvm dialect, whose operations are instructions of PTX on pointers: the
// asynchronous copies, all synchronization, and the products of the tensor cores before tcgen05. tcgen05,
// inline PTX and conversions between number formats are missing.
//
// dialect.go lists the operations. cp.async is in cpasync.go, and bulk copies are in bulk.go. mbarriers are
// in mbarrier.go, and barriers of threads and fences in barrier.go. ldmatrix and stmatrix are in matrix.go,
// and products of matrices in mma.go, sparse.go, wgmma.go and wmma.go. warp.go has the operations of a warp
// together, and registers.go the special registers. prefetch.go has the rules of prefetches. enums.go has the
// enumerations, and target.go the target of a module.
package nvvm
