package machine

import (
	"fmt"

	"github.com/inflight-compiler/inflight/diag"
)

// waiter is a thread that waits for what will not come.
type waiter struct {
	block  *block
	thread *thread
	site   int32
	why    reasonToWait
	// of the spin: what it reads
	read *read
}

// reasonToWait is what a thread waits for. That which explains a standstill best comes first.
type reasonToWait uint8

const (
	forRegisters reasonToWait = iota
	forMemory
	forShared  // memory of its block
	forNothing // a loop that reads nothing
	forPhase
	forBarrier
	forLanes
)

// maxWaiters is how many places a report of a standstill shows.
const maxWaiters = 8

// standstill reports that all threads of all blocks that have begun wait for something that will not come.
func (g *launch) standstill() {
	all := g.waiters()
	if len(all) == 0 {
		return
	}
	main := &all[0]
	for i := range all {
		if all[i].why < main.why || all[i].why == main.why && all[i].begun() && !main.begun() {
			main = &all[i]
		}
	}
	g.site = main.site
	d := g.fail(main.code(), "%s", main.complaint())
	seen := map[int32]bool{main.site: true}
	for i := range all {
		if x := &all[i]; !seen[x.site] && len(seen) < maxWaiters {
			seen[x.site] = true
			d.Note(g.place(x.site), "%s %s", x.thread.name(), x.wish())
		}
	}
	g.noteOthers(d, main)
}

// begun reports whether a thread waits for a phase of which something has come: what is missing there is why
// others wait for phases of which nothing has.
func (x *waiter) begun() bool { return x.why == forPhase && x.read.object.begun() }

// noteOthers says what became of threads that do not wait.
func (g *launch) noteOthers(d *diag.Diagnostic, main *waiter) {
	for _, w := range main.block.warps {
		if w.done() && main.why == forBarrier {
			d.Note(diag.Span{}, "%s has ended", w.threads[0].name())
			break
		}
	}
	if s := &g.schedule; s.begun < g.clusters() {
		d.Note(diag.Span{},
			"%d of %d blocks have not begun: %d are alive, and a device holds no more at once",
			g.grid.Count()-s.begun*g.cluster.Count(), g.grid.Count(),
			len(s.alive)*g.cluster.Count())
	}
}

// waiters returns who waits, by block and warp.
func (g *launch) waiters() []waiter {
	var all []waiter
	for _, b := range g.schedule.alive {
		for _, w := range b.warps {
			for _, p := range w.paths {
				all = append(all, w.waiter(p))
			}
		}
	}
	return all
}

// waiter says what the lanes of a path wait for.
func (w *warp) waiter(p *path) waiter {
	x := waiter{block: w.b, thread: w.threads[firstLane(p.mask)], site: p.pc, why: forBarrier}
	switch {
	case w.starving != nil:
		x.why = forRegisters
	case p.status == postponed:
		x.why = forLanes
	case p.spins():
		if x.read = p.spin.main(); x.read == nil {
			x.why = forNothing
			return x
		}
		x.thread, x.site = w.threads[x.read.lane], x.read.site
		switch {
		case x.read.object != nil:
			x.why = forPhase
		case x.read.memory.home != nil:
			x.why = forShared
		default:
			x.why = forMemory
		}
	}
	return x
}

// spins reports whether a path goes on when memory changes.
func (p *path) spins() bool { return p.status == asleep || p.spin != nil && p.spin.cycles }

// main returns the access of a record that its loop is most likely about, nil if it has none.
func (s *spin) main() *read {
	var best *read
	rank := func(r *read) int {
		switch {
		case r.object != nil:
			return 3
		case r.strong:
			return 2
		}
		return 1
	}
	for i := range s.reads {
		if r := &s.reads[i]; best == nil || rank(r) > rank(best) {
			best = r
		}
	}
	return best
}

// code returns the code of a standstill.
func (x *waiter) code() diag.Code {
	switch x.why {
	case forRegisters:
		code, _ := x.block.warps[x.thread.number/warpSize].starves()
		return code
	case forPhase:
		return codeMbarrier
	case forBarrier, forLanes:
		return codeDivergent
	}
	return codeStandstill
}

// wish says what a thread waits for.
func (x *waiter) wish() string {
	switch x.why {
	case forRegisters:
		_, why := x.block.warps[x.thread.number/warpSize].starves()
		return why
	case forPhase:
		return x.read.object.wanting()
	case forBarrier, forLanes:
		return "waits here"
	case forNothing:
		return "goes round here in a loop that reads nothing"
	}
	r := x.read
	return fmt.Sprintf("waits here until bytes %s of %s change", byteRange(int64(r.at), int(r.size)),
		r.memory.name)
}

// complaint says what is wrong.
func (x *waiter) complaint() string {
	why := ", and those that it waits for never come"
	switch x.why {
	case forRegisters, forPhase:
		why = ""
	case forMemory, forShared:
		why = ", and nobody changes them: all that have not ended wait"
	case forNothing:
		why = ", and never leaves it"
	}
	return x.thread.name() + " " + x.wish() + why
}
