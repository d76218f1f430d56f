package injectsoftwarepipeline

import "slices"

// chooseVersions gives every private buffer the smallest number of versions that leaves no hazard. First come
// the versions that the order of the statements needs. A buffer that asynchronous statements access then gets
// as many more as are needed for the waits that exist anyway to protect its slots, so that no wait delays a
// refill.
func (m *model) chooseVersions(buffers []*buffer) {
	m.findDistances()
	base, required := m.placeWaits(), slices.Clone(m.distance)
	chosen := make([]int, len(buffers))
	for i, b := range buffers {
		chosen[i] = m.chooseVersion(b, base, required)
		m.setVersions(b, 0) // each buffer is judged without the requirements of the others
	}
	for i, b := range buffers {
		m.setVersions(b, chosen[i])
	}
}

// setVersions sets a buffer's number of versions and updates the distances that depend on the number.
func (m *model) setVersions(b *buffer, versions int) {
	b.versions = versions
	for _, pair := range b.users {
		m.findDistance(pair[0], pair[1])
	}
}

// chooseVersion returns the number of versions for one buffer. base holds the waits for the requirements that
// remain when every buffer has a slot per iteration.
func (m *model) chooseVersion(b *buffer, base waits, required []int64) int {
	least := 1
	for b.versions = 1; m.breaks(b); b.versions++ {
		least = b.versions + 1
	}
	least = max(least, b.least)
	for n := least; n <= least+m.maxStage+1; n++ {
		m.setVersions(b, n)
		if m.protected(base, required) {
			return n
		}
	}
	// Only the refill of the slot waits for its asynchronous user. One version more than the order needs lets
	// the refill overlap with the user.
	return least + 1
}

// breaks reports whether, with the buffer's number of versions, a slot is refilled before it is read.
func (m *model) breaks(b *buffer) bool {
	for _, users := range b.users {
		pairs := m.conflicts(users[0], users[1])
		for i := range pairs {
			if pairs[i].buffer == b && m.brokenAt(users[0], users[1], &pairs[i]) != never {
				return true
			}
		}
	}
	return false
}

// protected reports whether the waits, which satisfy the earlier requirements, also order all uses of the
// slots.
func (m *model) protected(w waits, before []int64) bool {
	for _, q := range m.queues {
		if m.requiresMore(q, before) && !m.trace(q).satisfied(w) {
			return false
		}
	}
	return true
}

// requiresMore reports whether the requirements on a queue differ from the earlier ones.
func (m *model) requiresMore(q *queue, before []int64) bool {
	n := len(m.statements)
	for _, g := range q.groups {
		for _, p := range g.members {
			row := p.index * n
			if !slices.Equal(m.distance[row:row+n], before[row:row+n]) {
				return true
			}
		}
	}
	return false
}
