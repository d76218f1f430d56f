// Package complex is the table of MLIR's complex dialect: arithmetic and elementary functions of complex
// numbers. What they compute is in package complexes.
//
// It imports packages ir, ir/constraint and diag, and dialect/arith for the flags of floating point. ops.go
// has the operations, verify.go the rules of constants and bitcasts, fold.go what is known without computing.
package complex
