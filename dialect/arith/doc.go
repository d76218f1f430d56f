// Package arith is the table of MLIR's arith dialect: integer and floating-point arithmetic, comparisons,
// conversions and constants.
//
// It imports package ir, its constraints, and diag. The table is in ops.go; enums.go has the predicates and
// flags, verify.go the rules, fold.go and the files beside it what the operations compute (integer.go,
// float.go, elements.go), canonicalize.go the rewrites, build.go what passes use to make operations.
package arith
