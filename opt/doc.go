// Package opt is `inflight opt` as a library: it reads programs, runs pass pipelines on them and prints what
// comes out, with the flags of mlir-opt.
//
// Flags registers the flags on a flag set, Run does the work for one input. One file per concern: flags.go,
// pipeline.go (which passes to run), run.go (one chunk of the input after the other), split.go, sink.go
// (where the result goes), expect.go (--verify-diagnostics).
//
// The package stands above transform and pass, beside exec: it may import everything below. The passes are
// those that the program has linked in; importing transform/all gives all of them.
package opt
