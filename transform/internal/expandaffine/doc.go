// Package expandaffine expands affine expressions to exact arithmetic: mod, floordiv and ceildiv round as the
// affine dialect defines them, for any signs. The order of operations follows MLIR, so that programs print
// the same.
package expandaffine
