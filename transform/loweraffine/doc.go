// Package loweraffine has the pass lower-affine: operations of the affine dialect become scf, arith and memref.
//
// expand.go turns affine expressions into arithmetic, exactly: mod, floordiv and ceildiv round as the affine
// dialect defines them, whatever the signs. The other files have one rewrite per operation. The order of what
// is made follows MLIR's pass of that name, so that programs print alike.
package loweraffine
