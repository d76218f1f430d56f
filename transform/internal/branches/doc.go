// Package branches turns structured control flow into blocks and branches: the lowerings of package
// dialect/scf that convert-scf-to-cf and the lowering of coroutines share.
//
// One file per group of operations: loops.go, conditions.go, parallel.go. Block order follows MLIR's pass
// convert-scf-to-cf, so that programs print alike. branches.go has the list of patterns, and what they are
// made of.
package branches
