// Package loopjam unrolls an affine.for by a factor and jams what is repeated: inner loops stay one, with the
// iterations of the outer loop side by side in their bodies.
package loopjam
