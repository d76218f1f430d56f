// Package ptr is the table of MLIR's ptr dialect: addresses of bytes, arithmetic on them, and accesses to
// what they point at.
//
// dialect.go lists the operations. types.go has the pointer type and the attributes; address.go the
// arithmetic, cast.go the ways between pointers and memrefs, access.go loads and stores, lanes.go those of
// the lanes of a vector; build.go has what passes make operations with.
package ptr
