package inflight

import (
	"context"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/lower/convertindextoarith"
	"github.com/inflight-compiler/inflight/transform/lower/expandcomplexbitcast"
	"github.com/inflight-compiler/inflight/transform/lower/expandub"
	"github.com/inflight-compiler/inflight/transform/lower/expandvp"
)

// standIns are passes whose operations others stand for, and what tells these operations.
var standIns = []struct {
	pass     *pass.Pass
	concerns func(*ir.Op) bool
}{
	{convertindextoarith.Pass, convertindextoarith.Concerns},
	{expandub.Pass, expandub.Concerns},
	{expandvp.Pass, expandvp.Concerns},
	{expandcomplexbitcast.Pass, expandcomplexbitcast.Concerns},
}

// Core returns the program without operations that others stand for, itself if it has none: arithmetic of the
// index dialect is arithmetic of arith, and so is predicated arithmetic of LLVM, poison is a number, and
// places that are never reached fail an assertion. Engines, the simulator and the judge know the others only;
// programs that are pipelined, judged or run have been through Core.
func (m *Module) Core(ctx context.Context) (*Module, error) {
	var passes []*pass.Pass
	for _, s := range standIns {
		for op := range m.op.Walk() {
			if s.concerns(op) {
				passes = append(passes, s.pass)
				break
			}
		}
	}
	if len(passes) == 0 {
		return m, nil
	}
	made, err := m.with(ctx, passes...)
	if err == nil {
		made.warnings = m.warnings
	}
	return made, err
}
