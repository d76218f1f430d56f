// Package tensor is the part of MLIR's tensor dialect that makes tensors, reads and changes elements and slices of them, and asks for
// their extents. A tensor is a value: an operation that changes one has the changed tensor as its result.
//
// It imports package ir, its constraints, and diag. element.go has the operations on tensors and single elements, slice.go those on
// slices, dialect.go the table. Of the dialect there are not: generate, pad, concat, gather, scatter, and the operations that change
// the number of dimensions or the encoding.
package tensor
