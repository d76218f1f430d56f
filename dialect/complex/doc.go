// Package complex is the table of MLIR's complex dialect: arithmetic and elementary functions of complex
// numbers. Package complexes computes them.
//
// It imports packages ir, ir/constraint and diag, and dialect/arith for the flags of floating point. ops.go
// has the operations, verify.go the rules of constants and bitcasts, and fold.go the folds that need no
// arithmetic.
package complex
