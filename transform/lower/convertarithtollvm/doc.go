// Package convertarithtollvm has the pass convert-arith-to-llvm: arithmetic becomes instructions of LLVM.
//
// arithtollvm.go has the pass and the operations that become one instruction; extended.go those with two
// results, and division.go those that round in a direction of their own.
package convertarithtollvm
