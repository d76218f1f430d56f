package inflight

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/gpu/convertthreadloopstogpu"
	"github.com/inflight-compiler/inflight/transform/gpu/placegpubarriers"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectptxasynccopy"
)

// Threads returns the program in the form in which its threads execute it. A loop that is bound to threads
// becomes a kernel if its threads exchange data or wait for each other; the kernel has barriers where the
// order of the statements requires them. If the iterations of all such loops may as well run one after the
// other, Threads returns what Core returns. Every program that is run or judged has been through Threads,
// pipelined or not.
func (m *Module) Threads(ctx context.Context) (*Module, error) {
	m, err := m.Core(ctx)
	if err != nil || !m.bindsThreads() {
		return m, err
	}
	kernels, err := m.through(ctx, exchanging)
	if err != nil {
		return nil, err
	}
	if len(kernels.op.Find(gpu.Launch)) == len(m.op.Find(gpu.Launch)) {
		return m, nil
	}
	placed, err := kernels.with(ctx, convertthreadloopstogpu.Pass, injectptxasynccopy.Pass,
		placegpubarriers.Pass)
	if err != nil {
		return nil, err
	}
	placed.op.SetAttr(gpu.PlacedAttr, placed.op.Context().Unit)
	placed.warnings = append(slices.Clone(m.warnings), placed.warnings...)
	return placed, nil
}

// bindsThreads reports whether a loop of the program is bound to threads.
func (m *Module) bindsThreads() bool {
	for op := range m.op.Walk() {
		if convertthreadloopstogpu.IsBound(op) {
			return true
		}
	}
	return false
}

// exchanging returns a pipeline with the pass that makes kernels of the loops in which threads exchange data.
func exchanging(*ir.Op) *pass.Pipeline {
	top, functions := &pass.Pipeline{Anchor: pass.AnyAnchor}, &pass.Pipeline{Anchor: function.Func.Name}
	functions.Add(convertthreadloopstogpu.Pass, pass.Values{{Name: "exchanging", Text: "true"}})
	top.Items = []pass.Item{{Nested: functions}}
	return top
}

// judgedThreads is Threads for programs that are compiled for a device. It returns the hazards between the
// threads of loops that have become kernels as errors. The device gets the barriers that were judged.
func (m *Module) judgedThreads(ctx context.Context) (*Module, error) {
	threads, err := m.Threads(ctx)
	if err != nil || threads == m {
		return threads, err
	}
	report, err := threads.Check(ctx, check.Options{SkipWaits: true})
	if err == nil {
		err = hazardErrors(report)
	}
	return threads, err
}

// hazardErrors returns the hazards of a report as errors.
func hazardErrors(report *check.Report) error {
	var errs diag.List
	for _, f := range report.Functions {
		errs.Add(f.HazardDiagnostics(false)...)
		if f.Deadlocks.HasErrors() {
			errs.Add(f.Deadlocks...)
		}
		errs.Add(f.Bounds...)
		if f.InPTX != nil {
			errs.Add(f.InPTX.Errors...)
		}
	}
	return errs.Err()
}
