// Package inflight is the compiler as a library. It reads programs in MLIR's syntax and in TVMScript,
// pipelines the loops that are annotated for it, judges their synchronization, and runs them.
//
//	m, err := inflight.ReadFile("scale.mlir")
//	p, err := m.Compile(ctx, inflight.CompileConfig{}) // pipelined, judged and compiled
//	results, err := p.Call(ctx, []float32{1, 2, 3}, 10)
//
// Program.Go starts a run in the background. Module.Pipeline and Module.Check are single steps of Compile,
// and Module.Run does all that the command `inflight run` does.
//
// The command (cmd/inflight) adds flags to this package. ARCHITECTURE.md says what the other packages are
// for.
package inflight
