// Package mlprogram is the part of MLIR's ml_program dialect that traced models have: global values, and
// operations that load and store them. Functions and subgraphs of ml_program and loads in order of tokens are
// not there.
//
// It imports packages ir, ir/constraint and diag. global.go has the operations, dialect.go the table.
package mlprogram
