// Package pass runs passes: it has the registry of passes, the textual pipelines that name them, and the
// manager that runs a pipeline with everything around it that passes need not care about.
//
// A pass is a value, a Pass: a name, options, an example, and a function. Register puts it into the registry
// when its package is imported. Parse turns "builtin.module(func.func(cse),symbol-dce)" into a Pipeline, and
// its String turns it back. A Manager runs a pipeline on an operation; verification after each pass, timing,
// printing of the IR, statistics and crash reproducers are observers of it or options, never the business of
// a pass.
//
// A pass on a module works on functions in parallel where it can: ForEachUnit calls it for one after the
// other, on as many goroutines as there are processors.
//
// The package stands above ir, outfile and diag, and knows no dialect. Start reading at Pass, then Manager.
package pass
