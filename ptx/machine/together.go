package machine

// This file holds accesses that several lanes of a warp make to the same bytes in one instruction. A word
// remembers them as one, while they are loads or uses of a barrier object: such accesses do not conflict with
// each other.

// ofWarp returns the number of the first thread of the warp of an access.
func (a *access) ofWarp() int { return int(a.thread) &^ (warpSize - 1) }

// isKnown reports whether a clock knows of an access by a thread itself. Of the initialization of a barrier
// object a fence of initializations is enough.
func (a *access) isKnown(known *clock, thread int) bool {
	return known.epochs.at(thread) > a.epoch || a.kind&initial != 0 && known.inits.at(thread) > a.epoch
}

// unknown returns the lanes of an access by threads themselves of whose epoch a clock of their block does not
// know.
func (a *access) unknown(known *clock) uint32 {
	if a.lanes&(a.lanes-1) == 0 {
		if a.isKnown(known, int(a.thread)) {
			return 0
		}
		return a.lanes
	}
	left, first := a.lanes, a.ofWarp()
	for m := a.lanes; m != 0; m &= m - 1 {
		if l := firstLane(m); a.isKnown(known, first+l) {
			left &^= 1 << l
		}
	}
	return left
}

// ownLane returns the lane of a thread among those of an access, none if it is of another warp.
func (t *thread) ownLane(a *access) uint32 {
	if int(a.block) != t.b.number || t.number&^(warpSize-1) != a.ofWarp() {
		return 0
	}
	return 1 << (t.number % warpSize)
}

// of returns the access by one of its lanes.
func (a *access) of(lane int) access {
	x := *a
	x.thread, x.lanes = int32(a.ofWarp()+lane), 1<<lane
	return x
}

// compareLanes judges an access and one of those before it, and returns the lanes of that which nothing
// orders before.
func (t *thread) compareLanes(m *memory, at uint64, word []access, old, a *access) uint32 {
	if old.lanes&(old.lanes-1) == 0 {
		if t.compare(m, at, word, old, a) {
			return 0
		}
		return old.lanes
	}
	left := old.lanes
	for rest := old.lanes; rest != 0; rest &= rest - 1 {
		l := firstLane(rest)
		if x := old.of(l); t.compare(m, at, word, &x, a) {
			left &^= 1 << l
		}
	}
	return left
}

// retain keeps of an access what needs to be remembered after a later one, which nothing orders behind some
// lanes; false if nothing does.
func (a *access) retain(left uint32, later *access) bool {
	switch {
	case forgets(a, later, left == 0):
		return false
	case left != 0 && left != a.lanes && forgets(a, later, true):
		a.thread, a.lanes = int32(a.ofWarp()+firstLane(left)), left
	}
	return true
}

// places are where the lanes of a warp access memory in one instruction.
type places struct {
	mask   uint32
	memory [warpSize]*memory
	at     [warpSize]uint64
}

// add adds the place of a lane.
func (p *places) add(l int, m *memory, at uint64) {
	p.mask |= 1 << l
	p.memory[l], p.at[l] = m, at
}

// rising reports whether each lane accesses what lies behind that of the lane before.
func (p *places) rising() bool {
	last := uint64(0)
	for m := p.mask; m != 0; m &= m - 1 {
		l := firstLane(m)
		if p.at[l] < last {
			return false
		}
		last = p.at[l] + 1
	}
	return true
}

// touch records what the lanes access, those that access the same place as one.
func (w *warp) touch(p *places, size int, a access) {
	g := w.b.g
	if g.config.NoHazards {
		return
	}
	rising := p.rising()
	for rest := p.mask; rest != 0; {
		l := firstLane(rest)
		t, lanes := w.threads[l], uint32(1)<<l
		if !rising {
			lanes = w.atOnePlace(p, rest, l)
		}
		rest &^= lanes
		if lanes&(lanes-1) == 0 || p.memory[l].shadow == nil || g.isDependent() {
			each(lanes, func(l int) { w.threads[l].touch(p.memory[l], p.at[l], size, a) })
			continue
		}
		a.block, a.thread, a.epoch, a.site = int32(w.b.number), int32(t.number), t.epoch, g.site
		a.rank = uint8(w.b.rank)
		a.lanes, a.fences, a.size = lanes, t.proxied, uint8(size)
		each(lanes, func(l int) { w.threads[l].reachesOut(p.memory[l], &a) })
		t.touchTogether(p.memory[l], p.at[l], size, a)
		if t.unwritten {
			each(lanes, func(l int) { w.threads[l].unwritten = true })
		}
	}
}

// atOnePlace returns the lanes that access the same place as one, in the same state.
func (w *warp) atOnePlace(p *places, mask uint32, lane int) uint32 {
	same, t := uint32(0), w.threads[lane]
	for m := mask; m != 0; m &= m - 1 {
		l := firstLane(m)
		if u := w.threads[l]; p.at[l] == p.at[lane] && p.memory[l] == p.memory[lane] && u.clock == t.clock &&
			u.epoch == t.epoch && u.proxied == t.proxied {
			same |= 1 << l
		}
	}
	return same
}

// touchTogether records an access of several lanes, of which the thread is the first.
func (t *thread) touchTogether(m *memory, at uint64, size int, a access) {
	for end := at + uint64(size); at < end; {
		n := min(4-at%4, end-at)
		a.bytes = uint8(1<<n-1) << (at % 4)
		if m.shadow.written != nil {
			t.checkWritten(m, at, a)
		}
		t.recordTogether(m, at, a)
		at += n
	}
}

// recordTogether is record for an access of several lanes that is a load, or strong and in no chain.
func (t *thread) recordTogether(m *memory, at uint64, a access) {
	word := &m.shadow.own(at / 4).all
	others, n := [4]int{}, 0
	for i := range *word {
		old := &(*word)[i]
		if old.bytes&a.bytes != 0 {
			left := t.compareTogether(m, at, *word, old, &a)
			t.checkCoherent(m, at, old, &a, left)
			if old.block != a.block {
				others[old.kind.class()]++
			}
			if !old.retain(left, &a) || others[old.kind.class()] > t.b.g.remembered() {
				continue
			}
		}
		if n != i {
			(*word)[n] = *old
		}
		n++
	}
	*word = append((*word)[:n], a)
}

// compareTogether is compareLanes for an access of several lanes.
func (t *thread) compareTogether(m *memory, at uint64, word []access, old, a *access) uint32 {
	own := uint32(0)
	if old.block == a.block && old.ofWarp() == a.ofWarp() {
		own = a.lanes & old.lanes
	}
	if old.group >= 0 {
		// to all but the thread that issued it a copy is the same
		other := a.lanes &^ own
		each(own|other&-other, func(l int) { t.b.threads[a.ofWarp()+l].compare(m, at, word, old, a) })
		return old.lanes
	}
	left := old.lanes
	if known := t.clock.of(t.b.number, int(old.block)); known != nil {
		left = old.unknown(known)
	}
	if (old.kind|a.kind)&writes == 0 || old.kind == a.kind && old.meets(a) && old.version == 0 {
		return left &^ own // nor do they conflict
	}
	for rest := left; rest != 0; rest &= rest - 1 {
		l := firstLane(rest)
		other := a.lanes
		if own != 0 {
			other &^= 1 << l
		}
		x := old.of(l)
		if t.b.threads[a.ofWarp()+firstLane(other)].compare(m, at, word, &x, a) {
			left &^= 1 << l
		}
	}
	return left
}
