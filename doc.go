// Package inflight is the face of the compiler: it reads programs in MLIR's
// syntax and in TVMScript, pipelines the loops that ask for it, judges their synchronization,
// and runs them.
//
//	m, err := inflight.ReadFile("gemm.mlir")
//	p, err := m.Pipeline(ctx)                 // inject-software-pipeline
//	verdict, err := p.Check(ctx, check.Options{}) // is every wait right, and needed?
//	report, err := m.Run(ctx, inflight.RunConfig{})
//
// The command inflight (cmd/inflight) is flags around this package. ARCHITECTURE.md
// says what the other packages are.
package inflight
