// Package complexes has the functions of complex numbers as formulas of real arithmetic. A formula does not
// know what computes it: an Arithmetic that holds floats evaluates it, as the simulator does, and one that
// holds values of the IR writes it down, as the passes convert-complex-to-standard and
// convert-complex-to-llvm do. So all of them round in the same places. The formulas, the order of their
// operations and the flags of each are those of MLIR 22.
//
// Start reading at arithmetic.go; algebra.go, quotient.go, absolute.go, exponential.go, root.go, circular.go
// and power.go have the formulas.
package complexes
