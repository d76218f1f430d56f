// Package randkernel makes random kernels whose result depends on nothing but their arguments, for tests that
// compute it in two ways: arithmetic on all types, vectors, control flow in which threads part, memory of all
// kinds, exchanges between threads with the barriers that they need, and atomics that commute.
//
// Start at kernel.go, which lays out a kernel; value.go has what computes, control.go what branches,
// memory.go what loads and stores.
//
// Only tests import it. It imports nothing of this module.
package randkernel
