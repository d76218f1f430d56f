// Package loweraffine has the pass lower-affine: operations of the affine dialect become scf, arith and
// memref.
//
// transform/internal/expandaffine turns the expressions into arithmetic; each file has the rewrites of a few
// operations. The order of what is made follows MLIR's pass of that name, so that programs print alike.
package loweraffine
