// Package mlprogram is the part of MLIR's ml_program dialect that traced models contain: global values, and
// operations that load and store them. Functions and subgraphs of ml_program, and loads that tokens order,
// are missing.
//
// It imports packages ir, ir/constraint and diag. global.go has the operations, and dialect.go the table.
package mlprogram
