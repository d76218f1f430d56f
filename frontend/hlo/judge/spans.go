package judge

// span is a range of elementary pieces of memory, from lo to hi without hi. Pieces are what the ends of
// values cut the allocations into.
type span struct{ lo, hi int32 }

func (s span) empty() bool { return s.lo >= s.hi }

func (s span) overlaps(t span) bool { return s.lo < t.hi && t.lo < s.hi }

// access is an access of an operation in flight.
type access struct {
	by    *operation
	at    span
	of    part
	write bool
}

// event is an instruction that was executed: the place of a last write.
type event struct {
	time int64
	at   *site
	of   part
}

// shadow keeps for each piece of memory which operations in flight access it and what wrote it last. It is a
// tree whose leaves are the pieces; each access stands at the few nodes that cover it, so that an access
// costs the logarithm of the number of pieces, and what it finds.
type shadow struct {
	pieces int32
	// accesses are those whose range covers a node, but not its parent. Those of operations that are no
	// longer in flight stay until they are many.
	accesses [][]*access
	// live counts the accesses at a node and below it, reads and writes apart, dead those at the node whose
	// operation has ended.
	live [][2]int32
	dead []int32
	// covers is the last write of the whole node, latest the last one of a part of it.
	covers, latest []event

	// paths counts the conditionals that are executed. Within them, replaced are the writes that later ones
	// have taken the place of, and written all of them.
	paths    int
	replaced []replaced
	written  []written
}

type replaced struct {
	node           int32
	covers, latest event
}

type written struct {
	at span
	by event
}

// fork is a state of the writes in front of the branches of a conditional.
type fork struct{ replaced, written int }

// fork begins a conditional.
func (s *shadow) fork() fork {
	s.paths++
	return fork{len(s.replaced), len(s.written)}
}

// back forgets the writes behind a fork, which are those of another branch.
func (s *shadow) back(f fork) {
	for i := len(s.replaced) - 1; i >= f.replaced; i-- {
		r := s.replaced[i]
		s.covers[r.node], s.latest[r.node] = r.covers, r.latest
	}
	s.replaced = s.replaced[:f.replaced]
}

// join ends a conditional: behind it are the writes of all branches.
func (s *shadow) join(f fork) {
	s.back(f)
	s.paths--
	for _, w := range s.written[f.written:] {
		s.enter(w.at, w.by)
	}
	if s.paths == 0 {
		s.replaced, s.written = nil, nil
	}
}

func newShadow(pieces int32) *shadow {
	size := int32(1)
	for size < pieces {
		size *= 2
	}
	n := 2 * size
	return &shadow{pieces: size, accesses: make([][]*access, n), live: make([][2]int32, n),
		dead: make([]int32, n), covers: make([]event, n), latest: make([]event, n)}
}

// cover calls f with the nodes that together are a range, and up with the nodes above them.
func (s *shadow) cover(r span, f, up func(node int32)) {
	s.coverIn(1, span{0, s.pieces}, r, f, up)
}

func (s *shadow) coverIn(node int32, here, r span, f, up func(node int32)) {
	if r.lo <= here.lo && here.hi <= r.hi {
		f(node)
		return
	}
	middle := (here.lo + here.hi) / 2
	if r.lo < middle {
		s.coverIn(2*node, span{here.lo, middle}, r, f, up)
	}
	if r.hi > middle {
		s.coverIn(2*node+1, span{middle, here.hi}, r, f, up)
	}
	up(node)
}

func kindOf(write bool) int {
	if write {
		return 1
	}
	return 0
}

// add enters an access of an operation in flight.
func (s *shadow) add(a *access) {
	if a.at.empty() {
		return
	}
	k := kindOf(a.write)
	count := func(node int32) { s.live[node][k]++ }
	s.cover(a.at, func(node int32) {
		s.accesses[node] = append(s.accesses[node], a)
		count(node)
	}, count)
}

// remove takes out an access, whose operation has ended.
func (s *shadow) remove(a *access) {
	if a.at.empty() {
		return
	}
	k := kindOf(a.write)
	count := func(node int32) { s.live[node][k]-- }
	s.cover(a.at, func(node int32) {
		if s.dead[node]++; int(s.dead[node])*2 > len(s.accesses[node]) {
			s.sweep(node)
		}
		count(node)
	}, count)
}

// sweep forgets the accesses of operations that have ended.
func (s *shadow) sweep(node int32) {
	kept := s.accesses[node][:0]
	for _, a := range s.accesses[node] {
		if a.by.inFlight {
			kept = append(kept, a)
		}
	}
	clear(s.accesses[node][len(kept):])
	s.accesses[node], s.dead[node] = kept, 0
}

// meet calls f with the accesses in flight that an access meets: the writes and, if it writes itself, the
// reads. An access may be named more than once.
func (s *shadow) meet(r span, write bool, f func(a *access)) {
	if !r.empty() {
		s.meetIn(1, span{0, s.pieces}, r, write, f)
	}
}

func (s *shadow) meetIn(node int32, here, r span, write bool, f func(a *access)) {
	if s.live[node][1] == 0 && (!write || s.live[node][0] == 0) {
		return
	}
	for _, a := range s.accesses[node] {
		if a.by.inFlight && (write || a.write) {
			f(a)
		}
	}
	if here.hi-here.lo == 1 {
		return
	}
	middle := (here.lo + here.hi) / 2
	if r.lo < middle {
		s.meetIn(2*node, span{here.lo, middle}, r, write, f)
	}
	if r.hi > middle {
		s.meetIn(2*node+1, span{middle, here.hi}, r, write, f)
	}
}

// wrote enters a write, which is later than those before it.
func (s *shadow) wrote(r span, e event) {
	if r.empty() {
		return
	}
	if s.paths > 0 {
		s.written = append(s.written, written{r, e})
	}
	s.enter(r, e)
}

func (s *shadow) enter(r span, e event) {
	keep := func(node int32) {
		if s.paths > 0 {
			s.replaced = append(s.replaced, replaced{node, s.covers[node], s.latest[node]})
		}
	}
	s.cover(r, func(node int32) {
		keep(node)
		s.covers[node], s.latest[node] = e, e
	}, func(node int32) {
		keep(node)
		s.latest[node] = e
	})
}

// last returns the latest write to a part of a range, the zero event if there was none.
func (s *shadow) last(r span) event {
	var found event
	if r.empty() {
		return found
	}
	later := func(e event) {
		if e.time > found.time {
			found = e
		}
	}
	s.cover(r, func(node int32) { later(s.latest[node]) }, func(node int32) { later(s.covers[node]) })
	return found
}
