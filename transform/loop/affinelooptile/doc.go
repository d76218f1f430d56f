// Package affinelooptile has the pass affine-loop-tile, which is upstream's, but that it leaves nests alone
// that would compute something else. pass.go has the pass, size.go the sizes that follow from a cache,
// separate.go the condition that tells full tiles from partial ones. The tiling itself is
// transform/loop/internal/looptile's.
package affinelooptile
