// Package affine is the table of MLIR's affine dialect: loops, conditions and accesses whose bounds,
// conditions and subscripts are affine in loop variables and symbols.
//
// It imports package ir, its constraints and its affine arithmetic (as aff), and diag. dialect.go has the
// list. for.go, if.go, parallel.go, apply.go, access.go, dma.go and index.go have the operations with their
// syntax and rules. scope.go says which values are dimensions and symbols. compose.go simplifies maps
// together with their operands. fold.go and canonicalize.go have the rewrites. build.go has the functions
// with which passes make operations.
package affine
