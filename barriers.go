package inflight

import (
	"slices"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/placebarriers"
	"github.com/inflight-compiler/inflight/transform/ptxasynccopy"
)

var codeBarriersPlaced = diag.Register("run-barriers-placed", "a kernel was given the barriers that it lacks",
	"The threads of a block exchange data, and no barrier stands between. `inflight run` puts barriers where place-gpu-barriers would, in the program "+
		"as written as well, as if all threads of a block made each step together. `inflight opt` writes them into the program.")

// placeBarriers gives the kernels of both programs the barriers that they lack, if those are all that the pipelined one lacks.
func (r *runner) placeBarriers() error {
	if !lacksBarriers(r.report.Check) {
		return nil
	}
	written, err := r.written.with(placebarriers.Pass)
	if err != nil {
		return nil // the hazards say more
	}
	piped, err := r.piped.with(ptxasynccopy.Pass, placebarriers.Pass)
	if err != nil {
		return nil
	}
	report, err := piped.Check(check.Options{})
	if err != nil || slices.ContainsFunc(report.Functions, func(f *check.FuncReport) bool { return len(f.Hazards) > 0 }) {
		return err
	}
	at := firstHazard(r.report.Check).First.Op
	r.report.Warnings.Add(diag.Remarkf(codeBarriersPlaced, at.Span(), "barriers were placed between the threads of a block, which the program lacks").
		Suggest("inflight opt FILE --inject-software-pipeline --inject-ptx-async-copy --place-gpu-barriers writes them into it"))
	r.written, r.piped, r.report.Check = written, piped, report
	return nil
}

// lacksBarriers reports whether all hazards are between threads of a block.
func lacksBarriers(report *check.Report) bool {
	found := false
	for _, f := range report.Functions {
		for _, h := range f.Hazards {
			if !h.Threads || h.Parallel {
				return false
			}
			found = true
		}
	}
	return found
}

// firstHazard returns the first hazard of a report that has one.
func firstHazard(report *check.Report) *check.Hazard {
	i := slices.IndexFunc(report.Functions, func(f *check.FuncReport) bool { return len(f.Hazards) > 0 })
	return report.Functions[i].Hazards[0]
}

// with returns a copy of the program after some passes.
func (m *Module) with(passes ...*pass.Pass) (*Module, error) {
	top := &pass.Pipeline{Anchor: pass.AnyAnchor}
	for _, p := range passes {
		top.Add(p, nil)
	}
	return m.through(func(*ir.Op) *pass.Pipeline { return top })
}

// through returns a copy of the program after a pipeline that is made for it.
func (m *Module) through(pipeline func(copied *ir.Op) *pass.Pipeline) (*Module, error) {
	copied := m.op.Clone(nil)
	diags := (&pass.Manager{Pipeline: pipeline(copied)}).Run(copied)
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	return &Module{copied, m.language, diags}, nil
}
