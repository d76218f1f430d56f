// Package index is the table of MLIR's index dialect: arithmetic on values of type index, whose width the
// operations leave open.
//
// It imports packages ir, ir/constraint and diag. ops.go has the operations, verify.go the rule of casts,
// fold.go what is known whatever the width is (compute.go computes it, ranges.go compares), canonicalize.go
// the rewrites.
package index
