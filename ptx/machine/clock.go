package machine

// clock is what a thread knows of the others: of each, how many of its epochs, how many of its groups of
// copies are complete, and how many of its copies are complete by a barrier object; and of each barrier
// object, how many phases are complete. It is never changed once it is shared.
type clock struct {
	epochs, groups, copies []uint32
	phases                 []uint32
	fences                 [windows]*proxyFences
}

func newClock(threads int) *clock {
	return &clock{epochs: make([]uint32, threads), groups: make([]uint32, threads)}
}

// tell returns what the threads know together, with what they have done, and begins an epoch of each.
func tell(threads []*thread) *clock {
	known := newClock(len(threads[0].b.threads))
	var last *clock
	for _, t := range threads {
		if t.clock != last {
			known.join(t.clock)
			last = t.clock
		}
	}
	for _, t := range threads {
		t.epoch++
		for q := range t.queues {
			if c := &t.queues[q]; c.used {
				c.epochEnds()
			}
		}
		known.epochs[t.number] = t.epoch
		known.groups[t.number] = uint32(t.queues[cpAsync].complete())
		known.tellFences(t)
	}
	return known
}

// join adds what another clock knows; only its owner calls it, before the clock is shared.
func (c *clock) join(d *clock) {
	for i, n := range d.epochs {
		c.epochs[i] = max(c.epochs[i], n)
		c.groups[i] = max(c.groups[i], d.groups[i])
	}
	c.joinPhases(d)
	for n, f := range d.fences {
		c.fences[n] = c.fences[n].and(f)
	}
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

// joined returns what two clocks know together; the other may be nil.
func (c *clock) joined(d *clock) *clock {
	if d == nil || c.covers(d) {
		return c
	}
	all := newClock(len(c.epochs))
	all.join(c)
	all.join(d)
	return all
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
	for n, f := range d.fences {
		if !c.fences[n].covers(f) {
			return false
		}
	}
	for i := range d.epochs {
		if d.epochs[i] > c.epochs[i] || d.groups[i] > c.groups[i] ||
			d.copies != nil && d.copies[i] > c.copies[i] {
			return false
		}
	}
	return true
}
