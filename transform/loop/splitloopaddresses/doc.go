// Package splitloopaddresses has the pass split-loop-addresses: the part of an address that a loop does not
// change is computed in front of it.
//
// pass.go has the pass and rewrites addresses; sum.go takes subscripts apart into sums of multiples of
// values.
package splitloopaddresses
