// Package math is the table of MLIR's math dialect: elementary functions of floats and bit counts of
// integers.
//
// It imports package ir, its constraints, and dialect/arith for flags and constants. The table is in ops.go;
// the folding of operations on constants is in fold.go.
package math
