// Package nvvm is the table of MLIR's nvvm dialect, whose operations are instructions of PTX on pointers: the
// asynchronous copies and all that synchronizes, and the products of the tensor cores before tcgen05. It has
// no wmma, no tcgen05, no inline PTX and no conversions between number formats.
//
// dialect.go lists the operations: cp.async is in cpasync.go, bulk copies in bulk.go, barriers in memory in
// mbarrier.go, barriers of threads and fences in barrier.go, ldmatrix and stmatrix in matrix.go, products of
// matrices in mma.go, sparse.go and wgmma.go, what a warp does together in warp.go, special registers in
// registers.go; enums.go has the enumerations.
package nvvm
