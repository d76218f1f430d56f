package sim

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/happens"
)

// strand is a thread of control of the machine: its place in happens-before, and what it has issued.
type strand struct {
	happens.Line
	parent *strand
	fork   *fork  // set for an iteration of a parallel loop, which joins with all others
	key    uint64 // names the strand whatever the schedule
	allocs uint64 // number of buffers it has made

	tasks []*strand // of the tasks it issued and does not know complete; some may be known by now

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
	happens.Team
	op    *ir.Op // the loop; nil for the threads of a block
	outer *strand
}

// newStrand returns the strand that a run begins with.
func newStrand() *strand {
	s := &strand{Line: happens.NewRoot(), key: 1}
	s.Owner = s
	return s
}

// child returns a new strand that starts at an epoch of s.
func (s *strand) child(issue uint32) *strand {
	c := &strand{Line: s.Line.Child(issue), parent: s}
	c.Owner, c.key = c, mix(s.key, uint64(c.Order))
	return c
}

// in makes a strand one of those that a fork joins.
func (s *strand) in(f *fork) { s.fork, s.Team = f, &f.Team }

// learn makes a strand know what a clock knows, from now on.
func (s *strand) learn(c *happens.Clock) {
	s.Line.Learn(c)
	s.status = nil
}

// comesFirst reports whether the sequential program makes an access on x in epoch ex before one on y in epoch
// ey. later is the child of the innermost strand around both that the later access is in, nil if it is on
// that strand itself.
func comesFirst(x *strand, ex uint32, y *strand, ey uint32) (first bool, later *strand) {
	first, child := happens.Precedes(&x.Line, ex, &y.Line, ey)
	if child != nil {
		later = child.Owner.(*strand)
	}
	return first, later
}

// touch remembers that the strand accesses a buffer. An asynchronous operation answers for the parallel loops
// in it, and for the operations that it issues: while it is in flight, so are they. A task answers for
// itself: who awaits it, and not who issued it, knows when it ends.
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
