// Package linalgtoloops has the passes convert-linalg-to-loops and convert-linalg-to-parallel-loops: a structured operation on
// memory becomes a nest of loops around loads, its body, and stores.
//
// pass.go has the passes, nest.go the loops, point.go what is done at one point of the nest.
package linalgtoloops
