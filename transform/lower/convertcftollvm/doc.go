// Package convertcftollvm has the pass convert-cf-to-llvm: branches become those of LLVM, with the arguments
// of the blocks that they lead to, and assertions calls of abort.
//
// cftollvm.go has the pass and the branches, assert.go the assertions.
package convertcftollvm
