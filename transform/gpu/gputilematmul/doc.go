// Package gputilematmul has the pass gpu-tile-matmul: products of matrices become kernels that stage tiles in
// shared memory and multiply them with tensor cores.
//
// In the order of what happens: problem.go says which products have a kernel, extent.go how large they are,
// tile.go reads the description of tiles and holds it against the limits of a device; launch.go makes the
// kernel and its launch, raster.go says which block makes which part of C, loop.go the loop over tiles with
// the annotations that make it a pipeline. stage.go copies tiles to shared memory, swizzle.go says where in a
// row an element lies, fragment.go loads fragments and multiplies them, result.go reads and writes the
// elements of C. emit.go has the arithmetic that all of them use.
package gputilematmul
