package inflight

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/import/airtoasync"
	"github.com/inflight-compiler/inflight/transform/import/streamtoasync"
	"github.com/inflight-compiler/inflight/transform/lower/convertindextoarith"
	"github.com/inflight-compiler/inflight/transform/lower/expandcomplexbitcast"
	"github.com/inflight-compiler/inflight/transform/lower/expandub"
	"github.com/inflight-compiler/inflight/transform/lower/expandvp"
	"github.com/inflight-compiler/inflight/transform/sync/findfifostalls"
)

// standIns lists the passes that replace operations by equivalent ones of another dialect, each with a
// function that reports whether an operation is one of those.
var standIns = []struct {
	pass     *pass.Pass
	concerns func(*ir.Op) bool
}{
	{airtoasync.Pass, airtoasync.Concerns},
	{findfifostalls.Pass, findfifostalls.Concerns},
	{streamtoasync.Pass, streamtoasync.Concerns},
	{convertindextoarith.Pass, convertindextoarith.Concerns},
	{expandub.Pass, expandub.Concerns},
	{expandvp.Pass, expandvp.Concerns},
	{expandcomplexbitcast.Pass, expandcomplexbitcast.Concerns},
}

// tasks returns the program with tasks for the work of other systems' dialects, m itself if it has none.
func (m *Module) tasks(ctx context.Context) (*Module, error) {
	for op := range m.op.Walk() {
		if streamtoasync.Concerns(op) || airtoasync.Concerns(op) {
			return m.Core(ctx)
		}
	}
	return m, nil
}

// Core returns the program with only those operations that the engines, the simulator and the judge know; it
// returns m itself if there is nothing to replace. Arithmetic of the index dialect and predicated arithmetic
// of LLVM become operations of arith, work of IREE's stream dialect becomes tasks, poison becomes a number,
// and code that is never reached becomes an assertion that fails. Every program that is pipelined, judged or
// run has been through Core.
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
		made.warnings = append(slices.Clone(m.warnings), made.warnings...)
	}
	return made, err
}
