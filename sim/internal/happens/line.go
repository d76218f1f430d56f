package happens

// Line is a thread of control as happens-before sees it: a line of accesses, issues and joins in program
// order. The lines of a run form a tree. Time on a line is its epoch, which every issue and join advances, so
// that an access is placed by (line, epoch).
//
// Queues and parallel loops order lines along the tree: a line knows its ancestors up to its issue, and a
// joined line is known to those that know its parent up to the join. Tokens and barriers order lines across
// the tree: the clock of a line has the order that it has learned from them.
type Line struct {
	parent *Line
	Depth  int32
	issue  uint32 // epoch of the parent from which on this line runs
	Join   uint32 // epoch of the parent from which on this line is known to be complete; 0 while it is not
	// Team is set for an iteration of a parallel loop or a thread of a block, which is joined with all
	// others.
	Team  *Team
	Order uint32 // number among the children of the parent, in program order
	born  uint32 // children so far
	Epoch uint32
	Owner any // the owner of the line, for callers of Precedes

	Number   uint32   // in clocks; 0 while no clock has the line
	Clock    *Clock   // knowledge learned by this line, and by its parent before the issue
	start    *Clock   // the parent's clock at the issue
	Barriers []uint32 // epochs at which the line passed a barrier of its team
}

// Team is the lines of one execution of a parallel loop, or of the threads of a block: they are joined
// together.
type Team struct {
	Issue uint32 // of the parent, as Join
	Join  uint32
	Clock *Clock // knowledge learned by the lines of the team
}

// Counter gives lines their numbers in clocks.
type Counter struct{ last uint32 }

// NewRoot returns the first line of a run.
func NewRoot() Line { return Line{Epoch: 1} }

// Child returns a new line that starts at an epoch of s.
func (s *Line) Child(issue uint32) Line {
	s.born++
	return Line{parent: s, Depth: s.Depth + 1, issue: issue, Order: s.born, Epoch: 1, Clock: s.Clock,
		start: s.Clock}
}

// Learn adds the knowledge of a clock to that of the line, from now on.
func (s *Line) Learn(c *Clock) {
	s.Clock = s.Clock.Join(c)
	s.Epoch++
}

// Learned returns the knowledge of the line with what it has learned since its issue; nil if it has learned
// nothing since then.
func (s *Line) Learned() *Clock {
	if s.Clock == s.start {
		return nil
	}
	return s.Clock
}

// Knowledge returns, as a clock, everything that happened before now on the line. The clock serves lines that
// are not below this one in the tree.
func (s *Line) Knowledge(numbers *Counter) *Clock {
	s.Epoch++
	return s.knows(numbers, s.Epoch)
}

// Ending returns, as a clock, everything that happened before the end of the line, which is now.
func (s *Line) Ending(numbers *Counter) *Clock { return s.knows(numbers, Forever) }

func (s *Line) knows(numbers *Counter, epoch uint32) *Clock {
	c := s.Clock.with(numbers.of(s), epoch)
	for ; s.parent != nil; s = s.parent {
		c = c.with(numbers.of(s.parent), s.issue)
	}
	return c
}

// of returns the number of a line, and gives it one if it has none.
func (n *Counter) of(s *Line) uint32 {
	if s.Number == 0 {
		n.last++
		s.Number = n.last
	}
	return s.Number
}

// joined returns the epoch of the parent at which the line was joined, 0 if the line was not joined.
func (s *Line) joined() uint32 {
	if s.Team != nil {
		return s.Team.Join
	}
	return s.Join
}

// Ordered reports whether an access on line x in epoch e happens before what line y does now. Execution is a
// linearization of happens-before, so a join that orders them has already taken place.
func Ordered(x *Line, e uint32, y *Line) bool {
	return orderedByTree(x, e, y) || y.Clock != nil && y.Clock.includes(x, e)
}

// includes reports whether the clock knows an access on line x in epoch e. The clock knows it directly, or it
// knows the join of x, or of a line around x, with its parent.
func (c *Clock) includes(x *Line, e uint32) bool {
	for {
		if x.Number != 0 && c.Get(x.Number) > e {
			return true
		}
		if e = x.joined(); e == 0 {
			return false
		}
		x = x.parent
	}
}

// orderedByTree is Ordered without clocks: it follows only the order that queues and parallel loops create.
func orderedByTree(x *Line, e uint32, y *Line) bool {
	until := ^uint32(0)
	for y.Depth > x.Depth {
		until, y = y.issue, y.parent
	}
	for x.Depth > y.Depth {
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

// phase returns how many barriers the line has passed at an epoch.
func (s *Line) phase(epoch uint32) int {
	n := len(s.Barriers)
	for n > 0 && s.Barriers[n-1] > epoch {
		n--
	}
	return n
}

// Precedes reports whether an access on x in epoch ex comes before one on y in epoch ey in the sequential
// program. There every line runs at its issue, and the lines of a team run in their order from barrier to
// barrier. The innermost line that x and y are both below, or are, decides. later is the child of that line
// that contains the later access, nil if the later access is on that line itself.
func Precedes(x *Line, ex uint32, y *Line, ey uint32) (before bool, later *Line) {
	var cx, cy *Line
	var px, py int
	for x.Depth > y.Depth {
		cx, px, ex, x = x, x.phase(ex), x.issue, x.parent
	}
	for y.Depth > x.Depth {
		cy, py, ey, y = y, y.phase(ey), y.issue, y.parent
	}
	for x != y {
		cx, px, ex, x = x, x.phase(ex), x.issue, x.parent
		cy, py, ey, y = y, y.phase(ey), y.issue, y.parent
	}
	switch {
	case ex != ey:
		before = ex < ey
	case cx != nil && cy != nil && cx.Team == cy.Team && px != py:
		before = px < py
	case cx != nil && cy != nil:
		before = cx.Order < cy.Order
	default:
		before = cx != nil // a child runs before the parent's later accesses in the epoch of the issue
	}
	if before {
		return true, cy
	}
	return false, cx
}
