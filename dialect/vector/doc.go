// Package vector is the table of MLIR's vector dialect: values of several elements, their arithmetic and
// their way to and from memory.
//
// It imports package ir, its constraints, its affine arithmetic and its syntax, diag, and two dialects:
// arith, whose fast-math flags and constants it uses, and memref for the arithmetic of strides. The tables
// are in access.go (loads and stores, also masked and indexed ones), compress.go (of packed elements),
// transfer.go, shape.go (elements put together, taken out and moved), transpose.go, strided.go, outer.go,
// scan.go, mask.go, maskop.go, reduce.go, contract.go and print.go, each with its operations' syntax and
// rules; position.go has the syntax of positions; effect.go says which elements of memory an access touches;
// fold.go, foldshape.go, tensor.go and canonicalize.go have the rewrites; build.go has what passes make
// operations with. Start reading at dialect.go.
package vector
