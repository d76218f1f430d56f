// Package arith is the table of MLIR's arith dialect: integer and floating-point arithmetic, comparisons,
// conversions and constants.
//
// It imports package ir, its constraints, and diag. The table is in ops.go. enums.go has the predicates and
// flags, and verify.go the rules. fold.go has the folds; integer.go, float.go and elements.go compute them on
// constants. canonicalize.go has the rewrites, and build.go the functions with which passes make operations.
package arith
