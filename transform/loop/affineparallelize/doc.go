// Package affineparallelize has the pass affine-parallelize: affine loops whose iterations do not depend on
// each other become affine.parallel, as with MLIR's pass of that name. Which loops these are
// transform/internal/affineloop says, exactly where subscripts, bounds and conditions are affine.
package affineparallelize
