// Package memrefexpand has the pass memref-expand: operations of memref that have no lowering to LLVM become
// others that have one.
//
// Everything is in pass.go.
package memrefexpand
