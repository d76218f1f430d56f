package sim

import (
	"math/rand/v2"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// need is the condition that a blocked thread waits for.
type need interface {
	// ready reports whether the condition holds.
	ready() bool
	// suppliers yields the known threads that make the condition hold, until visit returns false.
	suppliers(visit func(*thread) bool)
}

// groups is the need of a wait for groups: all operations in them must be complete.
type groups []*group

func (gs groups) ready() bool {
	for _, g := range gs {
		if !g.complete() {
			return false
		}
	}
	return true
}

func (gs groups) suppliers(visit func(*thread) bool) {
	for _, g := range gs {
		for _, t := range g.threads {
			if !visit(t) {
				return
			}
		}
	}
}

// awaitGroups is await for groups, which are complete in most cases.
func (t *thread) awaitGroups(gs groups) bool { return gs.ready() || t.await(gs) }

// await reports whether the condition that the thread needs holds. If not, it blocks the thread, which
// executes the instruction again when the condition holds.
func (t *thread) await(n need) bool {
	if n.ready() {
		return true
	}
	t.pc--
	t.line.Flush()
	t.waiting, t.status = n, blocked
	t.halt()
	return false
}

// runnable reports whether the thread can run. A blocked thread can run once the condition that it waits for
// holds.
func (t *thread) runnable() bool {
	if t.status == blocked && t.waiting.ready() {
		t.status, t.waiting = running, nil
	}
	return t.status == running
}

// yield ends the turn of a thread that polls, so that other threads run.
func (t *thread) yield() {
	t.polls = true
	t.halt()
}

// ---- at once ----

// eager runs every operation at its issue, which is always a legal execution. A thread that cannot run is put
// aside.
type eager struct {
	aside []*thread // blocked threads and threads of a kernel, in order
	gone  int       // number of them that are done
	turn  int       // index of the next one to run
}

func (e *eager) issued(t, child *thread)     { e.nested(t, child) }
func (e *eager) committed(*thread, *group)   {}
func (e *eager) enlist(t *thread)            { e.aside = append(e.aside, t) }
func (e *eager) drive(m *machine, t *thread) { e.program(m, t) }

// program runs the program to its end, with the threads that are left aside.
func (e *eager) program(m *machine, main *thread) {
	e.finish(m, main)
	if main.status == done {
		m.endMain(main)
	}
	for m.err == nil && len(e.aside) > e.gone {
		if u := e.next(); u != nil {
			e.resume(m, u)
		} else {
			m.stop(m.deadlock(main, e.aside))
		}
	}
}

// nested runs a thread in the middle of an instruction of another thread. If the machine stops, the other
// thread ends its turn.
func (e *eager) nested(t, child *thread) {
	e.finish(t.m, child)
	if t.m.err != nil {
		t.halt()
	}
}

// finish runs a thread to its end. When the thread blocks, threads that were put aside run; if none of them
// can run, the thread is put aside as well.
func (e *eager) finish(m *machine, t *thread) {
	t.active = true
	defer func() { t.active = false }()
	for m.err == nil {
		m.finish(t)
		if t.status == done || m.err != nil {
			return
		}
		if u := e.next(); t.polls && u != nil {
			e.resume(m, u)
		}
		for !t.runnable() && m.err == nil {
			u := e.next()
			if u == nil {
				e.aside = append(e.aside, t)
				return
			}
			e.resume(m, u)
		}
	}
}

// resume runs a thread that was put aside, until it blocks, polls or is done.
func (e *eager) resume(m *machine, u *thread) {
	u.active = true
	m.finish(u)
	u.active = false
	if u.status == done {
		e.gone++
	}
	if 2*e.gone > len(e.aside) {
		e.aside = slices.DeleteFunc(e.aside, func(v *thread) bool { return v.status == done })
		e.gone, e.turn = 0, 0
	}
}

// next returns a thread that was put aside and can run, each in turn. It returns nil if there is none.
func (e *eager) next() *thread {
	for n := len(e.aside); n > 0; n-- {
		if e.turn >= len(e.aside) {
			e.turn = 0
		}
		u := e.aside[e.turn]
		e.turn++
		if u.status != done && !u.active && u.runnable() {
			return u
		}
	}
	return nil
}

// endMain records the operations that the entry function leaves in flight.
func (m *machine) endMain(main *thread) {
	if m.err != nil {
		return
	}
	m.endStrand(main, &main.code[main.pc-1])
	m.ended = main.code[main.pc-1].site
}

// ---- as late as possible ----

// lazy runs a thread only when another thread cannot continue without it, or at the end.
type lazy struct {
	stack []*thread // each thread runs for the one below it
	known []*thread // threads that were issued; some may be done
	live  int       // number of threads in known when done ones were last removed
	turn  int       // index in known of the last thread that ran instead of one that polls
}

func (l *lazy) issued(_, child *thread)   { l.enlist(child) }
func (l *lazy) committed(*thread, *group) {}

func (l *lazy) enlist(t *thread) {
	l.known = append(l.known, t)
	if len(l.known) < 2*l.live+64 {
		return
	}
	kept := l.known[:0]
	for _, u := range l.known {
		if u.status != done {
			kept = append(kept, u)
		}
	}
	clear(l.known[len(kept):])
	l.known, l.live = kept, len(kept)
}

func (l *lazy) drive(m *machine, main *thread) {
	l.force(m, main)
	if main.status == done {
		m.endMain(main)
	}
	for i := 0; i < len(l.known) && m.err == nil; i++ {
		if u := l.known[i]; u.status != done {
			l.force(m, u)
			i = -1 // the list may have changed
		}
	}
}

// force runs a thread to its end, and before it the threads that it waits for.
func (l *lazy) force(m *machine, t *thread) {
	l.push(t)
	for len(l.stack) > 0 && m.err == nil {
		top := l.stack[len(l.stack)-1]
		switch {
		case top.status == done:
			l.stack = l.stack[:len(l.stack)-1]
			top.active = false
		case top.polls && top.status == running:
			l.afterPoll(m, top)
		case top.runnable():
			m.finish(top)
		default:
			u := l.supplier(top)
			if u == nil {
				m.stop(m.deadlock(t, l.known))
				return
			}
			l.push(u)
		}
	}
}

// push puts a thread on top of the stack. If the stack has the thread already, it moves to the top.
func (l *lazy) push(t *thread) {
	if t.active {
		for i, u := range l.stack {
			if u == t {
				last := len(l.stack) - 1
				l.stack[i], l.stack[last] = l.stack[last], t
				return
			}
		}
	}
	t.active = true
	l.stack = append(l.stack, t)
}

// supplier returns a thread that must run before the blocked thread t can run: a thread that makes its
// condition hold, or else any thread. It returns nil if all threads are blocked.
func (l *lazy) supplier(t *thread) *thread {
	var found *thread
	t.waiting.suppliers(func(u *thread) bool {
		if u.status != done && (!u.active || u.runnable()) {
			found = u
		}
		return found == nil
	})
	for i := 0; i < len(l.known) && found == nil; i++ {
		if u := l.known[i]; u.status != done && (!u.active || u.runnable()) {
			found = u
		}
	}
	for i := 0; i < len(l.stack) && found == nil; i++ {
		if u := l.stack[i]; u.status != done && u.runnable() {
			found = u
		}
	}
	return found
}

// afterPoll runs another thread before the one that polls, each in turn.
func (l *lazy) afterPoll(m *machine, t *thread) {
	t.polls = false
	for range l.known {
		l.turn = (l.turn + 1) % len(l.known)
		if u := l.known[l.turn]; u != t && u.status != done && u.runnable() {
			l.push(u)
			return
		}
	}
	m.finish(t)
}

// ---- at random ----

// shuffled interleaves threads at random, one or several instructions at a time.
type shuffled struct {
	rng     *rand.Rand
	threads []*thread // not finished
	bias    float64   // probability that the main thread runs next
	burst   int       // largest number of steps in a turn
}

// newShuffled returns the scheduler for a seed. Seeds also decide how far operations lag behind their issue
// and how finely threads interleave, so that a few seeds cover different kinds of schedules.
func newShuffled(seed uint64) *shuffled {
	rng := rand.New(rand.NewPCG(seed, 0x5eed))
	return &shuffled{
		rng:   rng,
		bias:  []float64{0.05, 0.3, 0.6, 0.9, 0.99}[rng.IntN(5)],
		burst: []int{1, 3, 20, 200, 5000}[rng.IntN(5)],
	}
}

func (s *shuffled) issued(t, child *thread) {
	s.enlist(child)
	t.halt() // other threads may run before the next instruction
}

func (s *shuffled) enlist(t *thread)          { s.threads = append(s.threads, t) }
func (s *shuffled) committed(*thread, *group) {}

func (s *shuffled) drive(m *machine, main *thread) {
	s.threads = append(s.threads, main)
	for len(s.threads) > 0 && m.err == nil {
		t := s.pick()
		if t == nil {
			m.stop(m.deadlock(main, s.threads))
			return
		}
		m.spend(t, t.run(1+s.rng.IntN(s.burst)))
		if t.status == done {
			s.remove(t)
			if t == main {
				m.endMain(main)
			}
		}
	}
}

// pick returns a thread that can run, nil if there is none.
func (s *shuffled) pick() *thread {
	last := len(s.threads) - 1
	if last > 0 && s.rng.Float64() < s.bias {
		if main := s.mainThread(); main != nil {
			return main
		}
	}
	for first, n := s.rng.IntN(last+1), 0; n <= last; n++ {
		if t := s.threads[(first+n)%(last+1)]; t.runnable() {
			return t
		}
	}
	return nil
}

// mainThread returns the main thread if it can run.
func (s *shuffled) mainThread() *thread {
	for _, t := range s.threads {
		if t.isMain() {
			if t.runnable() {
				return t
			}
			return nil
		}
	}
	return nil
}

func (s *shuffled) remove(t *thread) {
	for i, u := range s.threads {
		if u == t {
			s.threads = append(s.threads[:i], s.threads[i+1:]...)
			return
		}
	}
}

// deadlock returns the error about threads of which none can run. It follows the chain of threads that wait
// for each other, and reports the thread at its end.
func (m *machine) deadlock(main *thread, threads []*thread) *diag.Diagnostic {
	t := main
	if t.status != blocked {
		for _, u := range threads {
			if u.status == blocked {
				t = u
				break
			}
		}
	}
	chain := []*thread{t}
	for u := t.waitsFor(); u != nil && u.status == blocked; u = t.waitsFor() {
		if i := slices.Index(chain, u); i >= 0 {
			return circle(chain[i:])
		}
		chain, t = append(chain, u), u
	}
	d := diag.Errorf(codeStuckWait, t.span(), "%s", whyStuck(t.waiting))
	if n := len(chain); n > 1 {
		d.Note(chain[n-2].span(), "the operation that waits here waits for it")
	}
	return d
}

// waitsFor returns a thread that makes the condition of this one hold, a blocked one if there is any. It
// returns nil if none is known.
func (t *thread) waitsFor() (found *thread) {
	if t.waiting != nil {
		t.waiting.suppliers(func(u *thread) bool {
			if u.status == blocked || found == nil {
				found = u
			}
			return found.status != blocked
		})
	}
	return found
}

// circle returns the error about threads each of which waits for the next one, and the last one for the
// first. Its place is that of the last one's wait.
func circle(threads []*thread) *diag.Diagnostic {
	last := threads[len(threads)-1]
	d := diag.Errorf(codeStuckWait, last.span(), "%s", whyStuck(last.waiting))
	if len(threads) == 1 {
		return d.Note(last.m.prog.sites[last.site].span(), "it waits for itself: this")
	}
	for i, t := range threads {
		what := "which waits for the operation that waits here"
		switch i {
		case 0:
			what = "it waits for the operation that waits here"
		case len(threads) - 1:
			what = "which waits for the first: the circle is closed"
		}
		d.Note(t.span(), "%s", what)
	}
	return d
}

// whyStuck returns the reason why a wait cannot end.
func whyStuck(n need) string {
	if s, ok := n.(interface{ why() string }); ok {
		return s.why()
	}
	if n != nil && lacksSuppliers(n) {
		return "the wait cannot end: no operation is left that could end it"
	}
	return "the wait cannot end: the operation that it waits for is blocked as well"
}

// lacksSuppliers reports whether no thread is known that makes the condition of a wait hold.
func lacksSuppliers(n need) bool {
	lacks := true
	n.suppliers(func(u *thread) bool {
		lacks = u.status == done
		return lacks
	})
	return lacks
}
