// Package scf is the table of MLIR's scf dialect: structured control flow. Loops and conditions are
// operations with regions, not branches.
//
// It imports package ir, its constraints and affine arithmetic, dialect/arith for constants, and diag. The
// table is in ops.go; syntax.go and the files named after operations have the custom syntax, verify.go the
// rules, interfaces.go how passes see loops and control flow, canonicalize.go the rewrites, build.go what
// passes use to make operations.
package scf
