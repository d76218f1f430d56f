// Package gpu is the table of MLIR's gpu dialect: kernels and their launches, the operations of the device
// that the host issues and waits for by tokens, and the operations of threads in a kernel. Operations on
// sparse tensors are missing here.
//
// dialect.go has the table's list, and attributes.go the attributes that bind loops and memory. token.go has
// the parts that all operations with tokens share. Each of the other files has one family of operations, with
// syntax, rules and rewrites.
package gpu
