// Package opt is `inflight opt` as a library: it reads programs, runs pass pipelines on them and prints the
// results, with the flags of mlir-opt.
//
// Flags registers the flags on a flag set, and Run processes one input. Each file has one concern: flags.go,
// pipeline.go (which passes run), run.go (one program of the input after the other), split.go (separates the
// programs), sink.go (writes the output), expect.go (--verify-diagnostics).
//
// The available passes are those that the program links; importing transform/all links all of them.
package opt
