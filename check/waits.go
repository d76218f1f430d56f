package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// finding is what runs find about one wait.
type finding struct {
	unknown bool  // its count could not be evaluated
	needed  bool  // without it a ghost is met
	asked   bool  // hazards ask for the count required
	seen    bool  // it has met an age
	count   int64 // that hazards ask for
	age     awaited
}

// ask notes the count that a hazard asks for.
func (f *finding) ask(count int64) {
	if !f.asked || count < f.count {
		f.asked, f.count = true, count
	}
}

// meet keeps the smallest age that a wait for a token meets.
func (f *finding) meet(age awaited) {
	f.age, f.seen = age.or(f.age, f.seen), true
}

// add adds what another run has found.
func (f *finding) add(g *finding) {
	f.unknown, f.needed = f.unknown || g.unknown, f.needed || g.needed
	if g.asked {
		f.ask(g.count)
	}
	if g.seen {
		f.meet(g.age)
	}
}

// waiting is a wait of the function that is checked: its number is the place in their list.
type waiting struct {
	op     *ir.Op
	haunts bool // ghosts give its verdict, wherever it stands
	finding
}

// waitNumber returns the number of the wait that a node is.
func (c *checker) waitNumber(n *node) int32 {
	i, numbered := c.numbers[n.op]
	if !numbered {
		i = int32(len(c.waits))
		c.numbers[n.op] = i
		w := &waiting{op: n.op, haunts: true}
		c.waits = append(c.waits, w)
	}
	w := c.waits[i]
	w.haunts = w.haunts && n.haunts() && !c.opts.SkipWaits
	return i
}

// verdict judges one wait by running the skeletons with it weakened. In a program with hazards, only hazards between
// pairs of operations that had none, with the same last wait between them, count as new.
func (e *explorer) verdict(f *waiting) WaitVerdict {
	w := WaitVerdict{Op: f.op, Place: f.op.Span().String(), Verdict: Needed, Unknown: f.unknown}
	effect := f.op.QueueEffect()
	if effect.Kind != ir.QueueWait {
		return e.tokenVerdict(f, w)
	}
	w.Queue = queueNumber(effect.Queue)
	n := effect.Count
	if effect.Token != nil {
		n = f.age.age
	}
	if f.asked {
		w.Verdict, w.Exact = TooWeak, f.count
		return w
	}
	w.Exact = n
	switch {
	case e.holds(f.op, forgetWait) && !e.ordersPrints():
		w.Verdict, w.Exact = Redundant, 0
	case e.holds(f.op, 1) && !e.ordersPrints():
		w.Slack = e.slack(f.op)
		w.Verdict, w.Exact = TooStrong, max(n, 0)+w.Slack
	}
	if e.spent() {
		w.Verdict, w.Exact, w.Slack = Unjudged, n, 0
		e.tooLong()
	}
	if w.Verdict == Redundant && !e.staysProven(f.op, forgetWait) || w.Verdict == TooStrong && !e.staysProven(f.op, w.Slack) {
		w.Verdict, w.Exact, w.Slack = Unjudged, n, 0
	}
	return w
}

// staysProven reports whether there is no hazard with a larger count of a wait either, where the runs do not show it.
func (e *explorer) staysProven(op *ir.Op, by int64) bool {
	return !e.proven || e.c.proven(e.fn, e.members, op, by)
}

// tokenVerdict judges a wait for tokens: without it there is a new hazard, or not.
func (e *explorer) tokenVerdict(f *waiting, w WaitVerdict) WaitVerdict {
	w.Queue, w.Exact = NoQueue, -1
	if f.seen && f.age.queue != NoQueue {
		w.Queue, w.Exact = f.age.queue, f.age.age
	}
	if e.dispensable(f) && !e.ordersPrints() {
		w.Verdict = Redundant
	}
	if e.spent() {
		w.Verdict = Unjudged
		e.tooLong()
	}
	if w.Verdict == Redundant && !e.staysProven(f.op, forgetWait) {
		w.Verdict = Unjudged
	}
	return w
}

// dispensable reports whether there is no new hazard without a wait for tokens, which brings nothing that is used.
func (e *explorer) dispensable(f *waiting) bool {
	if isAwait(f.op) && slices.ContainsFunc(f.op.Results(), (*ir.Value).HasUses) || f.op.Is(async.RuntimeAwait) && isAsked(f.op.Operand(0)) {
		return false
	}
	if f.haunts {
		return !f.needed
	}
	return e.holds(f.op, forgetWait)
}

// isAsked reports whether the outcome of a token, value or group of the runtime is asked for, which only a
// wait before allows.
func isAsked(v *ir.Value) bool {
	for u := range v.UsesInside() {
		if u.Owner().Is(async.RuntimeLoad) || u.Owner().Is(async.RuntimeIsError) {
			return true
		}
	}
	return false
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
		if m.failed || len(m.limits) > 0 {
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
		if c.raced == nil {
			c.raced = map[*ir.Op]*simt{}
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
			if len(known.why) == 0 && !pair.agree && !known.seen[pair] {
				return false
			}
		}
	}
	return true
}
