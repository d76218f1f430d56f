// Package nvvm is the table of MLIR's nvvm dialect as far as the groups of cp.async go.
//
// Everything is in cpasync.go.
//
// May import: ir and its constraints.
package nvvm
