// Package nvgpu is the table of MLIR's nvgpu dialect as far as asynchronous copies go: device_async_copy, which is
// cp.async, the groups that such copies are committed in, and the wait for a group.
//
// The table, with the rules that it cannot say, is in async.go, memory spaces in space.go; build.go has what passes make
// operations with.
//
// May import: dialect/memref for strides, dialect/nvvm for the queue of cp.async, ir and its constraints, diag.
package nvgpu
