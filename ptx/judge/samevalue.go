package judge

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// That threads write the same value is so for what the buffers held. Where their contents were assumed, they
// are zeros, of which most values are the same: a second execution with random contents shows which of the
// values can differ.

// sameValueSeed is where the random contents begin.
const sameValueSeed = 1

// retrySameValues turns remarks about equal values into errors where the values can differ.
func (r *Report) retrySameValues(ctx context.Context, p *Plan) {
	if !slices.ContainsFunc(r.Findings, isSameValue) || r.Findings.HasErrors() {
		return
	}
	again := &Plan{Kernel: p.Kernel}
	again.Config, _ = p.Config.WithCopies()
	assumed := p.hasOpenTextures()
	for _, a := range again.Config.Args {
		for _, b := range buffersOf(a) {
			if b.Grows {
				b.Data, assumed = nil, true
			}
		}
	}
	if !assumed {
		return
	}
	again.Randomize(sameValueSeed)
	again.Config.Texels = p.texels(scrambled)
	again.Config.Mode, again.Config.VerdictOnly, again.Config.Observe = machine.Late, false, nil
	again.Config.Steps = 4*r.Steps + 1e5
	result, _ := machine.Launch(ctx, again.Kernel, again.Config)
	for _, d := range result.Findings {
		if d.Code != "ptx-race" {
			continue
		}
		i := slices.IndexFunc(r.Findings, func(same *diag.Diagnostic) bool {
			return isSameValue(same) && same.Span == d.Span && writtenAt(same) == writtenAt(d)
		})
		if i >= 0 {
			r.Findings[i] = d.Note(diag.Span{}, "the values are the same where the buffers hold zeros")
		}
	}
}

func isSameValue(d *diag.Diagnostic) bool { return d.Code == "ptx-same-value" }

// writtenAt returns where the first of two accesses is.
func writtenAt(d *diag.Diagnostic) diag.Span {
	if len(d.Notes) == 0 {
		return d.Span
	}
	return d.Notes[0].Span
}
