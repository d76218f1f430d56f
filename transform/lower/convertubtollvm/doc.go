// Package convertubtollvm is the pass convert-ub-to-llvm: poison and unreachable places become those of LLVM.
package convertubtollvm
