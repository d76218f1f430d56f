// Package convertlinalgtoloops has the passes convert-linalg-to-loops, convert-linalg-to-affine-loops and
// convert-linalg-to-parallel-loops: a structured operation on memory becomes a nest of loops around loads,
// its body, and stores.
//
// pass.go has the passes, nest.go the loops, affine.go those of affine, point.go what is done at one point of
// the nest.
package convertlinalgtoloops
