package happens

// Clock is a vector clock. For each line, by its number, it holds an epoch: everything that the line did
// before that epoch has happened. It holds what a line has learned by tokens and barriers. The order
// that follows from a line's position in the tree of lines is not in its clock, so that programs without
// tokens and barriers have no clocks.
//
// A clock is a radix tree that never changes, so that lines share most of their clocks: the clock of a line
// that awaits a token is joined with the clock of the task, and wherever both have the same subtree there is
// nothing to do. A nil clock is empty.
type Clock struct {
	level  uint8 // 0 for a leaf
	ended  int32 // entries that are Forever
	inner  *[clockWidth]*Clock
	epochs *[clockWidth]uint32
}

const (
	clockBits  = 4
	clockWidth = 1 << clockBits

	// Forever is the epoch of a line that has ended: everything that the line did happened before.
	Forever = ^uint32(0)
)

// covers reports whether the number of a line lies in the range of the tree.
func (c *Clock) covers(id uint32) bool { return uint64(id)>>(clockBits*(uint(c.level)+1)) == 0 }

// Get returns the epoch of the line with a number, 0 if the clock knows nothing about that line.
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

// EndedCount returns how many lines the clock knows to have ended.
func (c *Clock) EndedCount() int {
	if c == nil {
		return 0
	}
	return int(c.ended)
}

// with returns a clock that knows the line with a number at least up to an epoch.
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

// set returns a copy of the clock in which the line with a number has a later epoch. The tree must cover the
// number.
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

// Join returns a clock that knows everything that c or d knows. It returns c or d itself if that one knows
// everything that the other knows.
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

// orEqual returns x or y if c is equal to it, else c itself, so that equal subtrees are the same subtree.
func (c *Clock) orEqual(x *Clock, isX bool, y *Clock, isY bool) *Clock {
	switch {
	case isX:
		return x
	case isY:
		return y
	}
	return c
}
