package happens

// Clock is a vector clock: per strand, by its number, the epoch before which everything that the strand did
// has happened. It holds what a strand has learned by tokens and barriers; what it knows because of where it
// stands in the tree of strands is not in it, so that programs without either have none.
//
// A clock is a radix tree that never changes, so that strands share most of what they know: that of a strand
// which awaits a token is joined with that of the task, and wherever both have the same subtree there is
// nothing to do. nil is empty.
type Clock struct {
	level  uint8 // 0 for a leaf
	ended  int32 // entries that are forever
	inner  *[clockWidth]*Clock
	epochs *[clockWidth]uint32
}

const (
	clockBits  = 4
	clockWidth = 1 << clockBits

	// Forever is the epoch of a strand that has ended: everything it did happened before.
	Forever = ^uint32(0)
)

// covers reports whether a number lies in the range of the tree.
func (c *Clock) covers(id uint32) bool { return uint64(id)>>(clockBits*(uint(c.level)+1)) == 0 }

// Get returns the epoch of a strand, 0 if nothing is known about it.
func (c *Clock) Get(id uint32) uint32 {
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

// EndedCount returns how many strands are known to have ended.
func (c *Clock) EndedCount() int {
	if c == nil {
		return 0
	}
	return int(c.ended)
}

// with returns a clock that knows a strand at least up to an epoch.
func (c *Clock) with(id, epoch uint32) *Clock {
	if c.Get(id) >= epoch {
		return c
	}
	if c == nil {
		c = &Clock{epochs: new([clockWidth]uint32)}
	}
	for !c.covers(id) {
		c = c.raised()
	}
	return c.set(id, epoch)
}

// raised returns the same clock in a tree one level higher.
func (c *Clock) raised() *Clock {
	up := &Clock{level: c.level + 1, ended: c.ended, inner: new([clockWidth]*Clock)}
	up.inner[0] = c
	return up
}

// set returns a copy in which a strand, which the tree covers, has an epoch that is later than before.
func (c *Clock) set(id, epoch uint32) *Clock {
	n := &Clock{level: c.level, ended: c.ended}
	if epoch == Forever {
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

func emptyClock(level uint8) *Clock {
	if level == 0 {
		return &Clock{epochs: new([clockWidth]uint32)}
	}
	return &Clock{level: level, inner: new([clockWidth]*Clock)}
}

// Join returns what either of two clocks knows; one of them where that is all.
func (c *Clock) Join(d *Clock) *Clock {
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
	n := &Clock{level: c.level, inner: new([clockWidth]*Clock)}
	isC, isD := true, true
	for i := range n.inner {
		x := c.inner[i].Join(d.inner[i])
		n.inner[i], n.ended = x, n.ended+int32(x.EndedCount())
		isC, isD = isC && x == c.inner[i], isD && x == d.inner[i]
	}
	return n.orEqual(c, isC, d, isD)
}

func (c *Clock) joinLeaf(d *Clock) *Clock {
	n := &Clock{epochs: new([clockWidth]uint32)}
	isC, isD := true, true
	for i := range n.epochs {
		x := max(c.epochs[i], d.epochs[i])
		n.epochs[i] = x
		if x == Forever {
			n.ended++
		}
		isC, isD = isC && x == c.epochs[i], isD && x == d.epochs[i]
	}
	return n.orEqual(c, isC, d, isD)
}

// orEqual returns the clock of two that n is equal to, or n, so that equal subtrees stay one.
func (c *Clock) orEqual(x *Clock, isX bool, y *Clock, isY bool) *Clock {
	switch {
	case isX:
		return x
	case isY:
		return y
	}
	return c
}
