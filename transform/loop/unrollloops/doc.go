// Package unrollloops has the pass unroll-loops: loops that are marked to be unrolled become their
// iterations, one after the other.
package unrollloops
