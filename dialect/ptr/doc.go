// Package ptr is the table of MLIR's ptr dialect: addresses of bytes, arithmetic on them, and accesses to the
// memory that they point to.
//
// dialect.go lists the operations. types.go has the pointer type and the attributes. address.go has the
// arithmetic, and cast.go the conversions between pointers and memrefs. access.go has loads and stores, and
// lanes.go those of the lanes of a vector. build.go has the functions with which passes make operations.
package ptr
