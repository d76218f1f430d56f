// Package expandaffine turns affine expressions into arithmetic, exactly: mod, floordiv and ceildiv round as
// the affine dialect defines them, whatever the signs. The order of what is made follows MLIR, so that
// programs print alike.
package expandaffine
