package machine

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// This file holds whether waits for phases of barrier objects could go wrong in another order of execution.
//
// Phases are counted from 0. A thread that waits for phase k by its parity tells k from k-2 and k+2 by
// nothing, so that two things must hold whatever the order of execution. It must know that phase k-1 is
// complete: else the wait may return for phase k-2, at once. And phase k+1 must not be complete before the
// wait has returned: else the parity is that of a phase which goes on, and the thread waits for another one,
// or for ever. A wait with a state of the object needs the latter alone. Phase -1 is complete from the
// beginning.

// visit is a wait for a phase that has returned, by lanes of a warp.
type visit struct {
	w      *warp
	mask   uint32
	site   int32
	epochs [warpSize]uint32 // of the lanes, when it returned
	judged bool             // the phase behind it is complete
	again  int32            // where the lanes had waited for the phase before, -1 for nowhere
	// The lanes that did something together with some of these since, and what their epochs were then: a
	// thread that knows of one of them knows that the wait has returned.
	met       uint32
	metEpochs [warpSize]uint32
}

// sighting is the last phase that a thread waited for at a barrier object: how many were complete then, plus
// one, where it waited, and in which of its epochs.
type sighting struct {
	count, epoch uint32
	site         int32
}

// phases is what a barrier object keeps for the waits for its phases.
type phases struct {
	visits []*visit // that returned since a phase was last complete
	seen   []sighting
	// By thread, the epochs that must have ended before the phase that goes on is complete. Whoever knows
	// these of a phase knows that it is complete, unless copies arrive for it.
	before   perThread
	copied   bool      // copies arrive for the phase that goes on
	by       int32     // the youngest instruction that the phase which goes on needs
	sure     uint64    // the first phase behind those for which copies arrived, and
	since    perThread // what must have ended before the phases from there on were complete
	observed uint64    // how many phases somebody has seen complete
	brought  uint64    // how many there were behind the last one for which a thread's copies arrived,
	bringer  int32     // at this instruction
	repeated *visit    // the last wait for a phase that its threads had seen, and had told others of
	repeats  uint64    // that phase
}

// needs notes that the phase which goes on is complete only behind what the thread has done.
func (p *phases) needs(known *clock, site int32) {
	p.before, p.by = p.before.and(known.epochs), site
}

// complete judges the waits for the phase before, and begins a phase.
func (p *phases) complete(b *cluster, phase uint64) {
	for _, v := range p.visits {
		if l := v.late(p.before); l >= 0 {
			b.g.found.missedPhase(v, l, int64(phase), p.by)
		}
		v.judged = true
	}
	p.visits = p.visits[:0]
	if p.copied {
		p.sure, p.since = phase+1, nil
	} else {
		p.since = p.since.and(p.before)
	}
	p.before, p.copied = nil, false
}

// late returns a lane whose wait may return after what threads did up to the ends of epochs, -1 if there is
// none.
func (v *visit) late(before perThread) int {
	met := false
	each(v.met, func(l int) { met = met || before.at(v.w.first+l) > v.metEpochs[l] })
	late := -1
	each(v.mask, func(l int) {
		if late < 0 && before.at(v.w.first+l) <= v.epochs[l] && !(met && v.met>>l&1 == 1) {
			late = l
		}
	})
	return late
}

// meet notes that lanes of a warp did something together, which none of them does before the others have
// come.
func (w *warp) meet(mask uint32) {
	if len(w.unmet) == 0 {
		return
	}
	rest := w.unmet[:0]
	for _, v := range w.unmet {
		if v.mask&mask == 0 {
			rest = append(rest, v)
			continue
		}
		each(mask&^v.met, func(l int) { v.metEpochs[l] = w.threads[l].epoch })
		v.met |= mask
		if v.mask&^v.met != 0 {
			rest = append(rest, v)
		}
	}
	clear(w.unmet[len(rest):])
	w.unmet = rest
}

// returns are the lanes whose waits an instruction lets return, by barrier object and what its phases tell;
// mostly it is one.
type returns []struct {
	b     *mbarrier
	known *clock
	mask  uint32
}

func (r *returns) add(b *mbarrier, known *clock, l int) {
	for i := range *r {
		if (*r)[i].b == b && (*r)[i].known == known {
			(*r)[i].mask |= 1 << l
			return
		}
	}
	*r = append(*r, struct {
		b     *mbarrier
		known *clock
		mask  uint32
	}{b, known, 1 << l})
}

// learn makes the lanes know what the phases tell.
func (r returns) learn(w *warp) {
	for _, x := range r {
		if x.known != nil {
			learn(w.selected(x.mask), x.known)
		}
	}
}

func (r returns) note(w *warp) {
	for _, x := range r {
		x.b.returned(w, x.mask, w.b.g.site)
	}
}

// returned notes that waits of lanes have returned.
func (b *mbarrier) returned(w *warp, mask uint32, site int32) {
	if mask == 0 || w.b.g.config.NoHazards {
		return
	}
	w.b.note(w.threads[firstLane(mask)],
		Event{Kind: Awaits, Object: int32(b.number), Phase: int64(b.phase) - 1})
	if b.seen == nil {
		b.seen = make([]sighting, len(w.b.threads))
	}
	v := &visit{w: w, mask: mask, site: site, again: -1}
	count := uint32(b.phase) + 1
	each(mask, func(l int) {
		t := w.threads[l]
		v.epochs[l] = t.epoch
		switch s := &b.seen[t.number]; {
		case s.count != count:
			*s = sighting{count, t.epoch, site}
		case s.epoch != t.epoch: // it has told others since that it has seen the phase
			v.again = s.site
		}
	})
	b.observed = max(b.observed, b.phase)
	if b.phase > 0 && v.again >= 0 {
		b.repeated, b.repeats = v, b.phase-1
	}
	b.visits = append(b.visits, v)
	w.unmet = append(slices.DeleteFunc(w.unmet, func(v *visit) bool { return v.judged }), v)
}

// asked judges that a thread asks for a phase by its parity, or by a state, which names the phase.
func (b *mbarrier) asked(t *thread, v uint64, parity bool) {
	if !parity {
		if b.phase >= v+2 {
			t.b.g.found.askedLate(t, int64(v), b.by)
		}
		return
	}
	known := b.knownPhases(t)
	if b.fits(known, v) {
		return
	}
	for _, u := range t.b.warps[t.number/warpSize].threads { // one lane may know it from another
		if b.fits(b.knownPhases(u), v) {
			return
		}
	}
	if known&1 == v&1 {
		t.b.g.found.askedLate(t, int64(known), b.by)
		return
	}
	t.b.g.found.askedEarly(t, int64(known), b.seenAt(t))
}

// fits reports whether a wait with a parity by a thread that knows of so many complete phases can only mean
// one phase.
func (b *mbarrier) fits(known, v uint64) bool {
	if known&1 == v&1 {
		return b.phase <= known+1
	}
	return b.phase == known
}

// knownPhases returns how many phases a thread knows to be complete.
func (b *mbarrier) knownPhases(t *thread) uint64 {
	known := uint64(0)
	if b.number < len(t.clock.phases) {
		known = uint64(t.clock.phases[b.number])
	}
	if b.seen != nil { // also by a relaxed wait, which tells the clock nothing
		known = max(known, uint64(max(b.seen[t.number].count, 1)-1))
	}
	if known < b.phase && known >= b.sure && t.knows(b.since) {
		known = b.phase
	}
	return known
}

// knows reports whether the thread knows that epochs of threads have ended.
func (t *thread) knows(epochs perThread) bool {
	known := t.clock.epochs
	if known.reaches(epochs) {
		return true
	}
	n := epochs.at(t.number)
	return n > known.at(t.number) && n <= t.epoch && known.with(t.number, n).reaches(epochs)
}

// seenAt returns where the thread last waited at the object, -1 for nowhere.
func (b *mbarrier) seenAt(t *thread) int32 {
	if b.seen == nil || b.seen[t.number].count == 0 {
		return -1
	}
	return b.seen[t.number].site
}

// phaseName names a phase; -1 is the one that a new object seems to have behind it.
func phaseName(k int64) string {
	if k < 0 {
		return "the phase before the first"
	}
	return fmt.Sprintf("phase %d", k)
}

// missedPhase reports a wait for the phase before one that may be complete before the wait returns.
func (f *findings) missedPhase(v *visit, lane int, phase int64, by int32) {
	g, code := v.w.b.g, codeMissed
	if v.again >= 0 {
		code = codeStale
	}
	if !f.isNew(code, v.site, by) {
		return
	}
	name := v.w.threads[lane].name()
	if v.again >= 0 {
		f.list.Add(diag.Errorf(code, g.place(v.site),
			"%s waits again for %s of a barrier object, which returns at once; what phase %d brings need "+
				"not "+
				"be there", name, phaseName(phase-1), phase).
			Note(g.place(v.again), "it has seen %s here", phaseName(phase-1)).
			Note(g.place(by), "phase %d is complete behind this, before the wait or after it", phase).
			Suggest("%s", countPhases))
		return
	}
	f.list.Add(f.lacks(diag.Errorf(code, g.place(v.site),
		"%s may miss %s of a barrier object: phase %d may be complete before this wait has returned, which "+
			"then waits for another one", name, phaseName(phase-1), phase).
		Note(g.place(by), "phase %d is complete behind this, which comes after the waits of other threads",
			phase).
		Suggest("put bar.warp.sync, or a barrier, between the wait and what one thread does for all"),
		Fix{Text: warpSync, Site: by}))
}

// countPhases is what to do about a wait for the wrong phase.
const countPhases = "count the phases of each barrier object for itself, and go on with the count in the " +
	"next loop"

// askedLate reports a thread that asks for a phase when the one behind it is complete.
func (f *findings) askedLate(t *thread, phase int64, by int32) {
	g := t.b.g
	if f.isNew(codeMissed, g.site, by) {
		f.list.Add(f.lacks(diag.Errorf(codeMissed, g.here(),
			"%s asks for phase %d of a barrier object when phase %d is complete, and waits for another one",
			t.name(), phase, phase+1).
			Note(g.place(by), "phase %d is complete behind this, which does not wait for the thread",
				phase+1).
			Suggest("put bar.warp.sync, or a barrier, between the wait and what one thread does for all"),
			Fix{Text: warpSync, Site: by}))
	}
}

// askedEarly reports a thread that asks for a phase and need not know that the one before is complete.
func (f *findings) askedEarly(t *thread, known int64, seen int32) {
	g := t.b.g
	if !f.isNew(codeStale, g.site, seen) {
		return
	}
	d := diag.Errorf(codeStale, g.here(),
		"%s waits for phase %d of a barrier object, or again for %s: nothing says that phase %d is complete "+
			"before, and while it is not the wait returns at once", t.name(), known+1, phaseName(known-1),
		known)
	if seen >= 0 {
		d.Note(g.place(seen), "it has waited at the object here")
	}
	f.list.Add(d.Suggest("%s", countPhases))
}

// unseen reports the copies of a phase that nobody waited for, where the wait that was to is one for the
// phase before; false if it is none.
func (f *findings) unseen(b *mbarrier, phase uint64, by int32) bool {
	v := b.repeated
	if v == nil {
		return false
	}
	g := v.w.b.g
	if f.isNew(codeStale, v.site, by) {
		f.list.Add(diag.Errorf(codeStale, g.place(v.site),
			"%s waits again for phase %d of a barrier object, which returns at once; in the end nobody "+
				"waits "+
				"for phase %d and what it brings", v.w.threads[firstLane(v.mask)].name(), b.repeats, phase).
			Note(g.place(v.again), "it has seen phase %d here", b.repeats).
			Note(g.place(by), "this belongs to phase %d", phase).
			Suggest("%s", countPhases))
	}
	return true
}

// bring notes that a thread's copies arrive for the phase that goes on.
func (b *mbarrier) bring(p *pending) { b.brought, b.bringer = b.phase+1, p.site }

// unseenArrivals reports copies of threads that arrived for a phase which nobody waited for, as unseen does.
func (b *cluster) unseenArrivals() {
	for _, o := range b.sortedObjects() {
		if o.brought > o.observed && !b.g.stopped() {
			b.g.found.unseen(o, o.brought-1, o.bringer)
		}
	}
}

// sortedObjects returns the block's barrier objects in the order in which they were initialized.
func (b *cluster) sortedObjects() []*mbarrier {
	var all []*mbarrier
	for _, x := range b.blocks {
		all = slices.AppendSeq(all, maps.Values(x.objects))
	}
	slices.SortFunc(all, func(x, y *mbarrier) int { return cmp.Compare(x.number, y.number) })
	return all
}

// repeatsWarned warns of waits that returned at once for a phase that was seen, where a wait for another
// phase never returned.
func (b *cluster) repeatsWarned() {
	g := b.g
	for _, o := range b.sortedObjects() {
		v := o.repeated
		if v != nil && !v.judged && g.found.isNew(codeStale, v.site, v.again) {
			g.found.list.Add(diag.Warningf(codeStale, g.place(v.site),
				"%s waits again for phase %d of a barrier object, which returns at once; phase %d is never "+
					"complete", v.w.threads[firstLane(v.mask)].name(), o.repeats, o.repeats+1).
				Note(g.place(v.again), "it has seen phase %d here", o.repeats).
				Suggest("%s", countPhases))
		}
	}
}

var (
	codeMissed = diag.Register("ptx-phase-may-be-missed",
		"a phase of a barrier object may end before a thread has seen the one before",
		"A wait tells a phase from the next but one by nothing. Whoever lets phase k+1 be complete, by its "+
			"arrival or its copy, must come after the waits of all threads for phase k: put bar.warp.sync, "+
			"or a barrier, between the wait of the warp and what its elected lane does, or let every thread "+
			"that waits arrive.")
	codeStale = diag.Register("ptx-wait-stale",
		"a wait returns at once for a phase that is long complete",
		"The parity says nothing but odd or even: with that of a phase which the thread has seen the wait "+
			"returns, and the data of the next phase are not there. Let the parity go on where the last "+
			"loop left it, and keep one for each barrier object.")
)
