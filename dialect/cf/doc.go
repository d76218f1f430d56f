// Package cf is the table of MLIR's cf dialect: branches between the blocks of a region.
//
// It imports package ir, its constraints, dialect/arith for constants, and diag. ops.go has the table,
// syntax.go the syntax of cf.switch, and canonicalize.go the rewrites.
package cf
