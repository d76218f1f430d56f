package inflight

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// frontier holds the facts that a thread of control knows about completion at one position, on all paths to
// it. It is a vector clock that counts backwards from the youngest group.
type frontier struct {
	// inFlight holds, per queue, the largest number of groups that may be incomplete: the youngest ones.
	inFlight []int64
	// after holds, per queue and per age, the clock that is known once the group of that age is complete,
	// because operations of the group start after groups of other queues. It has only ages below the length
	// of the list, and nil where no operation starts after other groups.
	after [][]clock
	// issued holds, per unit, the clock after which the pending operations start.
	issued map[string]clock
	done   *facts
}

// clock holds, per queue, the largest number of youngest groups that may be incomplete. A nil clock has no
// information.
type clock []int64

func (c clock) clone() clock { return slices.Clone(c) }

// age adds `by` commits to a queue.
func (c clock) age(queue int, by int64) {
	if queue < len(c) {
		c[queue] = add(c[queue], by)
	}
}

// meet keeps the facts of both clocks.
func (c clock) meet(d clock) clock {
	if c == nil || d == nil {
		return nil
	}
	for q := range c {
		c[q] = max(c[q], d[q])
	}
	return c
}

// join adds the facts of d.
func (c clock) join(d clock, queues int) clock {
	if d == nil {
		return c
	}
	if c == nil {
		return d.clone()
	}
	for q := range c {
		c[q] = min(c[q], d[q])
	}
	return c
}

func newFrontier(queues int) *frontier {
	return &frontier{inFlight: make([]int64, queues), after: make([][]clock, queues),
		issued: map[string]clock{}, done: &facts{}}
}

// fork returns a copy of the frontier that records its own facts in a new set above those of f.
func (f *frontier) fork() *frontier {
	c := &frontier{inFlight: slices.Clone(f.inFlight), after: make([][]clock, len(f.after)),
		issued: map[string]clock{}, done: &facts{up: f.done}}
	for q, list := range f.after {
		for _, at := range list {
			c.after[q] = append(c.after[q], at.clone())
		}
	}
	for u, at := range f.issued {
		c.issued[u] = at.clone()
	}
	return c
}

// merge keeps the facts that hold on both paths, and takes the larger counts. The facts of both must be
// forked from the same set.
func (f *frontier) merge(g *frontier) {
	for q := range f.inFlight {
		f.inFlight[q] = max(f.inFlight[q], g.inFlight[q])
		f.after[q] = f.after[q][:min(len(f.after[q]), len(g.after[q]))]
		for i := range f.after[q] {
			f.after[q][i] = f.after[q][i].meet(g.after[q][i])
		}
	}
	for u := range f.issued {
		f.issued[u] = f.issued[u].meet(g.issued[u])
	}
	f.done.meet(g.done)
}

// absorb is merge for facts above base, and reports whether f changed.
func (f *frontier) absorb(g *frontier, base *facts) bool {
	was := f.fork()
	was.done = flatten(was.done, base)
	f.merge(g)
	return !slices.Equal(f.inFlight, was.inFlight) || !f.repeats(was)
}

// repeats reports whether f has the same facts as g, except for the counts.
func (f *frontier) repeats(g *frontier) bool {
	for q := range f.after {
		if !slices.EqualFunc(f.after[q], g.after[q], func(a, b clock) bool { return slices.Equal(a, b) }) {
			return false
		}
	}
	return maps.EqualFunc(f.issued, g.issued, func(a, b clock) bool { return slices.Equal(a, b) }) &&
		f.done.equal(g.done)
}

// grow adds the increase of the counts since g, multiplied by times.
func (f *frontier) grow(g *frontier, times int64) {
	for q := range f.inFlight {
		f.inFlight[q] = add(f.inFlight[q], scale(max(f.inFlight[q]-g.inFlight[q], 0), times))
	}
}

// widen makes counts unbounded that are larger than in was, and numbers in clocks that are beyond limit.
func (f *frontier) widen(was []int64, limit int) {
	for q, n := range f.inFlight {
		if n > was[q] {
			f.inFlight[q] = Unbounded
		}
	}
	for _, list := range f.after {
		for _, at := range list {
			at.widen(limit)
		}
	}
	for _, at := range f.issued {
		at.widen(limit)
	}
}

func (c clock) widen(limit int) {
	for q, n := range c {
		if n > int64(limit) {
			c[q] = Unbounded
		}
	}
}

// become takes over everything but the facts about tokens.
func (f *frontier) become(g *frontier) { f.inFlight, f.after, f.issued = g.inFlight, g.after, g.issued }

// forget removes all facts about the queues.
func (f *frontier) forget() {
	for q := range f.inFlight {
		f.inFlight[q], f.after[q] = Unbounded, nil
	}
	clear(f.issued)
}

// commit adds a group to the queue. When the group is complete, the clock after which its operations started
// is known.
func (f *frontier) commit(queue int, unit string, tracked bool, limit int) {
	f.inFlight[queue] = add(f.inFlight[queue], 1)
	if !tracked {
		return
	}
	for q := range f.after {
		for _, at := range f.after[q] {
			at.age(queue, 1)
		}
	}
	for _, at := range f.issued {
		at.age(queue, 1)
	}
	f.after[queue] = slices.Insert(f.after[queue], 0, f.issued[unit])
	if len(f.after[queue]) > limit {
		f.after[queue] = f.after[queue][:limit]
	}
	delete(f.issued, unit)
}

// complete records that at most the n youngest groups of a queue are incomplete, and that the groups after
// which the complete ones started are complete, too.
func (f *frontier) complete(queue int, n int64) {
	if n >= f.inFlight[queue] {
		n = f.inFlight[queue]
	}
	f.inFlight[queue] = n
	for i := n; i < int64(len(f.after[queue])); i++ {
		for q, m := range f.after[queue][i] {
			if m < f.inFlight[q] {
				f.complete(q, m)
			}
		}
	}
}

// facts is a set of tokens that are known to be complete. A set for an inner region refers to the set for the
// region around.
type facts struct {
	up   *facts
	here map[*ir.Value]bool
}

func (s *facts) has(v *ir.Value) bool {
	for ; s != nil; s = s.up {
		if known, ok := s.here[v]; ok {
			return known
		}
	}
	return false
}

func (s *facts) set(v *ir.Value, known bool) {
	if s.has(v) == known {
		return
	}
	if s.here == nil {
		s.here = map[*ir.Value]bool{}
	}
	s.here[v] = known
}

// meet keeps the facts that hold in both sets, which were forked from the same set.
func (s *facts) meet(t *facts) {
	for v := range s.here {
		if !t.has(v) {
			s.here[v] = false
		}
	}
	for v, known := range t.here {
		if !known {
			s.set(v, false)
		}
	}
}

// equal reports whether two sets forked from the same set have the same facts.
func (s *facts) equal(t *facts) bool {
	for v := range s.here {
		if s.has(v) != t.has(v) {
			return false
		}
	}
	for v := range t.here {
		if s.has(v) != t.has(v) {
			return false
		}
	}
	return true
}

// handUp copies the facts about the chosen values to the set around.
func (s *facts) handUp(chosen func(*ir.Value) bool) {
	for v, known := range s.here {
		if chosen(v) {
			s.up.set(v, known)
		}
	}
}

// flatten returns the facts of s above base in a single set.
func flatten(s, base *facts) *facts {
	flat := &facts{up: base}
	for at := s; at != nil && at != base; at = at.up {
		for v, known := range at.here {
			if flat.here == nil {
				flat.here = map[*ir.Value]bool{}
			}
			if _, newer := flat.here[v]; !newer {
				flat.here[v] = known
			}
		}
	}
	return flat
}
