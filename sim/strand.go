package sim

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/happens"
)

// strand is a thread of control of the machine: its line in happens-before, and the operations that it has
// issued.
type strand struct {
	happens.Line
	parent *strand
	fork   *fork  // set for an iteration of a parallel loop, which is joined with all others
	key    uint64 // identifies the strand in every schedule
	allocs uint64 // number of buffers that the strand has made

	// tasks issued by the strand that it does not know to be complete; some may be known by now
	tasks []*strand

	queues   []*queue
	pending  []*thread // operations issued and not committed
	copies   []*thread // copies of cp.async issued and not committed
	blocks   []*thread // copies of the pipeline.dma_group that is being made
	bulk     []*thread // bulk copies issued and not committed
	status   *queueStatus
	thread   *thread       // set for an asynchronous operation
	kernel   *kernelThread // set for a thread of a kernel
	issuedAt *moment       // moment of the issue, if hazards are searched for
	group    *group        // group in which the operation was committed
	touched  []*buffer
}

// fork is one execution of a parallel loop, or of the threads of a block.
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

// child returns a new strand that starts at epoch issue of s.
func (s *strand) child(issue uint32) *strand {
	c := &strand{Line: s.Line.Child(issue), parent: s}
	c.Owner, c.key = c, mix(s.key, uint64(c.Order))
	return c
}

// in adds a strand to those that a fork joins.
func (s *strand) in(f *fork) { s.fork, s.Team = f, &f.Team }

// learn adds the knowledge of a clock to that of the strand, from now on.
func (s *strand) learn(c *happens.Clock) {
	s.Line.Learn(c)
	s.status = nil
}

// comesFirst reports whether the sequential program makes an access on x in epoch ex before one on y in epoch
// ey. The innermost strand around both has a child that contains the later access: later is that child, nil
// if the later access is on the strand itself.
func comesFirst(x *strand, ex uint32, y *strand, ey uint32) (first bool, later *strand) {
	first, child := happens.Precedes(&x.Line, ex, &y.Line, ey)
	if child != nil {
		later = child.Owner.(*strand)
	}
	return first, later
}

// touch records that the strand accesses a buffer. The access also counts for an asynchronous operation
// around a parallel loop, or around an operation that it has issued: these are in flight while the outer one
// is. It does not count for the strand that issues a task, because only a wait for the task tells when the
// task ends.
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

// isTask reports whether a token, or a count on an mbarrier, tells the end of the strand.
func (s *strand) isTask() bool { return s.thread != nil && (s.thread.task != nil || s.thread.counts) }

// touchesOutside reports whether the strand accessed memory that outlives the run.
func (s *strand) touchesOutside() bool {
	for _, b := range s.touched {
		if b.outlives {
			return true
		}
	}
	return false
}

// mix returns a hash of two numbers.
func mix(a, b uint64) uint64 {
	x := a*0x9e3779b97f4a7c15 + b + 0x7f4a7c159e3779b9
	x ^= x >> 32
	x *= 0xd6e8feb86659fd93
	x ^= x >> 29
	return x
}
