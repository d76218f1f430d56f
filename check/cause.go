package check

import (
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/verdict"
)

// HazardDiagnostics returns the hazards of a function as errors: the first of each cause, or all of them.
func (f *FuncReport) HazardDiagnostics(all bool) diag.List {
	return hazard.Tell(f.Hazards, (*hazard.Hazard).Diagnostic, all)
}

// Folded returns the report with the first hazard of each cause. Its field More is the number of the others.
func (r *Report) Folded() *Report {
	folded := &Report{Devices: r.Devices, Complete: r.Complete}
	for _, f := range r.Functions {
		copied := *f
		copied.Hazards, copied.Equal = hazard.Fold(f.Hazards), hazard.Fold(f.Equal)
		folded.Functions = append(folded.Functions, &copied)
	}
	return folded
}

// HazardText returns the number of hazards, and the number of their causes if that is smaller.
func (f *FuncReport) HazardText() string {
	return verdict.Hazards(len(f.Hazards), len(hazard.Causes(f.Hazards)))
}
