// Package importer turns a Python file with TVMScript into a module of the IR, in the form that package form
// describes. Package expr has the expressions. This package has the statements of a file, of a class, and of
// a prim_func.
//
// A file runs as Python would run it, as far as TVMScript needs that: constants are computed, functions that
// make prim_funcs are called, and the rest is skipped (host*.go). A function with @T.prim_func becomes a
// func.func, statement by statement (function.go, stmt.go, and a file for each construct: loop.go, block.go,
// axis.go, alloc.go, match.go ...). The lines `sch.annotate(...)` behind the function become attributes
// (schedule.go).
//
// An erroneous statement is reported, and the import goes on. The names that the statement would have bound
// are poisoned, so that no errors about them follow. The result is a module only if there are no errors.
//
// Start reading at import.go, then function.go.
package importer
