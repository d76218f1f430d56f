// Package llvmtypes has the functions that lowerings to the llvm dialect share: the conversion of types, the
// struct that represents a memref (its descriptor), and the driver that lowers operations while lowered and
// other values exist together, connected by casts.
//
// types.go converts types. descriptor.go builds descriptors and reads their fields. conversion.go is the
// driver, and reconcile.go removes casts. build.go makes operations that several passes need. elementwise.go
// has patterns that replace one operation by another.
package llvmtypes
