// Package exporter prints modules as TVMScript: today's spelling, the way a
// person would have written it.
//
// Append goes through every function twice. The first time (plan.go) decides
// where each value is computed in the text: in the expressions of its users, or
// in a line of its own that gives it a name. A load is never carried past a
// write, a wait or the border of an asynchronous scope. The second time prints:
//
//	function.go  signatures, buffers of arguments, shape variables
//	block.go     pipeline.block: axes, T.where, T.init, T.reads and T.writes (region.go), which are linear forms
//	             (linear.go) with bounds (interval.go)
//	loop.go      loops of every kind, T.grid
//	branch.go    if, while, assert
//	scope.go     asynchronous scopes, commits, waits
//	buffer.go    allocations, loads and stores through views (access.go), views of other shapes (declare.go)
//	call.go      opaque functions and calls
//	expr.go      expressions with the precedence of Python, with literals (constant.go) and the data types
//	             that the importer will give them (kind.go)
//	affine.go    affine maps as expressions
//	vector.go    ramps and broadcasts, and accesses with predicates (masked.go)
//	global.go    constants with data
//	pointer.go   what opaque functions get of a buffer
//	transfer.go  asynchronous copies of GPUs and DMA engines
//	wrap.go      lines that are too long
//
// What TVMScript cannot say is an error at the operation; there is no output
// then. What it says less precisely is a warning: attributes without a place,
// arith.maxnumf and minnumf as T.max and T.min. Reading back what was printed
// gives the same program, though an operation may stand elsewhere: where its
// value is used, once per use. Views that only reshape come back as
// memref.reinterpret_cast.
package exporter
