// Package bufferization is MLIR's bufferization dialect: operations between tensors, which are values, and
// buffers, which are memory, and the end of buffers that may be known under several names.
//
// It imports packages ir, ir/constraint, dialect/arith and diag. convert.go has the operations between
// tensors and buffers, alloc.go those that make and free them, dialect.go the table.
package bufferization
