package softpipe

import "slices"

// chooseVersions gives every private buffer the smallest number of versions
// that leaves no hazard. First come the versions that the order of the
// statements asks for; then, for each buffer that asynchronous statements touch, as many more as make the
// waits that stand anyhow protect its slots, so that no wait delays a refill.
func (m *model) chooseVersions(buffers []*buffer) {
	base := m.placeWaits()
	required := m.requirements
	chosen := make([]int, len(buffers))
	for i, b := range buffers {
		chosen[i] = m.chooseVersion(b, base, required)
		b.versions = 0 // each is judged with the others out of the way
	}
	for i, b := range buffers {
		b.versions = chosen[i]
	}
}

// chooseVersion returns the number of versions for one buffer, given the waits
// that stand for what is required when no buffer has slots to refill.
func (m *model) chooseVersion(b *buffer, base waits, required [][][]requirement) int {
	least := 1
	for b.versions = 1; m.breaks(b); b.versions++ {
		least = b.versions + 1
	}
	for b.versions = least; b.versions <= least+m.maxStage+1; b.versions++ {
		if m.protected(base, required) {
			return b.versions
		}
	}
	// Nothing waits for the asynchronous user of the slot but its refill: one
	// version more than the order needs lets the refill overlap with it.
	return least + 1
}

// breaks reports whether, at the buffer's number of versions, a slot is
// refilled before it is read.
func (m *model) breaks(b *buffer) bool {
	for _, p := range m.statements {
		for _, c := range m.statements {
			for _, pair := range m.conflicts(p, c) {
				if pair.buffer == b && m.brokenAt(p, c, &pair) != never {
					return true
				}
			}
		}
	}
	return false
}

// protected reports whether the waits, which fulfil what was required before,
// also order all uses of the slots.
func (m *model) protected(w waits, before [][][]requirement) bool {
	if len(m.queues) == 0 {
		return true
	}
	m.findRequirements()
	lines := m.timelines()
	return !slices.ContainsFunc(m.queues, func(q *queue) bool {
		return m.requiresMore(q, before) && !satisfied(lines, q, w)
	})
}

func (m *model) requiresMore(q *queue, before [][][]requirement) bool {
	for i, r := range m.requirements {
		if !slices.Equal(r[q.index], before[i][q.index]) {
			return true
		}
	}
	return false
}
