package judge

import (
	"fmt"
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/verdict"
)

// Verdict is the judge's verdict on a wait.
type Verdict = verdict.Wait

// The verdicts on waits. A wait is not judged if an access that nothing orders hides which copies it is for.
const (
	Needed     = verdict.Needed
	Redundant  = verdict.Redundant
	TooWeak    = verdict.TooWeak
	TooStrong  = verdict.TooStrong
	NotReached = verdict.NotReached
	Unjudged   = verdict.Unjudged
)

// Wait is the verdict on one wait for groups.
type Wait struct {
	Instruction *ptx.Instruction
	Line        int
	Text        string
	N           int
	// Exact is the largest count that is right; -1 where no count is needed, or none is known.
	Exact   int
	Verdict Verdict
	// InFlight is the most groups that can be in flight before it on any path, -1 for no bound.
	InFlight int
	// For is a copy that the wait is there for, and Access what must come after it, nil for the end of the
	// thread.
	For, Access *ptx.Instruction
	// Releases is what overwrites a slot that a copy or a product reads until this wait; nil if the wait is
	// not what releases one.
	Releases *ptx.Instruction
	// AtEnd says that a thread must not end before what the wait is for is complete.
	AtEnd bool
}

// note returns what the table says beside the verdict on a wait, "" for nothing.
func (w *Wait) note() string {
	switch {
	case w.Releases == nil && w.AtEnd:
		return "the thread must not end before"
	case w.Releases == nil:
		return ""
	}
	return fmt.Sprintf("it is what releases the slot of line %d", w.Releases.Span.Place().Line)
}

// free is the limit of a wait that nothing needs.
const free = math.MaxInt

// recounter finds the largest right count of every wait.
type recounter struct {
	limits  map[int32]int // by instruction
	because map[int32]machine.Need
	// releases are the needs of groups to have read what is overwritten, of those with the smallest limit.
	releases map[int32]machine.Need
	weak     map[int32]bool
	seen     map[string]bool // threads that did the same are counted once
	astray   bool            // something is needed that no wait could give
}

func newRecounter() *recounter {
	return &recounter{limits: map[int32]int{}, because: map[int32]machine.Need{},
		releases: map[int32]machine.Need{}, weak: map[int32]bool{}, seen: map[string]bool{}}
}

// add takes in what the threads of a block waited for and needed.
func (r *recounter) add(threads []machine.Trace) {
	for i, t := range threads {
		if i > 0 && slices.Equal(t.Waits, threads[i-1].Waits) && slices.Equal(t.Needs, threads[i-1].Needs) {
			continue
		}
		key := fmt.Sprint(t.Waits, t.Needs)
		if r.seen[key] {
			continue
		}
		r.seen[key] = true
		r.thread(t)
	}
}

// thread takes in one thread. A group is complete by a wait if more groups were committed after it than the
// wait leaves.
func (r *recounter) thread(t machine.Trace) {
	sites := map[int32][]int{} // the waits of each instruction, by number
	for i, w := range t.Waits {
		sites[w.Site] = append(sites[w.Site], i)
		if _, known := r.limits[w.Site]; !known {
			r.limits[w.Site] = free
		}
	}
	for _, need := range t.Needs {
		r.need(t, need, sites)
	}
}

// need lowers the limit of the wait that one group needs: the only one that makes it complete in time, or, if
// none does, the last.
func (r *recounter) need(t machine.Trace, need machine.Need, sites map[int32][]int) {
	serves := func(w machine.Wait) bool { return !w.Reads || !need.Writes }
	covering, only := 0, machine.Wait{}
	for _, waits := range sites {
		n, _ := slices.BinarySearch(waits, need.Known)
		if n == 0 {
			continue
		}
		// the last of each instruction has the most groups before it
		if w := t.Waits[waits[n-1]]; w.Commits-w.N > need.Group && serves(w) {
			covering++
			only = w
		}
	}
	switch {
	case covering > 1:
		return
	case covering == 0:
		known := t.Waits[:need.Known]
		for len(known) > 0 && !serves(known[len(known)-1]) {
			known = known[:len(known)-1]
		}
		if len(known) == 0 { // there is no wait to blame
			r.astray = true
			return
		}
		only = known[len(known)-1]
	}
	limit := only.Commits - 1 - need.Group
	if limit < 0 { // the wait comes before the commit: another one is missing
		r.astray = true
		return
	}
	if covering == 0 {
		r.weak[only.Site] = true
	}
	r.limit(only.Site, limit, need)
}

// limit notes that a wait may leave so many groups in flight, and what needs that.
func (r *recounter) limit(site int32, limit int, need machine.Need) {
	if limit < r.limits[site] {
		r.limits[site], r.because[site] = limit, need
		delete(r.releases, site)
	}
	if _, known := r.releases[site]; limit == r.limits[site] && !known && !need.Writes {
		r.releases[site] = need
	}
}

// verdicts judges all waits of a kernel.
func (r *recounter) verdicts(k *machine.Kernel) []Wait {
	var all []Wait
	sites, counts := k.Waits()
	inFlight := k.InFlight()
	for i, site := range sites {
		in := k.Instruction(site)
		w := Wait{Instruction: in, Line: in.Span.Place().Line, Text: in.String(), N: counts[i], Exact: -1,
			InFlight: -1}
		if n, reached := inFlight[site]; reached && n < machine.Unbounded {
			w.InFlight = n
		}
		w.Verdict = r.verdict(site, &w)
		w.keepRegisters(k, site)
		if need, ok := r.because[site]; ok {
			if w.For = k.Instruction(need.Copy); need.Access != machine.AtEnd {
				w.Access = k.Instruction(need.Access)
			}
			w.AtEnd = need.Access == machine.AtEnd
		}
		if need, ok := r.releases[site]; ok && need.Access != machine.AtEnd {
			w.Releases = k.Instruction(need.Access)
		}
		all = append(all, w)
	}
	return all
}

// keepRegisters lowers the count that a wait may have to what the registers of products need, whose accesses
// are no needs of an execution.
func (w *Wait) keepRegisters(k *machine.Kernel, site int32) {
	most := w.Exact
	switch {
	case w.Verdict == Redundant && (w.InFlight < 0 || w.InFlight > w.N):
		most = machine.Unbounded
	case w.Verdict != TooStrong:
		return
	}
	limit := k.RegisterLimit(site, most)
	if limit == most {
		return
	}
	w.Exact, w.Verdict = limit, TooStrong
	if limit == w.N {
		w.Verdict = Needed
	}
}

func (r *recounter) verdict(site int32, w *Wait) Verdict {
	limit, reached := r.limits[site]
	switch {
	case w.InFlight >= 0 && w.InFlight <= w.N && !r.weak[site]:
		return Redundant // it never waits, on any path
	case !reached:
		return NotReached
	case limit == free && r.astray:
		return Unjudged
	case limit == free:
		return Redundant
	}
	w.Exact = limit
	switch {
	case r.weak[site]:
		return TooWeak
	case limit > w.N:
		return TooStrong
	}
	return Needed
}
