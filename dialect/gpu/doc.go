// Package gpu is the table of MLIR's gpu dialect: kernels and their launches, the operations of the device
// that the host issues and waits for by tokens, and what threads do within a kernel. Operations on sparse
// tensors are not here.
//
// dialect.go has the table's list, attributes.go the attributes that bind loops and memory, token.go what all
// operations with tokens have in common; the other files have one family of operations each, with syntax,
// rules and rewrites.
package gpu
