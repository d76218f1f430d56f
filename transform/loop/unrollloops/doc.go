// Package unrollloops has the pass unroll-loops: loops that are marked to be unrolled become their iterations, one after the other.
//
// May import: dialect/arith, dialect/scf, tvmscript/form, pass, ir, diag; no other transform.
package unrollloops
