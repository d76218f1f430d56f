package ranks

import "slices"

// matching is which actions meet. Actions are numbered through, rank by rank.
type matching struct {
	first []int32 // the number of the first action of each rank, and at the end the number of all
	refs  []Ref
	// partner is the receive of a send and the send of a receive, none for all others.
	partner []int32
	// before is the send or receive before an action on its channel, none if it is the first; slot is the
	// receive that frees the slot that a send needs, none if a slot is free from the start.
	before, slot []int32
	// meetings is the members of each collective.
	meetings  [][]int32
	unmatched []Ref
	absent    []Absence
	clashes   []Clash
	groups    []Clash
}

const (
	none  int32 = -1
	never int32 = -2 // the slot that a send needs is never freed
)

// channel is what the sends and receives that meet have in common.
type channel struct {
	from, to int32
	name     string
}

// match finds the partners of a system's actions.
func match(s *System, t Transport) *matching {
	m := &matching{first: make([]int32, len(s.Ranks)+1)}
	for r := range s.Ranks {
		m.first[r+1] = m.first[r] + int32(len(s.Ranks[r].Actions))
		for a := range s.Ranks[r].Actions {
			m.refs = append(m.refs, Ref{int32(r), int32(a)})
		}
	}
	n := len(m.refs)
	m.partner, m.before, m.slot = filled(n), filled(n), filled(n)
	m.matchTransfers(s, t)
	m.matchCollectives(s)
	return m
}

func filled(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = none
	}
	return list
}

func (m *matching) matchTransfers(s *System, t Transport) {
	type ends struct{ sends, recvs []int32 }
	channels := map[channel]*ends{}
	var order []*ends
	for i, ref := range m.refs {
		a := s.Action(ref)
		if !a.Transfers() {
			continue
		}
		key := channel{ref.Rank, a.Peer, a.Channel}
		if a.Kind == Recv {
			key.from, key.to = a.Peer, ref.Rank
		}
		e := channels[key]
		if e == nil {
			e = &ends{}
			channels[key] = e
			order = append(order, e)
		}
		if a.Kind == Send {
			e.sends = append(e.sends, int32(i))
		} else {
			e.recvs = append(e.recvs, int32(i))
		}
	}
	for _, e := range order {
		m.pair(s, e.sends, e.recvs, t.Slots)
	}
}

// pair pairs the sends and receives of a channel.
func (m *matching) pair(s *System, sends, recvs []int32, slots int) {
	for i, x := range sends {
		if i > 0 {
			m.before[x] = sends[i-1]
		}
		if i < len(recvs) {
			m.partner[x], m.partner[recvs[i]] = recvs[i], x
			from, to := m.refs[x], m.refs[recvs[i]]
			if !s.Action(from).Payload.fits(s.Action(to).Payload) {
				m.clashes = append(m.clashes, Clash{from, to})
			}
		} else {
			m.unmatched = append(m.unmatched, m.refs[x])
		}
		if slots > 0 && i >= slots {
			m.slot[x] = never
			if i-slots < len(recvs) {
				m.slot[x] = recvs[i-slots]
			}
		}
	}
	for i, x := range recvs {
		if i > 0 {
			m.before[x] = recvs[i-1]
		}
		if i >= len(sends) {
			m.unmatched = append(m.unmatched, m.refs[x])
		}
	}
}

// matchCollectives puts the n-th collective of a communicator and group at each member together.
func (m *matching) matchCollectives(s *System) {
	type key struct {
		comm string
		rank int32
	}
	members := map[key][]int32{}
	groups := map[string][]int32{} // of each communicator: one collective for each member seen
	var comms []string
	for i, ref := range m.refs {
		a := s.Action(ref)
		if a.Kind != Collective {
			continue
		}
		k := key{a.Channel, ref.Rank}
		if len(members[k]) == 0 {
			if len(groups[a.Channel]) == 0 {
				comms = append(comms, a.Channel)
			}
			groups[a.Channel] = append(groups[a.Channel], int32(i))
		}
		members[k] = append(members[k], int32(i))
	}
	for _, comm := range comms {
		lead := m.refs[groups[comm][0]]
		group := s.Action(lead).Group
		longest := 0
		lists := make([][]int32, len(group))
		for j, r := range group {
			lists[j] = members[key{comm, r}]
			longest = max(longest, len(lists[j]))
		}
		if !m.agree(s, groups[comm], group) {
			longest = 0
		}
		for n := range longest {
			m.meet(s, group, lists, n)
		}
	}
}

// agree reports whether all members of a communicator name the same group, and belong to it. If not, their
// collectives meet nobody.
func (m *matching) agree(s *System, heads, group []int32) bool {
	ok := true
	for _, i := range heads {
		ref := m.refs[i]
		if !slices.Equal(s.Action(ref).Group, group) || !slices.Contains(group, ref.Rank) {
			m.groups = append(m.groups, Clash{m.refs[heads[0]], ref})
			ok = false
		}
	}
	return ok
}

// meet puts the n-th collectives of the members of a group together.
func (m *matching) meet(s *System, group []int32, lists [][]int32, n int) {
	var here, missing []int32
	for j, list := range lists {
		if n < len(list) {
			here = append(here, list[n])
		} else {
			missing = append(missing, group[j])
		}
	}
	lead := m.refs[here[0]]
	for _, x := range here[1:] {
		ref := m.refs[x]
		if a, b := s.Action(lead), s.Action(ref); a.Label != b.Label || !same(a.Payload, b.Payload) {
			m.clashes = append(m.clashes, Clash{lead, ref})
			break
		}
	}
	if len(missing) > 0 {
		m.absent = append(m.absent, Absence{lead, missing})
		return
	}
	m.meetings = append(m.meetings, here)
}

// same reports whether the members of a collective agree on what they are called with.
func same(p, q Payload) bool { return p.fits(q) && q.fits(p) }
