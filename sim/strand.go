package sim

// strand is a thread of control as happens-before sees it: a line of accesses, issues and joins in program order. The
// strands of a run form a tree. Time on a strand is its epoch, which every issue and join advances, so that an access
// is placed by (strand, epoch).
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

	queues   []*queue
	pending  []*thread // issued and not committed
	copies   []*thread // the same of cp.async
	blocks   []*thread // the same of the group of block copies that is being made
	status   *queueStatus
	thread   *thread // of an asynchronous operation
	issuedAt *moment // where that was issued, if hazards are looked for
	group    *group  // what it was committed in
	touched  []*buffer
}

// fork is one execution of a parallel loop.
type fork struct {
	outer *strand
	issue uint32
	join  uint32
}

// child returns a new strand that starts at an epoch of s.
func (s *strand) child(issue uint32) *strand {
	s.born++
	return &strand{
		parent: s, depth: s.depth + 1, issue: issue, order: s.born, epoch: 1,
		key: mix(s.key, uint64(s.born)),
	}
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

// precedes reports whether, were every strand run at its issue, an access on x in epoch ex would come before one on y
// in epoch ey, and returns the strand on whose time line that is decided and the child of it that the later access is
// in, if any.
func precedes(x *strand, ex uint32, y *strand, ey uint32) (before bool, common, laterChild *strand) {
	var cx, cy *strand
	for x.depth > y.depth {
		cx, ex, x = x, x.issue, x.parent
	}
	for y.depth > x.depth {
		cy, ey, y = y, y.issue, y.parent
	}
	for x != y {
		cx, ex, x = x, x.issue, x.parent
		cy, ey, y = y, y.issue, y.parent
	}
	switch {
	case ex != ey:
		before = ex < ey
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
// for the operations that it issues: while it is in flight, so are they.
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
	if s.parent != nil {
		s.parent.touch(b)
	}
}

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
