// Package bufferization is MLIR's bufferization dialect: operations between tensors, which are values, and
// buffers, which are memory. It also frees buffers to which several names may refer.
//
// It imports packages ir, ir/constraint, dialect/arith and diag. convert.go has the operations between
// tensors and buffers, alloc.go has those that make and free them, and dialect.go has the table.
package bufferization
