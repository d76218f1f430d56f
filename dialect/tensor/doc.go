// Package tensor is MLIR's tensor dialect: operations that make tensors, read and change elements and slices
// of them, give them other shapes, and ask for their extents. A tensor is a value: an operation that changes
// a tensor has the changed tensor as its result.
//
// It imports package ir, its constraints, dialect/internal/reassociation and diag. dialect.go has the table.
// element.go has the operations on tensors and single elements, slice.go those on slices, and gather.go those
// on several slices at once. generate.go has those whose elements a body computes. reshape.go has those that
// change dimensions or the type of elements. concat.go has the concatenation, and fold.go the folds.
package tensor
