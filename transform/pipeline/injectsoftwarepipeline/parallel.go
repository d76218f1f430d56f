package injectsoftwarepipeline

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// isolated returns the operations with regions directly in root. It returns nil unless they are isolated from
// each other, as functions are.
func isolated(root *ir.Op) []*ir.Op {
	var all []*ir.Op
	for _, r := range root.Regions() {
		for _, b := range r.Blocks() {
			for op := range b.Ops() {
				switch {
				case op.NumRegions() == 0:
				case !op.Has(ir.IsolatedFromAbove):
					return nil
				default:
					all = append(all, op)
				}
			}
		}
	}
	return all
}

// pipelineApart pipelines the loops of several functions in parallel. Diagnostics are reported in the order
// of the functions.
func (p *program) pipelineApart(functions []*ir.Op) error {
	errs, reports := make([]error, len(functions)), make([]diag.List, len(functions))
	ir.ForEach(len(functions), func(i int) {
		one := &program{options: p.options, dropped: p.dropped, queues: p.queues, explicit: p.explicit}
		if p.options.Report != nil {
			one.options.Report = func(d *diag.Diagnostic) { reports[i].Add(d) }
		}
		errs[i] = one.pipelineIn(functions[i])
	})
	var all diag.List
	for i, err := range errs {
		for _, d := range reports[i] {
			p.options.Report(d)
		}
		all.Add(diag.FromError(err)...)
	}
	return all.Err()
}
