// Package convertindextollvm is the pass convert-index-to-llvm: arithmetic of the index dialect becomes
// instructions of LLVM.
//
// pass.go has the patterns, division.go those that are made of several instructions.
package convertindextollvm
