// Package memref is the table of MLIR's memref dialect: allocation, access and views of memory.
//
// It imports package ir, its constraints and its affine arithmetic, and diag. The tables are in alloc.go,
// access.go, atomic.go, dma.go, view.go, subview.go, reshape.go, query.go and global.go, each with its
// operations' syntax and rules. layout.go has the arithmetic of strides, and fold.go and canonicalize.go have
// the rewrites. build.go has the functions with which passes make operations.
package memref
