// Package arithexpand has the pass arith-expand: operations of arith that LLVM has no instruction for become
// others that it has.
//
// pass.go has the pass, division.go the divisions that round up or down, extreme.go the minima and maxima,
// bfloat.go the casts from and to bf16.
package arithexpand
