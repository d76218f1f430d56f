package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/diag"
)

// Accept takes the findings out of the report that somebody has accepted. Each is asked about once, also
// those that Diagnostics folds into one. That a check is not complete cannot be accepted: nobody knows what
// it would have found.
func (r *Report) Accept(isAccepted func(*diag.Diagnostic) bool) {
	for _, f := range r.Functions {
		f.Hazards = slices.DeleteFunc(slices.Clone(f.Hazards), func(h *hazard.Hazard) bool {
			return isAccepted(h.Diagnostic())
		})
		f.Equal = slices.DeleteFunc(slices.Clone(f.Equal), func(h *hazard.Hazard) bool {
			return isAccepted(h.EqualDiagnostic())
		})
		f.Deadlocks = slices.DeleteFunc(slices.Clone(f.Deadlocks), isAccepted)
		f.Bounds = slices.DeleteFunc(slices.Clone(f.Bounds), isAccepted)
		for i := range f.Waits {
			if d := f.Waits[i].Diagnostic(); d != nil {
				f.Waits[i].Accepted = isAccepted(d)
			}
		}
	}
}
