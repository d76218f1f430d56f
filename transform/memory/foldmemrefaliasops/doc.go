// Package foldmemrefaliasops has the pass fold-memref-alias-ops: accesses to a subview or to a reshaped
// memref become accesses to the memref that it shows.
//
// pass.go has the pass, access.go the operations that it rewrites, subview.go, expand.go and collapse.go
// what is seen through.
package foldmemrefaliasops
