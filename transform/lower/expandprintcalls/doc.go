// Package expandprintcalls has the pass expand-print-calls: calls of the functions of MLIR's runner libraries
// that print become operations, for engines that do not have these functions.
//
// pass.go has the pass and numbers, memory.go the loops that print memory.
package expandprintcalls
