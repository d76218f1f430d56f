// Package tensor is MLIR's tensor dialect but for gather and scatter: operations that make tensors, read and
// change elements and slices of them, give them other shapes, and ask for their extents. A tensor is a value:
// an operation that changes one has the changed tensor as its result.
//
// It imports package ir, its constraints, dialect/internal/reassociation and diag. element.go has the
// operations on tensors and single elements, slice.go those on slices, generate.go those whose elements a
// body computes, reshape.go those that change dimensions or the type of elements, concat.go the
// concatenation, fold.go what is known while compiling, dialect.go the table.
package tensor
