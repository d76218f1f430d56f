// Package mpi has the mpi dialect: calls of the Message Passing Interface, as in MLIR 22. Communicators,
// requests and what calls return are values; data is in memrefs.
//
// Start reading at dialect.go (the types, and the operations by group); enums.go has the predefined
// reductions and classes of errors. Package ranks/frommpi makes programs of ranks of such programs.
package mpi
