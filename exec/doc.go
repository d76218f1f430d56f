// Package exec runs compiled programs: engines behind one interface, and the
// arguments they are given, from .npy files or seeded random data.
//
// # Numbers are the same on all engines
//
// Results that MLIR leaves open are decided here, for every engine. A conversion of a float to an integer
// gives the nearest number of the type, and 0 for NaN. Of zeros with different signs, minnumf and maxnumf
// take -0 for the smaller one. bf16 has subnormal numbers. A shift by the width or more leaves the sign or 0,
// and a remainder by -1 is 0. A division by zero, and a quotient that its type does not have, end a run with
// an error; only kernels on a device have no such error. Tables of exact arithmetic (internal/exact) are what
// sim, wasm, native and PTX are held against.
package exec
