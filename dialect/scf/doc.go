// Package scf is the table of MLIR's scf dialect: structured control flow. Loops and conditions are
// operations with regions, not branches.
//
// It imports package ir, its constraints and affine arithmetic, dialect/arith for constants, and diag. The
// table is in ops.go. syntax.go and the files named after operations have the custom syntax, and verify.go
// the rules. interfaces.go tells passes about loops and control flow. canonicalize.go has the rewrites, and
// build.go the functions with which passes make operations.
package scf
