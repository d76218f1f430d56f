// Package scftocf has the pass convert-scf-to-cf: structured loops and conditions become blocks and branches.
//
// One file per group of operations: loops.go, conditions.go, parallel.go. Block order follows MLIR's pass of
// that name, so that programs print alike.
package scftocf
