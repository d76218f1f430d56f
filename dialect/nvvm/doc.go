// Package nvvm is the table of MLIR's nvvm dialect, whose operations are instructions of PTX on pointers: the asynchronous
// copies and all that synchronizes, without the tensor cores' products (mma, wgmma.mma_async, tcgen05), inline PTX and
// conversions between number formats.
//
// dialect.go lists the operations: cp.async is in cpasync.go, bulk copies in bulk.go, barriers in memory in mbarrier.go,
// barriers of threads and fences in barrier.go, ldmatrix and stmatrix in matrix.go, what a warp does together in warp.go,
// special registers in registers.go; enums.go has the enumerations.
//
// May import: dialect/llvm for pointers and structs, ir and its constraints, diag.
package nvvm
