package inflight

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
)

// proof is a program that is prepared for an engine, in the same way for Run and Compile. The program is
// pipelined and judged, and has the kernels and barriers that it left to the compiler.
type proof struct {
	written  *Module // the program to run in order, with the same barriers
	piped    *Module
	verdict  *check.Report
	warnings diag.List
	check    check.Options
}

// newProof pipelines a program that has buffers in place of tensors.
func newProof(ctx context.Context, m *Module, o PipelineOptions) (*proof, error) {
	p := &proof{}
	var err error
	if p.written, err = m.Threads(ctx); err != nil {
		return nil, err
	}
	if p.piped, err = m.PipelineWith(ctx, o); err != nil {
		return nil, err
	}
	if p.piped, err = p.piped.Threads(ctx); err != nil {
		return nil, err
	}
	p.warnings = slices.Clone(p.piped.Warnings())
	return p, nil
}

// proofAsIs is newProof without pipelining.
func proofAsIs(ctx context.Context, m *Module) (*proof, error) {
	m, err := m.Threads(ctx)
	return &proof{written: m, piped: m}, err
}

// judge checks the pipelined program. Kernels that leave their barriers to the compiler get them first.
// Hazards are errors.
func (p *proof) judge(ctx context.Context) (err error) {
	if p.verdict, err = p.piped.Check(ctx, p.check); err != nil {
		return err
	}
	if err := p.withBarriers(ctx); err != nil {
		return err
	}
	return hazardErrors(p.verdict)
}

// withBarriers places barriers in the pipelined program and in the program as written, if a kernel lacks
// some. The verdict is then on the program with barriers.
func (p *proof) withBarriers(ctx context.Context) (err error) {
	lacking := slices.DeleteFunc(slices.Clone(p.verdict.Functions), func(f *check.FuncReport) bool {
		return !f.LacksBarriers()
	})
	if len(lacking) == 0 {
		return nil
	}
	if p.piped, err = placeBarriers(ctx, p.piped); err != nil {
		return err
	}
	if p.written, err = placeBarriers(ctx, p.written); err != nil {
		return err
	}
	for _, f := range lacking {
		p.warnings.Add(barriersPlaced(f.Op))
	}
	p.verdict, err = p.piped.Check(ctx, p.check)
	return err
}
