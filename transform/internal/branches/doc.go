// Package branches lowers structured control flow to blocks and branches. It has the lowerings of package
// dialect/scf that convert-scf-to-cf and the lowering of coroutines share.
//
// There is one file per group of operations: loops.go, conditions.go, parallel.go. The order of blocks
// follows MLIR's pass convert-scf-to-cf, so that programs print the same. branches.go has the list of
// patterns and their common functions.
package branches
