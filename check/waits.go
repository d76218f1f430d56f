package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// verdict judges one wait by running the skeletons with it weakened. In a program with hazards, only hazards between
// pairs of operations that had none, with the same last wait between them, count as new.
func (e *explorer) verdict(op *ir.Op) WaitVerdict {
	w := WaitVerdict{Op: op, Place: op.Span().String(), Verdict: Needed, Unknown: e.unknown[op]}
	effect := op.QueueEffect()
	if effect.Kind != ir.QueueWait {
		return e.tokenVerdict(w)
	}
	w.Queue = queueNumber(effect.Queue)
	n := effect.Count
	if effect.Token != nil {
		n = e.ages[op].age
	}
	if exact, ok := e.required[op]; ok {
		w.Verdict, w.Exact = TooWeak, exact
		return w
	}
	w.Exact = n
	switch {
	case e.holds(op, forgetWait):
		w.Verdict, w.Exact = Redundant, 0
	case e.holds(op, 1):
		w.Slack = e.slack(op)
		w.Verdict, w.Exact = TooStrong, max(n, 0)+w.Slack
	}
	if e.spent() {
		w.Verdict, w.Exact, w.Slack = Unjudged, n, 0
		e.complete = false
	}
	return w
}

// tokenVerdict judges a wait for tokens: without it there is a new hazard, or not.
func (e *explorer) tokenVerdict(w WaitVerdict) WaitVerdict {
	age, seen := e.ages[w.Op]
	w.Queue, w.Exact = NoQueue, -1
	if seen && age.queue != NoQueue {
		w.Queue, w.Exact = age.queue, age.age
	}
	if e.dispensable(w.Op) {
		w.Verdict = Redundant
	}
	if e.spent() {
		w.Verdict = Unjudged
		e.complete = false
	}
	return w
}

// dispensable reports whether there is no new hazard without a wait for tokens.
func (e *explorer) dispensable(op *ir.Op) bool {
	if e.haunted[op] {
		return !e.needed[op]
	}
	return e.holds(op, forgetWait)
}

// waitCount returns the count of a wait as it is written, or its tokens.
func waitCount(c *checker, op *ir.Op) string {
	effect := op.QueueEffect()
	switch {
	case effect.Dynamic != nil:
		return c.name(effect.Dynamic)
	case effect.Token != nil:
		return c.name(effect.Token)
	case effect.Kind == ir.QueueWait:
		return strconv.FormatInt(effect.Count, 10)
	}
	names := make([]string, 0, 1)
	for _, v := range op.AsyncDependencies() {
		names = append(names, c.name(v))
	}
	return strings.Join(names, ", ")
}

// slack returns by how much the count can grow. By less than 2 is known to hold, forgetting the wait not to.
func (e *explorer) slack(op *ir.Op) int64 {
	good, bad := int64(1), int64(2)
	for e.holds(op, bad) {
		good, bad = bad, 2*bad
		if bad > 1<<20 {
			return good
		}
	}
	for bad-good > 1 {
		if mid := (good + bad) / 2; e.holds(op, mid) {
			good = mid
		} else {
			bad = mid
		}
	}
	return good
}

// holds reports whether no new hazard appears when the count of a wait grows. Large sizes come first: they are the
// ones that most likely show a hazard.
func (e *explorer) holds(op *ir.Op, by int64) bool {
	for _, r := range slices.Backward(e.runs) {
		r.p.fixed = r.fixed
		m := newMachine(r.p)
		m.weaken, m.by, m.known = op, by, r.known
		m.run(false)
		if m.failed || m.limited {
			return false
		}
	}
	return e.c.threadsHold(e.fn, op, by)
}

// threadsHold is holds for what threads do to each other.
func (c *checker) threadsHold(fn, op *ir.Op, by int64) bool {
	for _, k := range c.kernels(fn) {
		if !k.op.IsAncestorOf(op) || k.op.Def().Loop != nil && k.op.Def().Loop.Parallel || k.why != "" || k.threads() > maxThreads || k.apart() {
			continue
		}
		if c.raced[k.op] == nil {
			c.raced[k.op] = c.newSimt(fn, k, nil)
			c.raced[k.op].run()
		}
		known := c.raced[k.op]
		x := c.newSimt(fn, k, nil)
		x.weaken, x.by = op, by
		x.run()
		for pair := range x.seen {
			if len(known.why) == 0 && !known.seen[pair] {
				return false
			}
		}
	}
	return true
}
