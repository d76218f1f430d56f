// Package index is the table of MLIR's index dialect: arithmetic on values of type index. The operations do
// not determine the width of that type.
//
// It imports packages ir, ir/constraint and diag. ops.go has the operations, and verify.go the rule of casts.
// fold.go has the folds that hold for every width: compute.go computes them, and ranges.go compares.
// canonicalize.go has the rewrites.
package index
