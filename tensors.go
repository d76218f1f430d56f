package inflight

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/memory/bufferizetensors"
)

// onBuffers returns the module that Core returns, with buffers in place of tensors. It returns m itself if
// nothing changes. The engines, the simulator and the judge have no tensors.
func (m *Module) onBuffers(ctx context.Context) (*Module, error) {
	m, err := m.Core(ctx)
	if err != nil || !hasTensors(m.op) {
		return m, err
	}
	made, err := m.with(ctx, bufferizetensors.Pass)
	if err == nil {
		made.warnings = m.warnings
	}
	return made, err
}

func hasTensors(program *ir.Op) bool {
	for op := range program.Walk() {
		if usesTensors(op) {
			return true
		}
	}
	return false
}

// usesTensors reports whether an operation has a tensor as a result or as an argument of one of its blocks,
// or whether bufferization changes the operation for another reason.
func usesTensors(op *ir.Op) bool {
	isTensor := func(v *ir.Value) bool { _, ok := v.Type().(*ir.TensorType); return ok }
	if slices.ContainsFunc(op.Results(), isTensor) || bufferizetensors.Concerns(op) {
		return true
	}
	for _, r := range op.Regions() {
		if !r.Empty() && slices.ContainsFunc(r.Entry().Args(), isTensor) {
			return true
		}
	}
	return false
}
