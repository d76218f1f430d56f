// Package complex is the table of MLIR's complex dialect: arithmetic and elementary functions of complex
// numbers. No engine executes them: Refuse says so for each, and which conversion of mlir-opt makes something
// of them that engines execute.
//
// It imports packages ir, ir/constraint and diag, and dialect/arith for the flags of floating point. ops.go
// has the operations, verify.go the rules of constants and bitcasts, fold.go what is known without computing,
// refuse.go what engines say.
package complex
