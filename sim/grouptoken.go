package sim

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// The token of a group of a numbered queue. The thread that committed the group waits for it as with a count:
// groups of a queue complete in the order of their commits, so all older ones are complete as well. Other
// threads, which start after a group or await it, learn everything that happened in it and in the older ones.

var codeGroupToken = diag.Register("sim-group-token",
	"the token of a queue's group stands where only that of a task can",
	"An !async.group collects tasks. Await the token of the queue's group by itself, or let an "+
		"async.execute depend on it and "+
		"add the token of that.")

// tokenOf returns the register of the token that a commit returns, -1 if the program does not ask for it.
func (c *compiler) tokenOf(op *ir.Op) int32 {
	if op.NumResults() == 0 {
		return -1
	}
	c.prog.groupTokens = true
	return c.result(op, 0)
}

// committed reports a new group to the scheduler, and keeps the group's token in register dst unless dst is
// negative.
func (t *thread) committed(g *group, dst int32) {
	if dst >= 0 {
		t.mems[dst] = &view{object: g}
	}
	t.sched().committed(t, g)
}

// hash implements object.
func (g *group) hash() uint64 {
	h := mix(uint64(g.queue.id)+7, uint64(g.number))
	for _, t := range g.threads {
		h = mix(h, t.strand.key)
	}
	if g.complete() {
		h++
	}
	return h
}

// line returns the groups of the queue up to this one that may be incomplete, oldest first.
func (g *group) line() groups {
	var list groups
	for at := g; at != nil && !at.past; at = at.before {
		list = append(list, at)
	}
	slices.Reverse(list)
	return list
}

// learnGroup makes the thread learn everything that happened in a group and in the older ones, all of which
// are complete. The clock of a complete group does not change any more, so it is computed once.
func (t *thread) learnGroup(g *group) {
	for _, at := range g.line() {
		if at.before != nil {
			at.clock = at.before.clock
		}
		for _, child := range at.threads {
			at.clock = at.clock.Join(child.strand.Ending(&t.m.numbers))
		}
		at.past, at.before = true, nil
	}
	t.strand.learn(g.clock)
}

// observeGroup orders the rest of the thread after a complete group and all older ones.
func (t *thread) observeGroup(in *instr, g *group) {
	if q := g.queue; slices.Contains(t.strand.queues, q) {
		n := 0
		for n < len(q.inFlight) && q.inFlight[n].number <= g.number {
			n++
		}
		t.join(in, q, q.inFlight[:n], q.inFlight[n:])
		return
	}
	t.recordGroups(g.line())
	if t.tracked {
		t.learnGroup(g)
	}
	if t.m.timing != nil {
		t.stallUntil(in, g.end)
	}
}
