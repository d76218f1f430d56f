// Package elementary has the functions of mathematics on float64 that folds, the simulator and the host of
// WebAssembly compute with, so that all of them get the same bits. They are those of package math, but where
// it is wrong: logarithms of subnormal numbers, angles whose quotient is too small for a float64, and results
// near the ends of the range.
//
// Start reading at table.go.
package elementary
