// Package inflight is the face of the compiler: it reads programs in MLIR's
// syntax and in TVMScript, pipelines the loops that ask for it, judges their synchronization,
// and runs them.
//
//	m, err := inflight.ReadFile("scale.mlir")
//	p, err := m.Compile(ctx, inflight.CompileConfig{}) // pipelined, judged and compiled
//	results, err := p.Call(ctx, []float32{1, 2, 3}, 10)
//
// Program.Go starts a run in the background. Module.Pipeline, Module.Check and Module.Run are the steps by
// themselves, and what the command `run` does.
//
// The command inflight (cmd/inflight) is flags around this package. ARCHITECTURE.md
// says what the other packages are.
package inflight
