// Package llvm is the part of MLIR's llvm dialect that the dialects of targets are written with: its types. Operations
// stay in generic form, as those of a dialect without tables, until the dialect grows them.
//
// Pointers, arrays and the types that are one word are in types.go, structs and functions in struct.go, the interval of
// integers in range.go; compatible.go says which types LLVM has.
//
// May import: ir.
package llvm
