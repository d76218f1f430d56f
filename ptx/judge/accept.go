package judge

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// remark is what is said of an instruction beside the findings.
type remark struct {
	code diag.Code
	span diag.Span
}

// Accept takes the findings out of the report that somebody has accepted. Each is asked about once, also
// those that Diagnostics folds into one: a finding that is new among them stays.
func (r *Report) Accept(isAccepted func(*diag.Diagnostic) bool) {
	for _, d := range r.withVerdicts(nil) {
		if isAccepted(d) {
			if r.accepted == nil {
				r.accepted = map[remark]bool{}
			}
			r.accepted[remark{d.Code, d.Span}] = true
		}
	}
	r.Findings = slices.DeleteFunc(slices.Clone(r.Findings), isAccepted)
}

// isAccepted reports whether somebody has accepted what is said beside the findings.
func (r *Report) isAccepted(d *diag.Diagnostic) bool { return r.accepted[remark{d.Code, d.Span}] }

// mustChange reports whether a wait is too weak, and nobody has accepted that.
func (r *Report) mustChange(w Wait) bool {
	return w.Verdict == TooWeak && !r.accepted[remark{codeTooWeak, w.Instruction.Span}]
}
