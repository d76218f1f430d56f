package machine

// clock is what a thread knows of the others: of each of its cluster, how many of its epochs, how many of its
// groups of copies are complete, and how many of its copies are complete by a barrier object; and of each
// barrier object, how many phases are complete. Of threads in other clusters it knows what their clocks did.
// It is never changed once it is shared.
type clock struct {
	epochs, groups, copies []uint32
	phases                 []uint32
	fences                 []*proxyFences // by the number of the fence
	// inits are, by thread, how many epochs ended before its last fence of initializations that is known: nil
	// for none.
	inits []uint32
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

func newClock(threads int) *clock {
	return &clock{epochs: make([]uint32, threads), groups: make([]uint32, threads)}
}

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
	known := newClock(len(threads[0].b.threads))
	var last *clock
	var fences []*proxyFences
	var own ownTotals
	for i, t := range threads {
		now := &moments[i]
		if now.clock != last {
			known.join(now.clock)
			last = now.clock
		}
		known.epochs[t.number] = now.epoch
		known.groups[t.number] = now.groups
	}
	for i, t := range threads {
		fences = known.addFences(fences, t.number, moments[i])
		own.add(t, moments[i], len(known.epochs))
	}
	known.total = own.within(known.total, threads[0].b.cluster)
	known.fences = joinFences(known.fences, fences)
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
func (p past) with(t *thread, at moment, threads int) past {
	var own ownTotals
	own.add(t, at, threads)
	return own.within(p, t.b.cluster)
}

// ownTotals is what threads of a block did before their last fences.sc, by how far these reach.
type ownTotals [reachKinds]*clock

func (x *ownTotals) add(t *thread, at moment, threads int) {
	for r, epoch := range at.total {
		if epoch == 0 {
			continue
		}
		if x[r] == nil {
			x[r] = newClock(threads)
		}
		x[r].epochs[t.number] = epoch
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
	for i, n := range d.epochs {
		c.epochs[i] = max(c.epochs[i], n)
		c.groups[i] = max(c.groups[i], d.groups[i])
	}
	c.joinPhases(d)
	c.fences = joinFences(c.fences, d.fences)
	c.inits = greater(c.inits, d.inits)
	c.others = c.others.and(d.others, (*clock).and)
	c.total, c.heard = c.total.and(d.total), c.heard.and(d.heard)
	if d.copies == nil {
		return
	}
	if c.copies == nil {
		c.copies = make([]uint32, len(c.epochs))
	}
	for i, n := range d.copies {
		c.copies[i] = max(c.copies[i], n)
	}
}

// knowingPhases returns a clock that knows besides how many phases of a barrier object are complete.
func (c *clock) knowingPhases(b *mbarrier, count uint64) *clock {
	d := *c
	d.phases = make([]uint32, max(len(c.phases), b.number+1))
	copy(d.phases, c.phases)
	d.phases[b.number] = uint32(count)
	return &d
}

// joinPhases adds what another clock knows of barrier objects.
func (c *clock) joinPhases(d *clock) {
	for len(c.phases) < len(d.phases) {
		c.phases = append(c.phases, 0)
	}
	for i, n := range d.phases {
		c.phases[i] = max(c.phases[i], n)
	}
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
	both := newClock(len(c.epochs))
	both.join(c)
	both.join(d)
	return both
}

// learn makes threads know what a clock does.
func learn(threads []*thread, known *clock) {
	var last, joined *clock
	for _, t := range threads {
		if t.clock != last || joined == nil {
			last = t.clock
			joined = known
			if !known.covers(t.clock) {
				joined = newClock(len(known.epochs))
				joined.join(known)
				joined.join(t.clock)
			}
		}
		t.clock = joined
	}
}

// covers reports whether a clock knows all that another one does.
func (c *clock) covers(d *clock) bool {
	if d.copies != nil && c.copies == nil || len(c.phases) < len(d.phases) {
		return false
	}
	for i, n := range d.phases {
		if n > c.phases[i] {
			return false
		}
	}
	if !coversFences(c.fences, d.fences) || !reaches(c.inits, d.inits) {
		return false
	}
	for i := range d.epochs {
		if d.epochs[i] > c.epochs[i] || d.groups[i] > c.groups[i] ||
			d.copies != nil && d.copies[i] > c.copies[i] {
			return false
		}
	}
	return c.coversFar(d)
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
