// Package exec runs compiled programs. It has the engines behind one interface, and makes their arguments
// from .npy files or seeded random data.
//
// # Numbers are the same on all engines
//
// This package decides the results that MLIR leaves open, for every engine. A conversion of a float to an
// integer gives the nearest number of the type, and 0 for NaN. Of zeros with different signs, -0 is the
// smaller one for minnumf and maxnumf. bf16 has subnormal numbers. A shift by the width or more leaves the
// sign or 0, and a remainder by -1 is 0. A division by zero, and a quotient that its type does not have, end
// a run with an error; only kernels on a device have no such error. Tests compare sim, wasm, native and PTX
// with tables of exact arithmetic (internal/exact).
package exec
