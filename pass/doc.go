// Package pass has the registry of passes, the textual pipelines that name them, and the manager that runs a
// pipeline.
//
// A pass is a value, a Pass: a name, options, an example, and a function. Register adds it to the registry
// when its package is imported. Parse turns "builtin.module(func.func(cse),symbol-dce)" into a Pipeline, and
// String is the inverse. A Manager runs a pipeline on an operation. Verification after each pass, timing,
// printing of the IR, statistics and crash reproducers are options or observers of the manager. A pass has no
// code for them.
//
// A pass on a module may work on functions in parallel: ForEachUnit calls a function for each of them, on as
// many goroutines as there are processors.
//
// The package stands above ir, outfile and diag, and knows no dialect. Start reading at Pass, then Manager.
package pass
