// Package exporter prints modules as TVMScript, in today's spelling and the way a person would have written
// it.
//
// Append goes through every function twice. The first time (plan.go) decides where the text computes each
// value: in the expressions of its users, or in a line of its own that gives it a name. A load never moves
// past a write, a wait or the border of an asynchronous scope. The second time prints:
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
//	pointer.go   pointers to buffers, which opaque functions get
//	transfer.go  asynchronous copies of GPUs and DMA engines
//	wrap.go      lines that are too long
//
// An operation without a form in TVMScript is an error at the operation. There is no output then. A loss of
// precision is a warning: attributes without a place, and arith.maxnumf and minnumf as T.max and T.min.
// Reading the printed text gives the same program, but an operation may stand elsewhere: where its value is
// used, once for each use. Views that only reshape become memref.reinterpret_cast.
package exporter
