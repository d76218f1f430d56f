package machine

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
)

// A wait for tokens that stands in no loop gets its verdict in one run. The operations that the wait
// completes are attributed to it, until another wait completes them as well. If an access conflicts with an
// operation that is attributed to a wait, the wait is needed. So a program with many waits runs once, not
// once for each wait.

// attribution is an operation that is known to be complete because of one wait alone.
type attribution struct {
	f   *flight
	by  int32 // the number of the wait
	at  point // its group, if it has one
	off bool
}

// attributions are the attributions of a state. Indices lead from parts of memory and from chains to their
// positions in the list.
type attributions struct {
	list   []attribution
	slots  map[slotKey][]int32
	chains [][]int32
	groups bool // some have a group
}

func (g *attributions) clone() attributions {
	c := attributions{list: slices.Clone(g.list), groups: g.groups}
	for i := range c.list {
		c.enter(int32(i))
	}
	return c
}

// key appends an encoding that distinguishes sets of attributions.
func (g *attributions) key(b []byte) []byte {
	for i := range g.list {
		if one := &g.list[i]; !one.off {
			b = binary.AppendVarint(append(b, 'g'), one.f.uid)
		}
	}
	return b
}

func (g *attributions) enter(i int32) {
	f := g.list[i].f
	if g.list[i].off {
		return
	}
	if g.slots == nil {
		g.slots = map[slotKey][]int32{}
	}
	for len(g.chains) <= int(f.self.chain) {
		g.chains = append(g.chains, nil)
	}
	g.chains[f.self.chain] = append(g.chains[f.self.chain], i)
	for j := range f.touches {
		keysOf(&f.touches[j], func(k slotKey) {
			if list := g.slots[k]; len(list) == 0 || list[len(list)-1] != i {
				g.slots[k] = append(list, i)
			}
		})
	}
}

// attribute attributes to a wait the operations that it is about to complete. A later access that conflicts
// with one of them shows that the wait is needed.
func (m *Machine) attribute(n *skeleton.Node, s *State, set clock) {
	s.endCovered(set, n.Wait)
	if m.Known != nil || !n.JudgedInOneRun() || m.c.SkipWaits || m.Waits[n.Wait].Needed {
		return
	}
	if s.attributions.list == nil {
		s.attributions.list = make([]attribution, 0, len(m.Waits))
	}
	for _, f := range s.among(set) {
		g := attribution{f: f, by: n.Wait}
		if q, in, _ := s.groupOf(f); in != nil {
			g.at, s.attributions.groups = point{q.id, in.seq}, true
		} else {
			g.at.seq = -1
		}
		s.attributions.list = append(s.attributions.list, g)
		s.attributions.enter(int32(len(s.attributions.list) - 1))
		s.chains.hold(f.self.chain, 1)
	}
}

// endCovered ends the attributions to other waits of operations that this wait completes as well.
func (s *State) endCovered(set clock, by int32) {
	if len(s.attributions.list) == 0 {
		return
	}
	for _, m := range set {
		if int(m.chain) >= len(s.attributions.chains) {
			continue
		}
		s.attributions.chains[m.chain] = slices.DeleteFunc(s.attributions.chains[m.chain],
			func(i int32) bool {
				g := &s.attributions.list[i]
				if !g.off && g.f.self.pos <= m.pos && g.by != by {
					s.drop(g)
				}
				return g.off
			})
	}
}

// endedIn returns the operations whose attributions have ended in all final states of a thread of control,
// because of its own waits. A wait for that thread ends these attributions as well.
func (g *attributions) endedIn(ends []*State) clock {
	var set clock
	for i := range g.list {
		if !g.list[i].off &&
			!slices.ContainsFunc(ends, func(end *State) bool { return !end.attributions.list[i].off }) {
			set = set.with(g.list[i].f.self)
		}
	}
	return set
}

// drop ends an attribution.
func (s *State) drop(g *attribution) {
	g.off = true
	s.chains.hold(g.f.self.chain, -1)
}

// endCounted ends the attributions of operations in groups that a wait for a queue completes.
func (s *State) endCounted(queue, committed, n int64) {
	if !s.attributions.groups {
		return
	}
	for i := range s.attributions.list {
		if g := &s.attributions.list[i]; !g.off && g.at.seq >= 0 && g.at.queue == queue &&
			committed-1-g.at.seq >= n {
			s.drop(g)
		}
	}
}

// findNeeded marks as needed the waits without which an access would conflict with an operation.
func (m *Machine) findNeeded(s *State, t *skeleton.Touch, after clock) {
	if len(s.attributions.list) == 0 || m.Known != nil {
		return
	}
	if t.Buffer == nil {
		for i := range s.attributions.list {
			m.judgeNeeded(s, &s.attributions.list[i], t, after)
		}
		return
	}
	meetingKeys(t, func(k slotKey) {
		list := s.attributions.slots[k]
		if len(list) == 0 {
			return
		}
		m.spend(int64(len(list)) / 4)
		s.attributions.slots[k] = slices.DeleteFunc(list, func(i int32) bool {
			m.judgeNeeded(s, &s.attributions.list[i], t, after)
			return s.attributions.list[i].off
		})
	})
}

func (m *Machine) judgeNeeded(s *State, g *attribution, t *skeleton.Touch, after clock) {
	if g.off || after.has(g.f.self) || m.races != nil && m.excludes(g.f) {
		return
	}
	if !m.Waits[g.by].Needed &&
		!slices.ContainsFunc(g.f.touches, func(u skeleton.Touch) bool { return m.conflicts(s, g.f, &u, t) }) {
		return
	}
	m.Waits[g.by].Needed = true
	s.drop(g)
}

// findNeededAtReturn marks as needed the waits without which an operation would be in flight when the
// function returns.
func (m *Machine) findNeededAtReturn(s *State) {
	for i := range s.attributions.list {
		g := &s.attributions.list[i]
		if !g.off && slices.ContainsFunc(g.f.touches, func(t skeleton.Touch) bool {
			return m.outlives(t.Buffer)
		}) {
			m.Waits[g.by].Needed = true
		}
	}
}
