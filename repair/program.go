package repair

import (
	"context"
	"fmt"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Result is the result of a repair.
type Result struct {
	Source []byte
	// Report is the verdict on Source. If it is not OK, no wait and no count can repair the remaining
	// hazards.
	Report *check.Report
	// Changes describes the changes in their order. Places are those in the text at the time of the change.
	Changes []string
}

// maxRounds is the largest number of changes to one program.
const maxRounds = 200

// Program repairs a program in steps. First, operations in flight at the end of a function get a wait there,
// so that no wait in a loop has to be stronger for them. Then waits that are too weak get their exact counts,
// and accesses that no wait orders get one. When there is no hazard left, waits that are too strong get their
// exact counts, and redundant waits are removed.
func Program(ctx context.Context, file *diag.File, parse func(*diag.File) (*ir.Op, error),
	o check.Options) (*Result, error) {
	r := &Result{Source: file.Content}
	for range maxRounds {
		file = diag.NewFile(file.Name, r.Source)
		module, err := parse(file)
		if err != nil {
			return nil, err
		}
		report, err := check.Module(ctx, module, o)
		if err != nil {
			return nil, err
		}
		r.Report = report
		e, why, ok := next(file, report)
		if !ok {
			return r, nil
		}
		r.Source = e.apply(r.Source)
		r.Changes = append(r.Changes, why)
	}
	return r, nil
}

// next returns the next change and its description.
func next(file *diag.File, report *check.Report) (e edit, why string, ok bool) {
	for _, step := range []func(*diag.File, *check.FuncReport) (edit, string, bool){drain, strengthen,
		order} {
		for _, f := range report.Functions {
			if e, why, ok = step(file, f); ok {
				return e, why, true
			}
		}
	}
	if !report.OK() {
		return e, "", false
	}
	return weaken(file, report)
}

// drain adds a wait at the end of a function for the youngest group in flight that must be complete there.
func drain(file *diag.File, f *check.FuncReport) (edit, string, bool) {
	var youngest *check.Hazard
	for _, h := range f.Hazards {
		if h.Kind == check.AtReturn && h.Queue != -1 && (youngest == nil || h.Position < youngest.Position) {
			youngest = h
		}
	}
	if youngest == nil {
		return edit{}, "", false
	}
	return add(file, youngest)
}

// strengthen gives a wait that is too weak its exact count.
func strengthen(file *diag.File, f *check.FuncReport) (edit, string, bool) {
	for i := range f.Waits {
		if w := &f.Waits[i]; w.Verdict == check.TooWeak && !w.Unknown {
			if e, ok := recount(file, w.Op, w.Exact); ok {
				return e, fmt.Sprintf("%s: the count %s is too weak, %d is exact", w.Place, w.N, w.Exact),
					true
			}
		}
	}
	return edit{}, "", false
}

// order adds a wait in front of an access that nothing orders. Barriers come last, because a barrier orders
// only copies that the threads themselves have waited for.
func order(file *diag.File, f *check.FuncReport) (e edit, why string, ok bool) {
	for _, threads := range []bool{false, true} {
		for _, h := range f.Hazards {
			if h.Threads != threads {
				continue
			}
			if e, why, ok = add(file, h); ok {
				return e, why, true
			}
		}
	}
	return e, "", false
}

// add adds the synchronization that would order the accesses of a hazard.
func add(file *diag.File, h *check.Hazard) (edit, string, bool) {
	text, before, found := missing(h)
	if !found {
		return edit{}, "", false
	}
	e, ok := insertion(file, before, text)
	return e, fmt.Sprintf("%s: %s is missing (%s on %s)", before.Span(), text, h.Kind, h.Name), ok
}

// weaken returns a change to a wait that waits longer than it must, in a program without hazards. It changes
// one wait at a time: of two waits for the same group, each is redundant only as long as the other one stays.
func weaken(file *diag.File, report *check.Report) (e edit, why string, ok bool) {
	for _, f := range report.Functions {
		for i := range f.Waits {
			switch w := &f.Waits[i]; w.Verdict {
			case check.TooStrong:
				if e, ok = recount(file, w.Op, w.Exact); ok {
					return e, fmt.Sprintf("%s: the count %s is stronger than necessary, %d is exact", w.Place,
						w.N, w.Exact), true
				}
			case check.Redundant:
				if e, ok = removal(file, w.Op); ok {
					return e, fmt.Sprintf("%s: the wait orders nothing", w.Place), true
				}
			}
		}
	}
	return e, "", false
}
