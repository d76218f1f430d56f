package machine_test

import "math/bits"

// This file is an oracle for small programs: PTX's memory model as the manual defines it by relations, tried
// on every execution. It shares nothing with the machine.

// A litmusOp is an instruction of a litmus test.
type litmusOp struct {
	reads, writes bool // both: an atomic operation that adds 1
	place         int  // that it accesses; a fence has none
	fence         bool
	// A weak access is not strong; total is of a fence.sc. The scope is the grid, or the block alone.
	strong, acquire, release, total, grid bool
	// awaits is the value that a read is repeated for, 0 for none; the value of any other read is a result.
	awaits int
}

// A litmusThread is a thread, in a block, with what it does.
type litmusThread struct {
	block int
	ops   []litmusOp
}

// litmusVerdict is what is wrong with a litmus test.
type litmusVerdict uint8

const (
	litmusRight litmusVerdict = iota
	litmusStale               // a result may be one of several values that nothing chooses
	litmusRace
)

func (v litmusVerdict) String() string { return [...]string{"right", "stale read", "race"}[v] }

// relation is a set of pairs of events: of each, those that it precedes.
type relation []uint32

func newRelation(n int) relation     { return make(relation, n) }
func (r relation) has(a, b int) bool { return r[a]>>b&1 == 1 }
func (r relation) add(a, b int)      { r[a] |= 1 << b }
func (r relation) union(s relation) { // adds the pairs of another one
	for a := range r {
		r[a] |= s[a]
	}
}

// closed returns the transitive closure.
func (r relation) closed() relation {
	c := append(relation(nil), r...)
	for k := range c {
		for a := range c {
			if c.has(a, k) {
				c[a] |= c[k]
			}
		}
	}
	return c
}

// then returns the pairs that lead by one of r and one of s.
func (r relation) then(s relation) relation {
	c := newRelation(len(r))
	for a := range r {
		for m := r[a]; m != 0; m &= m - 1 {
			c[a] |= s[bits.TrailingZeros32(m)]
		}
	}
	return c
}

func (r relation) cyclic() bool {
	c := r.closed()
	for a := range c {
		if c.has(a, a) {
			return true
		}
	}
	return false
}

// litmusEvent is an event of an execution; the first ones write the initial zeros.
type litmusEvent struct {
	litmusOp
	thread, block int
	value         int // that it writes
}

// execution is a candidate: what each read reads, and the orders of writes and of fences.sc.
type execution struct {
	events  []litmusEvent
	po      relation
	from    []int // by read, the write
	co, scs relation
}

// newExecution returns the events of a litmus test, of which nothing is chosen.
func newExecution(threads []litmusThread, places int) *execution {
	x := &execution{}
	for p := range places {
		x.events = append(x.events, litmusEvent{litmusOp: litmusOp{writes: true, place: p}, thread: -1 - p})
	}
	for t, thread := range threads {
		for _, o := range thread.ops {
			x.events = append(x.events, litmusEvent{o, t, thread.block, 1})
		}
	}
	n := len(x.events)
	x.po, x.from = newRelation(n), make([]int, n)
	for a := range n {
		for b := a + 1; b < n; b++ {
			if x.events[a].thread == x.events[b].thread || a < places && b >= places {
				x.po.add(a, b)
			}
		}
	}
	return x
}

// judgeLitmus returns the worst of what the executions of a litmus test show.
func judgeLitmus(threads []litmusThread, places int) litmusVerdict {
	x, worst := newExecution(threads, places), litmusRight
	x.chooseWrites(places, func() {
		x.chooseOrders(func() {
			if x.consistent() {
				worst = max(worst, x.verdict())
			}
		})
	})
	return worst
}

// chooseWrites tries every write for every read from event n on.
func (x *execution) chooseWrites(n int, then func()) {
	if n == len(x.events) {
		then()
		return
	}
	e := &x.events[n]
	if !e.reads {
		x.chooseWrites(n+1, then)
		return
	}
	for w := range x.events {
		if x.events[w].writes && x.events[w].place == e.place && w != n {
			x.from[n] = w
			x.chooseWrites(n+1, then)
		}
	}
}

// value returns what an event writes, or -1 where atomic operations read each other in a circle.
func (x *execution) value(n, depth int) int {
	e := &x.events[n]
	switch {
	case depth > len(x.events):
		return -1
	case e.thread < 0:
		return 0
	case !e.reads:
		return 1
	}
	v := x.value(x.from[n], depth+1)
	if v < 0 {
		return v
	}
	return v + 1
}

// chooseOrders tries every order of the writes to each place and of the fences.sc, where reads find what they
// wait for.
func (x *execution) chooseOrders(then func()) {
	for n := range x.events {
		if e := &x.events[n]; e.reads {
			if v := x.value(x.from[n], 0); v < 0 || e.awaits != 0 && v != e.awaits {
				return
			}
		}
	}
	n := len(x.events)
	x.permute(func(a, b *litmusEvent) bool { return a.writes && b.writes && a.place == b.place },
		newRelation(n), &x.co, func() {
			x.permute(func(a, b *litmusEvent) bool { return a.total && b.total && x.strong(a, b) },
				newRelation(n), &x.scs, then)
		})
}

// permute tries every order of the pairs of events that have one.
func (x *execution) permute(related func(a, b *litmusEvent) bool, r relation, to *relation, then func()) {
	var pairs [][2]int
	for a := range x.events {
		for b := a + 1; b < len(x.events); b++ {
			if related(&x.events[a], &x.events[b]) {
				pairs = append(pairs, [2]int{a, b})
			}
		}
	}
	for choice := range 1 << len(pairs) {
		clear(r)
		for i, p := range pairs {
			if choice>>i&1 == 0 {
				r.add(p[0], p[1])
			} else {
				r.add(p[1], p[0])
			}
		}
		if !r.cyclic() {
			*to = r
			then()
		}
	}
}

// strong reports whether two events are morally strong.
func (x *execution) strong(a, b *litmusEvent) bool {
	if !a.fence && !b.fence && a.place != b.place {
		return false
	}
	if a.thread == b.thread || a.thread < 0 || b.thread < 0 {
		return a.thread == b.thread
	}
	return a.strong && b.strong && (a.block == b.block || a.grid && b.grid)
}

// observation relates each write to those that read it, by atomic operations, too.
func (x *execution) observation() relation {
	once := newRelation(len(x.events))
	for r, e := range x.events {
		if e.reads && x.strong(&x.events[x.from[r]], &x.events[r]) {
			once.add(x.from[r], r)
		}
	}
	all := append(relation(nil), once...)
	for range x.events { // an atomic operation goes on
		atoms := newRelation(len(x.events))
		for a := range all {
			for m := all[a]; m != 0; m &= m - 1 {
				if z := bits.TrailingZeros32(m); x.events[z].writes {
					atoms.add(a, z)
				}
			}
		}
		all.union(atoms.then(once))
	}
	return all
}

// releases returns the writes of the patterns that begin with an event.
func (x *execution) releases(n int) (writes uint32) {
	e := &x.events[n]
	for w := range x.events {
		d := &x.events[w]
		if e.release && d.writes && d.strong &&
			(w == n || x.po.has(n, w) && (e.fence || e.writes && e.place == d.place)) {
			writes |= 1 << w
		}
	}
	return writes
}

// acquires returns the reads of the patterns that end with an event.
func (x *execution) acquires(n int) (reads uint32) {
	e := &x.events[n]
	for r := range x.events {
		d := &x.events[r]
		if e.acquire && d.reads && d.strong &&
			(r == n || x.po.has(r, n) && (e.fence || e.reads && e.place == d.place)) {
			reads |= 1 << r
		}
	}
	return reads
}

// causality returns the base of causality order, and causality order.
func (x *execution) causality() (base, all relation) {
	n, observed := len(x.events), x.observation()
	base = append(relation(nil), x.po...)
	for a := range n {
		writes := x.releases(a)
		for b := range n {
			if writes == 0 || !x.strong(&x.events[a], &x.events[b]) ||
				x.events[a].thread == x.events[b].thread {
				continue
			}
			reads := x.acquires(b)
			for m := writes; m != 0; m &= m - 1 {
				if observed[bits.TrailingZeros32(m)]&reads != 0 {
					base.add(a, b)
				}
			}
		}
	}
	base.union(x.scs)
	base = base.closed()
	all = append(relation(nil), base...)
	all.union(observed.then(base))
	return base, all
}

// consistent reports whether the axioms hold.
func (x *execution) consistent() bool {
	base, cause := x.causality()
	for a := range x.events {
		if base.has(a, a) || cause.has(a, a) {
			return false
		}
		for b := range x.events {
			switch {
			case cause.has(a, b) && (x.co.has(b, a) || x.scs.has(b, a)): // Coherence and Fence-SC
				return false
			case x.events[b].reads && x.from[b] == a && cause.has(b, a): // Causality
				return false
			case x.events[b].reads && x.co.has(x.from[b], a) && cause.has(a, b):
				return false
			}
		}
	}
	return x.atomic() && x.coherent()
}

// atomic reports whether no write comes between what an atomic operation reads and what it writes.
func (x *execution) atomic() bool {
	for z, e := range x.events {
		if !e.reads || !e.writes {
			continue
		}
		if !x.co.has(x.from[z], z) {
			return false
		}
		for w := range x.events {
			if x.co.has(x.from[z], w) && x.co.has(w, z) && x.strong(&x.events[w], &x.events[z]) {
				return false
			}
		}
	}
	return true
}

// coherent reports whether communication agrees with the order of each program at each place.
func (x *execution) coherent() bool {
	com := newRelation(len(x.events))
	for a := range x.events {
		for b := range x.events {
			ea, eb := &x.events[a], &x.events[b]
			if a == b || ea.fence || eb.fence || ea.place != eb.place {
				continue
			}
			communicates := x.co.has(a, b) || eb.reads && x.from[b] == a ||
				ea.reads && eb.writes && x.co.has(x.from[a], b)
			if x.po.has(a, b) || communicates && x.strong(ea, eb) {
				com.add(a, b)
			}
		}
	}
	return !com.cyclic()
}

// verdict returns what an execution shows.
func (x *execution) verdict() litmusVerdict {
	_, cause := x.causality()
	worst := litmusRight
	for a := range x.events {
		for b := range x.events {
			ea, eb := &x.events[a], &x.events[b]
			if ea.thread < 0 || eb.thread < 0 || ea.thread == eb.thread || ea.fence || eb.fence ||
				ea.place != eb.place || !eb.writes || cause.has(a, b) || cause.has(b, a) {
				continue
			}
			switch {
			case !x.strong(ea, eb):
				return litmusRace
			case ea.reads && !ea.writes && !ea.acquire && ea.awaits == 0:
				worst = litmusStale
			}
		}
	}
	return worst
}
