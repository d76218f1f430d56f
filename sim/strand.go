package sim

import "github.com/inflight-compiler/inflight/ir"

// strand is a thread of control as happens-before sees it: a line of accesses, issues and joins in program order. The
// strands of a run form a tree. Time on a strand is its epoch, which every issue and join advances, so that an access
// is placed by (strand, epoch).
//
// Queues and parallel loops order strands along the tree: a strand knows its ancestors up to its issue, and a joined
// strand is known to whoever knows its parent up to the join. Tokens and barriers order strands across the tree: what
// they tell a strand is kept in its clock.
type strand struct {
	parent *strand
	depth  int32
	issue  uint32 // epoch of the parent from which on this strand runs
	join   uint32 // epoch of the parent from which on it is known complete; 0 before that
	fork   *fork  // set for an iteration of a parallel loop, which joins with all others
	order  uint32 // number among the children of the parent, in program order
	born   uint32 // children so far
	epoch  uint32
	key    uint64 // names the strand whatever the schedule
	allocs uint64 // number of buffers it has made

	number   uint32    // in clocks, 0 while it is in none
	clock    *clock    // what it has learned, with what its parent had learned before its issue
	start    *clock    // the latter
	barriers []uint32  // epochs at which it passed a barrier of its block, if it is a thread of a kernel
	tasks    []*strand // of the tasks it issued and does not know complete; some may be known by now

	queues   []*queue
	pending  []*thread // issued and not committed
	copies   []*thread // the same of cp.async
	blocks   []*thread // the same of the group of block copies that is being made
	bulk     []*thread // the same of bulk copies
	status   *queueStatus
	thread   *thread       // of an asynchronous operation
	kernel   *kernelThread // of a thread of a kernel
	issuedAt *moment       // where that was issued, if hazards are looked for
	group    *group        // what it was committed in
	touched  []*buffer
}

// fork is one execution of a parallel loop.
type fork struct {
	op    *ir.Op // the loop; nil for the threads of a block
	outer *strand
	issue uint32
	join  uint32
	clock *clock // what its iterations have learned
}

// child returns a new strand that starts at an epoch of s.
func (s *strand) child(issue uint32) *strand {
	s.born++
	return &strand{
		parent: s, depth: s.depth + 1, issue: issue, order: s.born, epoch: 1,
		key: mix(s.key, uint64(s.born)), clock: s.clock, start: s.clock,
	}
}

// learn makes a strand know what a clock knows, from now on.
func (s *strand) learn(c *clock) {
	s.clock = s.clock.join(c)
	s.epoch++
	s.status = nil
}

// learned returns what the strand knows and its parent did not when it was issued.
func (s *strand) learned() *clock {
	if s.clock == s.start {
		return nil
	}
	return s.clock
}

// knowledge returns everything that happened before now as a clock, for strands that are not below this one.
func (s *strand) knowledge(m *machine) *clock {
	s.epoch++
	return s.knows(m, s.epoch)
}

// ending returns what happened before a strand's end, which is now, as a clock.
func (s *strand) ending(m *machine) *clock { return s.knows(m, forever) }

func (s *strand) knows(m *machine, epoch uint32) *clock {
	c := s.clock.with(m.numberOf(s), epoch)
	for ; s.parent != nil; s = s.parent {
		c = c.with(m.numberOf(s.parent), s.issue)
	}
	return c
}

// numberOf returns the number of a strand in clocks.
func (m *machine) numberOf(s *strand) uint32 {
	if s.number == 0 {
		m.numbered++
		s.number = m.numbered
	}
	return s.number
}

// joined returns the epoch of the parent at which the strand was joined, 0 if it was not.
func (s *strand) joined() uint32 {
	if s.fork != nil {
		return s.fork.join
	}
	return s.join
}

// ordered reports whether an access on strand x in epoch e happens before what strand y does now. Execution is a
// linearization of happens-before, so a join that orders them has already taken place.
func ordered(x *strand, e uint32, y *strand) bool {
	return orderedByTree(x, e, y) || y.clock != nil && y.clock.includes(x, e)
}

// includes reports whether a clock knows an access, or something that the strand of it, or one around that, was joined
// before.
func (c *clock) includes(x *strand, e uint32) bool {
	for {
		if x.number != 0 && c.get(x.number) > e {
			return true
		}
		if e = x.joined(); e == 0 {
			return false
		}
		x = x.parent
	}
}

// orderedByTree is ordered as far as queues and parallel loops go.
func orderedByTree(x *strand, e uint32, y *strand) bool {
	until := ^uint32(0)
	for y.depth > x.depth {
		until, y = y.issue, y.parent
	}
	for x.depth > y.depth {
		if e = x.joined(); e == 0 {
			return false
		}
		x = x.parent
	}
	for x != y {
		if e = x.joined(); e == 0 {
			return false
		}
		until, x, y = y.issue, x.parent, y.parent
	}
	return e < until
}

// phase returns how many barriers a thread of a kernel has passed at an epoch.
func (s *strand) phase(epoch uint32) int {
	n := len(s.barriers)
	for n > 0 && s.barriers[n-1] > epoch {
		n--
	}
	return n
}

// precedes reports whether, were every strand run at its issue, and the threads of a block in their order from barrier to
// barrier, an access on x in epoch ex would come before one on y
// in epoch ey, and returns the strand on whose time line that is decided and the child of it that the later access is
// in, if any.
func precedes(x *strand, ex uint32, y *strand, ey uint32) (before bool, common, laterChild *strand) {
	var cx, cy *strand
	var px, py int
	for x.depth > y.depth {
		cx, px, ex, x = x, x.phase(ex), x.issue, x.parent
	}
	for y.depth > x.depth {
		cy, py, ey, y = y, y.phase(ey), y.issue, y.parent
	}
	for x != y {
		cx, px, ex, x = x, x.phase(ex), x.issue, x.parent
		cy, py, ey, y = y, y.phase(ey), y.issue, y.parent
	}
	switch {
	case ex != ey:
		before = ex < ey
	case cx != nil && cy != nil && cx.fork == cy.fork && px != py:
		before = px < py
	case cx != nil && cy != nil:
		before = cx.order < cy.order
	default:
		before = cx != nil // a child runs before what its parent does in the epoch of the issue
	}
	if before {
		return true, x, cy
	}
	return false, x, cx
}

// touch remembers that the strand accesses a buffer. An asynchronous operation answers for the parallel loops in it, and
// for the operations that it issues: while it is in flight, so are they. A task answers for itself: who awaits it, and not
// who issued it, knows when it ends.
func (s *strand) touch(b *buffer) {
	for s.fork != nil {
		s = s.parent
	}
	for _, known := range s.touched {
		if known == b {
			return
		}
	}
	s.touched = append(s.touched, b)
	if s.parent != nil && !s.isTask() {
		s.parent.touch(b)
	}
}

// isTask reports whether the strand's completion is a token, or counted on a barrier.
func (s *strand) isTask() bool { return s.thread != nil && (s.thread.task != nil || s.thread.counts) }

// touchesOutside reports whether the strand accessed memory that outlives the program's run.
func (s *strand) touchesOutside() bool {
	for _, b := range s.touched {
		if b.outlives {
			return true
		}
	}
	return false
}

// mix combines two numbers into a well-spread third.
func mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 + b + 0x7f4a7c159e3779b9
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 29
	return x
}
