// Package dlti is MLIR's dlti dialect: attributes that describe the data layout of a program and its target
// system. The dialect has no operations. Layout refuses data layouts that differ from the one that Inflight
// compiles for. Start reading at Dialect.
package dlti
