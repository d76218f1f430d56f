// Package affinelooptile has the pass affine-loop-tile, which is upstream's. pass.go has the pass, size.go the model of a
// cache that chooses sizes, separate.go the condition that tells full tiles from partial ones. The tiling itself is
// transform/internal/looptile's.
package affinelooptile
