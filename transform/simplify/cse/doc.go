// Package cse has the pass cse: of operations that compute the same, only the first is kept.
//
// It walks the dominator tree with a scoped table of the operations seen on the way (ir.Op.Hash,
// ir.Equivalent), as MLIR's pass of that name does.
package cse
