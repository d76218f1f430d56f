package sim

import (
	"github.com/inflight-compiler/inflight/sim/internal/happens"
)

// queue tracks the groups that one strand has committed under one number.
type queue struct {
	id        int64
	committed int      // number of groups committed so far
	inFlight  []*group // groups that no wait has joined, oldest first
	youngest  *group   // set only in programs with tokens of groups
	busyUntil int64    // Timed mode: when the unit has executed all committed operations
}

// group is the operations of one commit.
type group struct {
	queue   *queue
	number  int // counted from 0 in the queue
	threads []*thread
	tag     tagKey // tag of a transfer
	end     int64  // Timed mode: when the group completes

	before *group // the next older group, until past is set
	past   bool   // known to be complete with all older groups; clock then has their accesses
	clock  *happens.Clock
}

// complete reports whether all operations of the group have finished.
func (g *group) complete() bool {
	for _, t := range g.threads {
		if t.status != done {
			return false
		}
	}
	return true
}

// queueStatus describes the operations in flight on a strand at some moment.
type queueStatus struct {
	queues  []QueueState
	pending int
	// tasks issued by the strand; clock has the ends of those that the strand knows to have ended
	tasks []*strand
	clock *happens.Clock
}

// unknown returns the number of tasks that the strand has issued and does not know to be complete.
func (q *queueStatus) unknown() int {
	n := 0
	for _, s := range q.tasks {
		if !s.ended(q.clock) {
			n++
		}
	}
	return n
}

// queue returns the strand's queue with a number.
func (s *strand) queue(id int64) *queue {
	for _, q := range s.queues {
		if q.id == id {
			return q
		}
	}
	q := &queue{id: id}
	s.queues = append(s.queues, q)
	return q
}

// inFlight returns the groups that are committed and that no wait has joined. Moments share the result until
// it changes.
func (s *strand) inFlight() *queueStatus {
	if s.status != nil {
		return s.status
	}
	s.status = &queueStatus{tasks: s.tasks, clock: s.Clock}
	for _, list := range s.staged() {
		s.status.pending += len(list)
	}
	for _, q := range s.queues {
		if n := len(q.inFlight); n > 0 {
			s.status.queues = append(s.status.queues,
				QueueState{Queue: q.id, First: q.inFlight[0].number, Last: q.inFlight[n-1].number})
		}
	}
	return s.status
}

// execIssue issues an asynchronous operation.
func execIssue(t *thread, in *instr) {
	if child := t.issue(in); child != nil {
		t.strand.pending = append(t.strand.pending, child)
		t.sched().issued(t, child)
	}
}

// issue makes a thread with the instruction's body. If the instruction has no body, the thread executes the
// following instructions, and the issuing thread continues at field a. issue returns nil if the machine stops
// at a limit.
func (t *thread) issue(in *instr) *thread {
	if int(t.strand.Depth) >= t.m.limits.Depth {
		t.fail(in, codeDepth, "more than %d nested asynchronous operations", t.m.limits.Depth)
		return nil
	}
	if !t.m.reserve(t, in, 1, t.bodyBytes(in)) {
		return nil
	}
	child := t.spawn(in)
	t.inFlight(child)
	if in.body == nil {
		t.pc = int(in.a)
	}
	return child
}

// inFlight counts a thread that begins as an operation of this one.
func (t *thread) inFlight(child *thread) {
	t.recordIssue(child)
	t.strand.status = nil
	t.m.unjoined++
}

func (t *thread) sched() scheduler { return t.m.sched }

// execEnd ends an asynchronous operation.
func execEnd(t *thread, in *instr) {
	t.m.endStrand(t, in)
	t.finish()
}

// execCommit commits the issued operations to queue imm.
func execCommit(t *thread, in *instr) {
	threads := t.strand.pending
	t.strand.pending = nil
	t.committed(t.commit(int64(in.imm), threads), in.dst)
}

// commit appends threads to a queue as one group.
func (t *thread) commit(queue int64, threads []*thread) *group {
	s := t.strand
	q := s.queue(queue)
	g := &group{queue: q, number: q.committed, threads: threads}
	if t.m.prog.groupTokens {
		g.before, q.youngest = q.youngest, g
	}
	q.committed++
	q.inFlight = append(q.inFlight, g)
	s.status = nil
	s.Epoch++
	for _, child := range threads {
		child.strand.group = g
	}
	return g
}

// execWait waits until at most N of the youngest groups of queue imm are incomplete. N is in register a, or
// is b if a is negative.
func execWait(t *thread, in *instr) {
	n := int64(in.b)
	if in.a >= 0 {
		n = max(int64(t.regs[in.a]), 0)
	}
	s := t.strand
	q := s.queue(int64(in.imm))
	count := len(q.inFlight) - int(min(n, int64(len(q.inFlight))))
	forced := q.inFlight[:count]
	if t.awaitGroups(forced) {
		t.join(in, q, forced, q.inFlight[count:])
	}
}

// join orders the rest of the thread after the complete groups in forced. left has the groups still in
// flight.
func (t *thread) join(in *instr, q *queue, forced, left []*group) {
	s := t.strand
	t.m.waited(in, q, forced)
	if len(forced) == 0 {
		return
	}
	if t.m.timing != nil {
		t.stallUntil(in, forced[len(forced)-1].end)
	}
	t.recordGroups(forced)
	s.Epoch++
	for _, g := range forced {
		for _, child := range g.threads {
			child.strand.Join = s.Epoch
			s.Clock = s.Clock.Join(child.strand.Learned())
			t.m.unjoined--
		}
	}
	q.inFlight = append(make([]*group, 0, len(q.inFlight)), left...)
	s.status = nil
}

// unjoined yields the operations that no wait on the strand has joined, in order of issue per queue. It
// leaves out an operation that the strand knows to have ended, because another operation that starts after it
// has ended.
func (s *strand) unjoined(visit func(*thread)) {
	for _, q := range s.queues {
		for _, g := range q.inFlight {
			for _, child := range g.threads {
				if !child.strand.ended(s.Clock) {
					visit(child)
				}
			}
		}
	}
	for _, list := range s.staged() {
		for _, child := range list {
			visit(child)
		}
	}
}

// ---- parallel loops ----

// execFork starts a parallel loop.
func execFork(t *thread, in *instr) {
	s := t.strand
	s.Epoch++
	t.m.unjoined++
	t.forks = append(t.forks,
		&fork{op: t.m.prog.sites[in.site].op, outer: s, Team: happens.Team{Issue: s.Epoch}})
}

// execIteration makes the following instructions an iteration of the innermost parallel loop.
func execIteration(t *thread, in *instr) {
	f := t.forks[len(t.forks)-1]
	s := f.outer.child(f.Issue)
	s.in(f)
	if t.tracked {
		s.issuedAt = t.momentAt(in.site)
	}
	t.strand, t.now = s, nil
}

// execIterationEnd ends an iteration.
func execIterationEnd(t *thread, in *instr) {
	t.m.endStrand(t, in)
	t.strand.fork.Clock = t.strand.fork.Clock.Join(t.strand.Learned())
	t.strand, t.now = t.strand.parent, nil
}

// execJoin ends a parallel loop: everything after it happens after all iterations.
func execJoin(t *thread, _ *instr) {
	f := t.forks[len(t.forks)-1]
	t.forks = t.forks[:len(t.forks)-1]
	t.strand, t.now = f.outer, nil
	f.outer.Epoch++
	f.Join = f.outer.Epoch
	f.outer.Clock = f.outer.Clock.Join(f.Clock)
	t.m.unjoined--
}
