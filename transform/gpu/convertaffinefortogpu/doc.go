// Package convertaffinefortogpu has the pass convert-affine-for-to-gpu: the outermost affine loops of a
// function become launches of kernels, as with MLIR's pass of that name, where their iterations do not depend
// on each other.
package convertaffinefortogpu
