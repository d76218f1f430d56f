package repair

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/judge"
)

// Result is the result of a repair.
type Result struct {
	Source []byte
	// Reports are the verdicts on Source, of the kernels in the order of the text.
	Reports []*judge.Report
	// Changes describes the changes in their order. Places are those in the text at the time of the change.
	Changes []string
}

// maxRounds is the largest number of changes to one kernel.
const maxRounds = 100

// Judge parses a text and judges its kernels, each in its launch.
type Judge func(ctx context.Context, file *diag.File) ([]*judge.Report, error)

// Text repairs the kernels of a text, one after the other. A kernel in which something stays wrong is left as
// it is.
func Text(ctx context.Context, file *diag.File, judged Judge) (*Result, error) {
	reports, err := judged(ctx, file)
	if err != nil {
		return nil, err
	}
	r := &Result{Source: file.Content, Reports: reports}
	for i := range reports {
		for _, steps := range strategies {
			k := &attempt{name: file.Name, kernel: i, judged: judged, source: r.Source, reports: r.Reports,
				steps: steps}
			if err := k.repair(ctx); err != nil {
				return nil, err
			}
			if k.now().total == 0 {
				r.Source, r.Reports = k.source, k.reports
				r.Changes = append(r.Changes, k.changes...)
				break
			}
		}
	}
	return r, nil
}

// step finds changes to try.
type step struct {
	changes func(*judge.Report) []change
	// wholly says that a change is kept only if nothing is wrong behind it, and limited that few are tried.
	wholly, limited bool
}

// The limits of trying changes of which there are many: how many are tried, and how many instructions of
// warps the launches execute.
const (
	mostTries = 250
	mostSteps = 1e7
)

// strategies are ways to repair a kernel, of which the first one counts that leaves nothing wrong: adding
// synchronization, one change of an instruction, and both.
var strategies = [][]step{
	{{changes: strengthen}, {changes: complete}, {changes: order}},
	{{changes: exchange, wholly: true, limited: true}},
	{{changes: strengthen}, {changes: complete}, {changes: order}, {changes: exchange, limited: true}},
}

// attempt is the repair of one kernel.
type attempt struct {
	name    string
	kernel  int
	judged  Judge
	steps   []step
	source  []byte
	reports []*judge.Report
	changes []string
	tries   int
	spent   int64  // instructions of warps
	added   []edit // synchronization that was put into the text, with its places in it now
}

// repair changes the text in steps: counts that are too small a wait, then what is missing, the barriers
// last, because a barrier orders only copies that the threads have waited for. When nothing is wrong, what
// the last additions have made needless goes again, waits that are too strong get their exact counts, and
// redundant waits are removed.
func (a *attempt) repair(ctx context.Context) error {
	for range maxRounds {
		changed, err := a.round(ctx)
		if err != nil {
			return err
		}
		if !changed {
			break
		}
	}
	if a.now().total > 0 || len(a.changes) == 0 && !a.canWeaken() {
		return nil
	}
	for i := len(a.added) - 1; i >= 0; i-- {
		e := a.added[i]
		if _, err := a.try(ctx, change{edit: edit{e.start, e.end, ""}, weakens: true}); err != nil {
			return err
		}
	}
	for range maxRounds {
		changed, err := a.first(ctx, weaken(a.report()))
		if err != nil || !changed {
			return err
		}
	}
	return nil
}

func (a *attempt) report() *judge.Report { return a.reports[a.kernel] }

func (a *attempt) now() harm { return measure(a.report()) }

func (a *attempt) canWeaken() bool { return len(weaken(a.report())) > 0 }

// round makes the first change that makes the kernel less wrong; false if there is none.
func (a *attempt) round(ctx context.Context) (bool, error) {
	if a.now().total == 0 {
		return false, nil
	}
	for _, s := range a.steps {
		all := s.changes(a.report())
		for i := range all {
			all[i].wholly, all[i].limited = s.wholly, s.limited
		}
		if changed, err := a.first(ctx, all); changed || err != nil {
			return changed, err
		}
	}
	return false, nil
}

// first makes the first of some changes that is good.
func (a *attempt) first(ctx context.Context, all []change) (bool, error) {
	for _, c := range all {
		if c.limited && (a.spent > mostSteps || a.tries >= mostTries) {
			break
		}
		if changed, err := a.try(ctx, c); changed || err != nil {
			return changed, err
		}
	}
	return false, nil
}

// try makes a change, if it is good.
func (a *attempt) try(ctx context.Context, c change) (bool, error) {
	source := c.apply(a.source)
	reports, err := a.judged(ctx, diag.NewFile(a.name, source))
	a.tries++
	for _, r := range reports {
		a.spent += r.Steps
	}
	switch {
	case ctx.Err() != nil:
		return false, err
	case err != nil || len(reports) != len(a.reports) ||
		!measure(reports[a.kernel]).isBetter(a.now(), c.weakens) || a.harmsOthers(reports) ||
		c.wholly && measure(reports[a.kernel]).total > 0 ||
		c.replaces && !computesAlike(ctx, a.report(), reports[a.kernel]):
		return false, nil // the text is no PTX any more, or no better
	}
	a.source, a.reports = source, reports
	for _, e := range c.fromLast() {
		a.shift(e)
	}
	if e := c.edit; e.start == e.end && len(c.more) == 0 && !c.replaces {
		a.added = append(a.added, edit{e.start, e.start + len(e.text), ""})
	}
	if c.why != "" {
		a.changes = append(a.changes, c.why)
	}
	return true, nil
}

// harmsOthers reports whether another kernel, which may call what was changed, is more wrong than it was.
func (a *attempt) harmsOthers(reports []*judge.Report) bool {
	for i, r := range reports {
		if i != a.kernel && measure(r).total > measure(a.reports[i]).total {
			return true
		}
	}
	return false
}

// shift keeps the places of what was added as they are behind an edit.
func (a *attempt) shift(e edit) {
	grown := len(e.text) - (e.end - e.start)
	a.added = slices.DeleteFunc(a.added, func(x edit) bool { return x.start < e.end && e.start < x.end })
	for i := range a.added {
		if a.added[i].start >= e.end {
			a.added[i].start += grown
			a.added[i].end += grown
		}
	}
}
