package inflight

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/memory/bufferizetensors"
)

// onBuffers returns the module as Core does, with buffers in the place of tensors, itself if nothing changes.
// Engines, the simulator and the judge know memory only.
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

// usesTensors reports whether an operation has results, or its blocks arguments, that are tensors, or comes
// of them.
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
