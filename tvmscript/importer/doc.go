// Package importer turns a Python file with TVMScript into a module of the IR, in
// the form that package form describes. Expressions are package expr's; here are
// the statements: what stands in a file, in a class, in a prim_func.
//
// A file runs as Python would run it, as far as TVMScript needs that: constants
// are computed, functions that make prim_funcs are called, the rest is skipped
// (host*.go). A function under @T.prim_func becomes a func.func, statement by
// statement (function.go, stmt.go, and a file per construct: loop.go, block.go,
// axis.go, alloc.go, match.go ...). The lines `sch.annotate(...)` behind it
// become attributes (schedule.go).
//
// A statement that is wrong is reported, the names that it would have bound are
// poisoned so that nothing else is said about them, and the import goes on; a
// module results only without errors.
//
// Start reading at import.go, then function.go.
package importer
