package machine

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
)

// A wait for tokens that stands in no loop is judged while the program runs: what it completes goes on as a ghost, until
// something else would complete it as well. If an access meets the ghost, the wait is needed. So a program with many waits
// is run once, not once for each.

// ghost is an operation that one wait alone has completed.
type ghost struct {
	f   *flight
	by  int32 // the number of the wait
	at  point // its group, if it has one
	off bool
}

// ghosts are those of a state, with an index from memory and from chains to their numbers.
type ghosts struct {
	list   []ghost
	slots  map[slotKey][]int32
	chains [][]int32
	groups bool // some have a group
}

func (g *ghosts) clone() ghosts {
	c := ghosts{list: slices.Clone(g.list), groups: g.groups}
	for i := range c.list {
		c.enter(int32(i))
	}
	return c
}

// key appends what distinguishes the ghosts.
func (g *ghosts) key(b []byte) []byte {
	for i := range g.list {
		if one := &g.list[i]; !one.off {
			b = binary.AppendVarint(append(b, 'g'), one.f.uid)
		}
	}
	return b
}

func (g *ghosts) enter(i int32) {
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

// haunt makes ghosts of what a wait is about to complete.
func (m *Machine) haunt(n *skeleton.Node, s *State, set clock) {
	s.exorcise(set, n.Wait)
	if m.Known != nil || !n.Haunts() || m.c.SkipWaits || m.Waits[n.Wait].Needed {
		return
	}
	if s.ghosts.list == nil {
		s.ghosts.list = make([]ghost, 0, len(m.Waits))
	}
	for _, f := range s.among(set) {
		g := ghost{f: f, by: n.Wait}
		if q, in, _ := s.groupOf(f); in != nil {
			g.at, s.ghosts.groups = point{q.id, in.seq}, true
		} else {
			g.at.seq = -1
		}
		s.ghosts.list = append(s.ghosts.list, g)
		s.ghosts.enter(int32(len(s.ghosts.list) - 1))
		s.chains.hold(f.self.chain, 1)
	}
}

// exorcise ends the ghosts that a wait would complete without the one that made them.
func (s *State) exorcise(set clock, by int32) {
	if len(s.ghosts.list) == 0 {
		return
	}
	for _, m := range set {
		if int(m.chain) >= len(s.ghosts.chains) {
			continue
		}
		s.ghosts.chains[m.chain] = slices.DeleteFunc(s.ghosts.chains[m.chain], func(i int32) bool {
			g := &s.ghosts.list[i]
			if !g.off && g.f.self.pos <= m.pos && g.by != by {
				s.drop(g)
			}
			return g.off
		})
	}
}

// laid returns the ghosts that threads have ended, in all of their ends, by what they have waited for. Whoever waits for the
// thread ends them as well.
func (g *ghosts) laid(ends []*State) clock {
	var set clock
	for i := range g.list {
		if !g.list[i].off && !slices.ContainsFunc(ends, func(end *State) bool { return !end.ghosts.list[i].off }) {
			set = set.with(g.list[i].f.self)
		}
	}
	return set
}

// drop ends a ghost.
func (s *State) drop(g *ghost) {
	g.off = true
	s.chains.hold(g.f.self.chain, -1)
}

// countGhosts ends the ghosts of groups that a wait for a queue would complete.
func (s *State) countGhosts(queue, committed, n int64) {
	if !s.ghosts.groups {
		return
	}
	for i := range s.ghosts.list {
		if g := &s.ghosts.list[i]; !g.off && g.at.seq >= 0 && g.at.queue == queue && committed-1-g.at.seq >= n {
			s.drop(g)
		}
	}
}

// meetGhosts finds the waits without which an access would be in conflict.
func (m *Machine) meetGhosts(s *State, t *skeleton.Touch, after clock) {
	if len(s.ghosts.list) == 0 || m.Known != nil {
		return
	}
	if t.Buffer == nil {
		for i := range s.ghosts.list {
			m.meetGhost(s, &s.ghosts.list[i], t, after)
		}
		return
	}
	meetingKeys(t, func(k slotKey) {
		list := s.ghosts.slots[k]
		if len(list) == 0 {
			return
		}
		m.spend(int64(len(list)) / 4)
		s.ghosts.slots[k] = slices.DeleteFunc(list, func(i int32) bool {
			m.meetGhost(s, &s.ghosts.list[i], t, after)
			return s.ghosts.list[i].off
		})
	})
}

func (m *Machine) meetGhost(s *State, g *ghost, t *skeleton.Touch, after clock) {
	if g.off || after.has(g.f.self) {
		return
	}
	if !m.Waits[g.by].Needed && !slices.ContainsFunc(g.f.touches, func(u skeleton.Touch) bool { return m.conflicts(s, g.f, &u, t) }) {
		return
	}
	m.Waits[g.by].Needed = true
	s.drop(g)
}

// returnGhosts finds the waits without which something would be in flight when the function returns.
func (m *Machine) returnGhosts(s *State) {
	for i := range s.ghosts.list {
		g := &s.ghosts.list[i]
		if !g.off && slices.ContainsFunc(g.f.touches, func(t skeleton.Touch) bool { return m.outlives(t.Buffer) }) {
			m.Waits[g.by].Needed = true
		}
	}
}
