// Package llvmtypes is what the lowerings to the llvm dialect share: how types become LLVM's, how a memref
// stands in a struct (its descriptor), and the driver that lowers operations while values of both kinds are
// around, with casts between them.
//
// types.go converts types, descriptor.go takes descriptors apart and puts them together, conversion.go is the
// driver and reconcile.go removes casts; build.go makes the operations that several passes need,
// elementwise.go the patterns that replace one operation by another.
package llvmtypes
