// Package dlti is MLIR's dlti dialect: attributes that describe the data layout of a program and the system
// that it is for. It has no operations. Layout says where a data layout differs from the one that everything
// here is compiled for. Start reading at Dialect.
package dlti
