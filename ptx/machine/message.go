package machine

// This file holds what strong accesses tell: a release pattern writes a message to a location, and an acquire
// pattern that reads it learns what it says (PTX ISA, "Release and Acquire Patterns"). Memory without strong
// accesses has no locations.

// told is what releases tell.
type told struct {
	// near is what they tell threads of their own block, by that block's place in the grid, middle what they
	// tell those of their cluster, by its number, and far what they tell all others: clocks of clusters. The
	// latter learn of fences besides.
	near, middle *trie[*clock]
	far          *trie[*clock]
	total, heard *trie[*clock]
}

// and returns what two tell together.
func (m told) and(n told) told {
	return told{m.near.and(n.near, (*clock).and), m.middle.and(n.middle, (*clock).and),
		m.far.and(n.far, (*clock).and),
		m.total.and(n.total, (*clock).and), m.heard.and(n.heard, (*clock).and)}
}

// message is what a read of a location may learn. It is never changed.
type message struct {
	release told // by an acquire pattern
	total   told // by a fence.sc behind the read: what lies before a fence.sc that lies before the write
}

func (m message) and(n message) message {
	return message{m.release.and(n.release), m.total.and(n.total)}
}

// cell is a place in memory that strong operations write.
type cell struct {
	// version counts the writes. From first to version each read the one before it: what is true of the last
	// of a chain of atomic operations is true of them all.
	version, first uint32
	block, thread  int32 // of the last write, and its reach
	reach          reach
	size           int
	message        message
	users          users // where there are fences of memory
}

// meets reports whether an operation of a thread is morally strong with the last write.
func (l *cell) meets(t *thread, o order, size int) bool {
	return l.version > 0 && l.size == size &&
		(int(l.block) == t.b.number && (t.b.has(int(l.thread)) || min(l.reach, o.reach) >= inCluster) ||
			l.reach == inGrid && o.reach == inGrid)
}

// cell returns the cell at an address.
func (m *memory) cell(at uint64) *cell {
	if m.cells == nil {
		m.cells = map[uint64]*cell{}
	}
	l := m.cells[at]
	if l == nil {
		l = &cell{}
		m.cells[at] = l
	}
	return l
}

// pattern is what a thread needs for patterns of several instructions.
type pattern struct {
	fenced   [reachKinds]*fenced // the last fence that releases, by how far it reaches at least
	released map[*cell]told      // what it has released at a location itself
	heard    []message           // what strong reads found, for a fence to learn
}

// fenced is what a fence makes a later strong write tell.
type fenced struct {
	at    moment
	tells told // empty until something is written
}

// maxHeard is how many messages are kept apart; more are joined.
const maxHeard = 8

// strongAccess records a strong access to one element, and what it tells and learns. That it changes memory
// is not true of a comparison that fails, which else is as one that does not.
func (t *thread) strongAccess(m *memory, at uint64, size int, k kind, o order, changes bool) {
	if m == nil || m.shadow == nil || t.b.g.config.NoHazards {
		return
	}
	l := m.cell(at)
	if t.b.g.fencing != nil {
		l.users.note(t, t.b.g.site)
	}
	meets := l.meets(t, o, size)
	a := access{kind: k | o.kind(), group: -1}
	var found message
	if meets && (k&writes == 0 || k&updates != 0) {
		a.first, a.version, found = l.first, l.version, l.message
	}
	if changes {
		l.write(t, a.version > 0, size, o)
		a.version = l.version
		a.first = l.first
	}
	t.touch(m, at, size, a)
	t.observe(found, o)
	if changes {
		l.message = t.publish(l, found, o)
	}
}

// write notes a write, which goes on with the chain of the last one if it read it.
func (l *cell) write(t *thread, chained bool, size int, o order) {
	l.version++
	if !chained {
		l.first = l.version
	}
	l.block, l.thread, l.reach, l.size = int32(t.b.number), int32(t.number), o.reach, size
}

// observe takes in what a strong read found.
func (t *thread) observe(found message, o order) {
	if found == (message{}) {
		return
	}
	if o.acquire {
		t.learn(found.release, o.reach)
	}
	t.hear(past{t.b.finds(found.total), found.total.far})
	n := len(t.heard)
	if n > 0 && t.heard[n-1] == found {
		return
	}
	if n == maxHeard {
		for _, m := range t.heard {
			found = found.and(m)
		}
		t.heard = t.heard[:0]
	}
	t.heard = append(t.heard, found)
}

// learn makes a thread know what it is told, as far as its own operation reaches.
func (t *thread) learn(m told, r reach) {
	t.clock = t.clock.and(m.near.get(uint64(t.b.place())))
	if r >= inCluster {
		t.clock = t.clock.and(m.middle.get(uint64(t.b.number)))
	}
	if r != inGrid || m.far == nil {
		return
	}
	t.clock = t.clock.withBlocks(t.b.number, m.far)
	total, heard := t.clock.total.and(past{far: m.total}), t.clock.heard.and(past{far: m.heard})
	if total != t.clock.total || heard != t.clock.heard {
		c := *t.clock
		c.total, c.heard = total, heard
		t.clock = &c
	}
}

// hear notes what must lie before the thread's next fence.sc, and that of whoever comes behind it.
func (t *thread) hear(p past) {
	if p == (past{}) {
		return
	}
	if heard := t.clock.heard.and(p); heard != t.clock.heard {
		c := *t.clock
		c.heard = heard
		t.clock = &c
	}
}

// publish returns what a strong write tells: what the thread has released until now, by it or by the fence
// before it, what it released here before, and what the write found if it is part of an atomic operation.
func (t *thread) publish(l *cell, found message, o order) message {
	m := found
	if o.release {
		own := t.tells(tell([]*thread{t}), o.reach)
		if t.released == nil {
			t.released = map[*cell]told{}
		}
		t.released[l] = t.released[l].and(own)
	}
	m.release = m.release.and(t.released[l])
	for r, f := range t.fenced {
		if f != nil {
			m.release = m.release.and(f.told(t, reach(r)))
		}
	}
	m.total = m.total.and(t.tellsTotal())
	return m
}

// tells returns what a release with a clock tells: those in the block everything, and others if it reaches
// them.
func (t *thread) tells(known *clock, r reach) told {
	m := told{near: newLeaf(uint64(t.b.place()), known)}
	if r >= inCluster && len(t.b.blocks) > 1 {
		m.middle = newLeaf(uint64(t.b.number), known)
	}
	if r == inGrid {
		m.far, m.total, m.heard = known.byBlock(t.b.number), known.total.far, known.heard.far
		t.b.g.outlives(t.b.cluster)
	}
	return m
}

// told returns what a fence made known.
func (f *fenced) told(t *thread, r reach) told {
	if f.tells == (told{}) {
		copied := *f.at.clock
		known := &copied
		known.epochs = known.epochs.with(t.number, f.at.epoch)
		known.groups = known.groups.with(t.number, f.at.groups)
		known.fences = known.withFences([]*thread{t}, []moment{f.at})
		known.total = known.total.with(t, f.at)
		f.tells = t.tells(known, r)
	}
	return f.tells
}

// tellsTotal returns what lies before the fences.sc that a thread knows of, its own among them.
func (t *thread) tellsTotal() told {
	known := t.clock.total.with(t, moment{total: t.total})
	m := told{far: known.far}
	if known.near != nil {
		m = t.b.toNearest(known.near)
		m.far = known.far
	}
	if m.far != nil {
		t.b.g.outlives(t.b.cluster)
	}
	return m
}

// fence executes a fence: it learns what strong reads before it found, and makes strong writes behind it tell
// what was done before it.
func (t *thread) fence(o order, total *totals) {
	if t.b.g.config.NoHazards {
		return
	}
	if o.acquire {
		for _, m := range t.heard {
			t.learn(m.release, o.reach)
		}
		if h := t.clock.heard; o.total && h != (past{}) {
			before := t.clock
			near := t.b.toNearest(h.near)
			near.far = h.far
			t.learn(near, o.reach)
			t.b.g.toldTotal = t.b.g.toldTotal || t.clock != before
		}
		if o.reach == inGrid {
			t.heard = t.heard[:0]
		}
	}
	if !o.release {
		return
	}
	if o.total {
		if o.reach >= t.b.nearest() {
			t.clock = total.of(t, o.reach)
		}
	}
	at := t.now()
	for r := inBlock; o.total && r <= o.reach; r++ {
		t.total[r], at.total[r] = at.epoch, at.epoch
	}
	for r := inBlock; r <= o.reach; r++ {
		t.fenced[r] = &fenced{at: at}
	}
}

// totals makes clocks of threads behind a fence.sc, one for those who had one.
type totals struct{ before, behind *clock }

func (x *totals) of(t *thread, r reach) *clock {
	if t.clock != x.before {
		x.before, x.behind = t.clock, t.clock.totalled(t.b.number, r)
	}
	return x.behind
}

// totalled returns a clock of a block that knows besides that all it knows lies before a fence.sc.
func (c *clock) totalled(block int, r reach) *clock {
	before := past{near: c.withoutPast()}
	if r == inGrid {
		before.far = c.byBlock(block)
	}
	d := *c
	d.total = c.total.and(before)
	if d.total == c.total {
		return c
	}
	return &d
}

// outlives keeps a block that others may know of.
func (g *launch) outlives(b *cluster) {
	if g.known == nil {
		g.known = map[int]*cluster{}
	}
	g.known[b.number] = b
}

// decodeMemoryFence decodes a fence of memory.
func (c *compiler) decodeMemoryFence(o order) bool {
	c.orders(o)
	return c.emitPlain(func(w *warp, mask uint32) {
		var behind totals
		each(mask, func(l int) { w.threads[l].fence(o, &behind) })
	})
}
