// Package complex is the table of MLIR's complex dialect: arithmetic and elementary functions of complex numbers.
//
// It imports package ir, its constraints, and dialect/arith for the flags of floating point.
package complex
