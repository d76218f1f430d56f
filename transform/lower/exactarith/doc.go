// Package exactarith has the pass exact-arith: operations of arith whose result MLIR leaves open, or that
// LLVM rounds twice, become others that have the result of the abstract machine.
//
// Start reading at pass.go; each other file is about one kind of operation.
package exactarith
