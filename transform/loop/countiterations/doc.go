// Package countiterations has the pass count-iterations: loops whose last step may go beyond their type count their iterations instead.
//
// May import: dialect/arith, dialect/memref, dialect/scf, dialect/tensor, pass, ir; no other transform.
package countiterations
