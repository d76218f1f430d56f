// Package vector is the table of MLIR's vector dialect: values of several elements, their arithmetic, and
// their loads and stores.
//
// It imports package ir, its constraints, its affine arithmetic and its syntax, diag, and two dialects: arith
// for its fast-math flags and constants, and memref for the arithmetic of strides.
//
// Start reading at dialect.go. The tables are in access.go (loads and stores, also masked and indexed ones),
// compress.go (those of packed elements), transfer.go, shape.go (elements put together, taken out and moved),
// transpose.go, strided.go, outer.go, scan.go, mask.go, maskop.go, reduce.go, contract.go, print.go and
// typecast.go. Each has its operations' syntax and rules. position.go has the syntax of positions. effect.go
// says which elements of memory an access touches. fold.go, foldshape.go, tensor.go and canonicalize.go have
// the rewrites. build.go has the functions with which passes make operations.
package vector
