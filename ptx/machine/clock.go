package machine

import "slices"

// clock is what a thread knows of the others: of each of its cluster, how many of its epochs, how many of its
// groups of copies are complete, and how many of its copies are complete by a barrier object; and of each
// barrier object, how many phases are complete. Of threads in other clusters it knows what their clocks did.
// It is never changed once it is shared.
type clock struct {
	epochs, groups, copies perThread
	phases                 []uint32
	fences                 []*proxyFences // by the number of the fence
	// inits are, by thread, how many epochs ended before its last fence of initializations that is known: nil
	// for none.
	inits perThread
	// others are clocks of other clusters, by the cluster's number; they have no others themselves.
	others *trie[*clock]
	// total is what lies before fences.sc that the owner knows of, and heard what lies before those that must
	// come before the owner's next one.
	total, heard past
}

// past is what lies before fences: before any of the block for threads of the block, and before those that
// reach the grid for all, by block. Its clocks have no pasts themselves.
type past struct {
	near *clock
	far  *trie[*clock]
}

// and returns what two pasts have together.
func (p past) and(q past) past { return past{p.near.and(q.near), p.far.and(q.far, (*clock).and)} }

// tell returns what the threads know together, with what they have done, and begins an epoch of each.
func tell(threads []*thread) *clock {
	var moments [warpSize]moment
	if len(threads) <= warpSize {
		return together(threads, nowOf(threads, moments[:0]))
	}
	return together(threads, nowOf(threads, nil))
}

// nowOf appends how far threads have come.
func nowOf(threads []*thread, moments []moment) []moment {
	for _, t := range threads {
		moments = append(moments, t.now())
	}
	return moments
}

// together returns what threads knew together at moments, with what they had done.
func together(threads []*thread, moments []moment) *clock {
	known := &clock{}
	var last *clock
	for i := range threads {
		if now := &moments[i]; now.clock != last {
			known.join(now.clock)
			last = now.clock
		}
	}
	var own ownTotals
	epochs, groups := newPerThread{perThread: known.epochs}, newPerThread{perThread: known.groups}
	for i, t := range threads {
		epochs.set(t.number, moments[i].epoch)
		groups.set(t.number, moments[i].groups)
		own.add(t, moments[i])
	}
	known.epochs, known.groups = epochs.perThread, groups.perThread
	known.total = own.within(known.total, threads[0].b.cluster)
	known.fences = known.withFences(threads, moments)
	known.addInits(threads)
	return known
}

// moment is how far a thread has come.
type moment struct {
	clock  *clock // what it knew of the others
	epoch  uint32 // how many of its epochs have ended
	groups uint32 // how many of its groups of cp.async were complete
	// fences are those of proxies that the thread had executed, and total is epoch at its last fence.sc.
	fences []ownFence
	total  [reachKinds]uint32
}

// now ends an epoch of a thread.
func (t *thread) now() moment {
	t.epoch++
	for q := range t.queues {
		if c := &t.queues[q]; c.used {
			c.epochEnds()
		}
	}
	return moment{t.clock, t.epoch, uint32(t.queues[cpAsync].complete()), t.fences, t.total}
}

// with returns a past with what a thread did before its last fences.sc.
func (p past) with(t *thread, at moment) past {
	var own ownTotals
	own.add(t, at)
	return own.within(p, t.b.cluster)
}

// ownTotals is what threads of a block did before their last fences.sc, by how far these reach.
type ownTotals [reachKinds]*clock

func (x *ownTotals) add(t *thread, at moment) {
	for r, epoch := range at.total {
		if epoch == 0 {
			continue
		}
		if x[r] == nil {
			x[r] = &clock{}
		}
		x[r].epochs = x[r].epochs.with(t.number, epoch)
	}
}

// within returns a past with it.
func (x *ownTotals) within(p past, c *cluster) past {
	p.near = p.near.and(x[c.nearest()])
	if far := x[inGrid]; far != nil {
		p.far = p.far.and(newLeaf(uint64(c.number), far), (*clock).and)
	}
	return p
}

// join adds what another clock knows; only its owner calls it, before the clock is shared.
func (c *clock) join(d *clock) {
	c.epochs, c.groups, c.copies = c.epochs.and(d.epochs), c.groups.and(d.groups), c.copies.and(d.copies)
	c.inits = c.inits.and(d.inits)
	c.phases = greater(c.phases, d.phases)
	c.fences = joinFences(c.fences, d.fences)
	c.others = c.others.and(d.others, (*clock).and)
	c.total, c.heard = c.total.and(d.total), c.heard.and(d.heard)
}

// knowingPhases returns a clock that knows besides how many phases of a barrier object are complete.
func (c *clock) knowingPhases(b *mbarrier, count uint64) *clock {
	d := *c
	d.phases = make([]uint32, max(len(c.phases), b.number+1))
	copy(d.phases, c.phases)
	d.phases[b.number] = uint32(count)
	return &d
}

// greater returns the greater numbers of two lists, of which the shorter one goes on with zeros.
func greater(a, b []uint32) []uint32 {
	if len(a) < len(b) {
		a, b = b, a
	}
	if reaches(a, b) {
		return a
	}
	all := slices.Clone(a)
	for i, n := range b {
		all[i] = max(all[i], n)
	}
	return all
}

// reaches reports whether no number of b is greater than that of a.
func reaches(a, b []uint32) bool {
	for i, n := range b {
		if n > 0 && (i >= len(a) || n > a[i]) {
			return false
		}
	}
	return true
}

// and returns what two clocks of a block know together; each may be nil.
func (c *clock) and(d *clock) *clock {
	switch {
	case d == nil || c == d:
		return c
	case c == nil:
		return d
	case c.covers(d): // what is known already stays as it is
		return c
	case d.covers(c):
		return d
	}
	both := *c
	both.join(d)
	return &both
}

// learn makes threads know what a clock does.
func learn(threads []*thread, known *clock) {
	var last, joined *clock
	for _, t := range threads {
		if t.clock != last || joined == nil {
			last = t.clock
			joined = known
			if !known.covers(t.clock) {
				joined = known.and(t.clock)
			}
		}
		t.clock = joined
	}
}

// covers reports whether a clock knows all that another one does.
func (c *clock) covers(d *clock) bool {
	return c.epochs.reaches(d.epochs) && reaches(c.phases, d.phases) && coversFences(c.fences, d.fences) &&
		c.groups.reaches(d.groups) && c.copies.reaches(d.copies) && c.inits.reaches(d.inits) && c.coversFar(d)
}

// coversFar is covers for other blocks, and for fences.
func (c *clock) coversFar(d *clock) bool {
	return (d.others == nil || c.others.and(d.others, (*clock).and) == c.others) &&
		(d.total == past{} || c.total.and(d.total) == c.total) &&
		(d.heard == past{} || c.heard.and(d.heard) == c.heard)
}

// own returns what a clock knows of its own block.
func (c *clock) own() *clock {
	if c.others == nil {
		return c.withoutPast()
	}
	d := *c.withoutPast()
	d.others = nil
	return &d
}

// withoutPast returns a clock without what is known of fences.
func (c *clock) withoutPast() *clock {
	if c.total == (past{}) && c.heard == (past{}) {
		return c
	}
	d := *c
	d.total, d.heard = past{}, past{}
	return &d
}

// byBlock returns what a clock of a block knows of all blocks.
func (c *clock) byBlock(block int) *trie[*clock] {
	return c.others.and(newLeaf(uint64(block), c.own()), (*clock).and)
}

// withBlocks returns a clock of a block that knows besides what is known of blocks.
func (c *clock) withBlocks(block int, known *trie[*clock]) *clock {
	d := c.and(known.get(uint64(block)))
	others := d.others.and(known.without(uint64(block)), (*clock).and)
	if others == d.others {
		return d
	}
	e := *d
	e.others = others
	return &e
}

// of returns what a clock of a block knows of a block, nil for nothing.
func (c *clock) of(own, block int) *clock {
	if own == block {
		return c
	}
	return c.others.get(uint64(block))
}
