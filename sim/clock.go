package sim

// clock is a vector clock: per strand, by its number, the epoch before which everything that the strand did has happened.
// It holds what a strand has learned by tokens and barriers; what it knows because of where it stands in the tree of
// strands is not in it, so that programs without either have none.
//
// A clock is a radix tree that never changes, so that strands share most of what they know: that of a strand which awaits
// a token is joined with that of the task, and wherever both have the same subtree there is nothing to do. nil is empty.
type clock struct {
	level  uint8 // 0 for a leaf
	ended  int32 // entries that are forever
	inner  *[clockWidth]*clock
	epochs *[clockWidth]uint32
}

const (
	clockBits  = 4
	clockWidth = 1 << clockBits

	// forever is the epoch of a strand that has ended: everything it did happened before.
	forever = ^uint32(0)
)

// covers reports whether a number lies in the range of the tree.
func (c *clock) covers(id uint32) bool { return uint64(id)>>(clockBits*(uint(c.level)+1)) == 0 }

// get returns the epoch of a strand, 0 if nothing is known about it.
func (c *clock) get(id uint32) uint32 {
	if c == nil || !c.covers(id) {
		return 0
	}
	for c.level > 0 {
		if c = c.inner[id>>(clockBits*uint(c.level))%clockWidth]; c == nil {
			return 0
		}
	}
	return c.epochs[id%clockWidth]
}

// endedCount returns how many strands are known to have ended.
func (c *clock) endedCount() int {
	if c == nil {
		return 0
	}
	return int(c.ended)
}

// with returns a clock that knows a strand at least up to an epoch.
func (c *clock) with(id, epoch uint32) *clock {
	if c.get(id) >= epoch {
		return c
	}
	if c == nil {
		c = &clock{epochs: new([clockWidth]uint32)}
	}
	for !c.covers(id) {
		c = c.raised()
	}
	return c.set(id, epoch)
}

// raised returns the same clock in a tree one level higher.
func (c *clock) raised() *clock {
	up := &clock{level: c.level + 1, ended: c.ended, inner: new([clockWidth]*clock)}
	up.inner[0] = c
	return up
}

// set returns a copy in which a strand, which the tree covers, has an epoch that is later than before.
func (c *clock) set(id, epoch uint32) *clock {
	n := &clock{level: c.level, ended: c.ended}
	if epoch == forever {
		n.ended++
	}
	if c.level == 0 {
		epochs := *c.epochs
		epochs[id%clockWidth] = epoch
		n.epochs = &epochs
		return n
	}
	inner := *c.inner
	at := id >> (clockBits * uint(c.level)) % clockWidth
	below := inner[at]
	if below == nil {
		below = emptyClock(c.level - 1)
	}
	inner[at] = below.set(id, epoch)
	n.inner = &inner
	return n
}

func emptyClock(level uint8) *clock {
	if level == 0 {
		return &clock{epochs: new([clockWidth]uint32)}
	}
	return &clock{level: level, inner: new([clockWidth]*clock)}
}

// join returns what either of two clocks knows; one of them where that is all.
func (c *clock) join(d *clock) *clock {
	switch {
	case c == d || d == nil:
		return c
	case c == nil:
		return d
	}
	for c.level < d.level {
		c = c.raised()
	}
	for d.level < c.level {
		d = d.raised()
	}
	if c.level == 0 {
		return c.joinLeaf(d)
	}
	n := &clock{level: c.level, inner: new([clockWidth]*clock)}
	isC, isD := true, true
	for i := range n.inner {
		x := c.inner[i].join(d.inner[i])
		n.inner[i], n.ended = x, n.ended+int32(x.endedCount())
		isC, isD = isC && x == c.inner[i], isD && x == d.inner[i]
	}
	return n.orEqual(c, isC, d, isD)
}

func (c *clock) joinLeaf(d *clock) *clock {
	n := &clock{epochs: new([clockWidth]uint32)}
	isC, isD := true, true
	for i := range n.epochs {
		x := max(c.epochs[i], d.epochs[i])
		n.epochs[i] = x
		if x == forever {
			n.ended++
		}
		isC, isD = isC && x == c.epochs[i], isD && x == d.epochs[i]
	}
	return n.orEqual(c, isC, d, isD)
}

// orEqual returns the clock of two that n is equal to, or n, so that equal subtrees stay one.
func (c *clock) orEqual(x *clock, isX bool, y *clock, isY bool) *clock {
	switch {
	case isX:
		return x
	case isY:
		return y
	}
	return c
}
