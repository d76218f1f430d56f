// Package affineloopfusion has the pass affine-loop-fusion, for the purpose of MLIR's pass of that name: a
// nest of affine loops that computes what another nest needs, or that reads the same, goes into the loops of
// that nest.
//
// pass.go has the pass and the order in which nests are tried; find.go says which nests come into question,
// and where the fused nest may stand; slice.go says which iterations of one nest an iteration of the other
// needs; legal.go proves that the program computes the same; fuse.go rewrites; private.go makes buffers
// smaller of which an iteration needs a part.
package affineloopfusion
