package repair

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// harm is how much is wrong with a kernel: by code, the weight of errors and the number of warnings.
type harm struct {
	wrong    map[diag.Code]int
	warned   map[diag.Code]int
	total    int
	findings map[string]int // errors by what they are about, whatever their lines
}

// measure weighs what is wrong. A finding that lacks a commit weighs more than one that lacks a wait, and
// that more than one that lacks a barrier: what is mended first then makes it lighter.
func measure(r *judge.Report) harm {
	h := harm{wrong: map[diag.Code]int{}, warned: map[diag.Code]int{}, findings: map[string]int{}}
	for _, d := range r.AllDiagnostics() {
		switch d.Severity {
		case diag.Error:
			weight := 2
			if _, ok := r.Gaps[d]; ok {
				weight = 1
			} else if fix, ok := r.Fixes[d]; ok && fix.Behind {
				weight = 3
			}
			h.wrong[d.Code] += weight
			h.total += weight
			h.findings[subject(d)]++
		case diag.Warning:
			h.warned[d.Code]++
		}
	}
	return h
}

// subject returns what a finding is about: its code and the instructions.
func subject(d *diag.Diagnostic) string {
	text := string(d.Code) + "\x00" + d.Span.Text()
	for _, n := range d.Notes {
		text += "\x00" + n.Span.Text()
	}
	return text
}

// isBetter reports whether a change has removed something that was wrong, and made nothing worse: of no code
// there is more than before. In place of what it has removed the judge may see what was behind it. A change
// that weakens is good if nothing is wrong, and nothing more is warned of.
func (h harm) isBetter(before harm, weakens bool) bool {
	for code, n := range h.wrong {
		if n > before.wrong[code] {
			return false
		}
	}
	for code, n := range h.warned {
		if n > before.warned[code] && (weakens || before.wrong[code] == 0) {
			return false
		}
	}
	if weakens {
		return h.total == 0
	}
	return h.total < before.total || h.removes(before)
}

// removes reports whether something that was wrong before is not any more.
func (h harm) removes(before harm) bool {
	for subject, n := range before.findings {
		if h.findings[subject] < n {
			return true
		}
	}
	return false
}
