package check

import (
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/check/internal/machine"
	"github.com/inflight-compiler/inflight/check/internal/simt"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// judged is a wait with the findings of all runs about it.
type judged struct {
	*skeleton.Waiting
	machine.Finding
}

// verdict judges a wait by runs in which it is weakened. In a program with hazards, a hazard counts as new
// only if its two operations, with the same last wait between them, had no hazard before.
func (e *explorer) verdict(f *judged) WaitVerdict {
	w := WaitVerdict{Op: f.Op, Place: f.Op.Span().String(), Verdict: Needed, Unknown: f.Unknown}
	effect := f.Op.QueueEffect()
	if effect.Kind != ir.QueueWait {
		return e.tokenVerdict(f, w)
	}
	w.Queue = source.QueueNumber(effect.Queue)
	n := effect.Count
	if effect.Token != nil {
		n = f.Age.Age
	}
	if f.Asked {
		w.Verdict, w.Exact = TooWeak, f.Count
		return w
	}
	w.Exact = n
	switch {
	case e.holds(f.Op, source.ForgetWait) && !e.ordersPrints():
		w.Verdict, w.Exact = Redundant, 0
	case e.holds(f.Op, 1) && !e.ordersPrints():
		w.Slack = e.slack(f.Op)
		w.Verdict, w.Exact = TooStrong, max(n, 0)+w.Slack
	}
	if e.spent() {
		w.Verdict, w.Exact, w.Slack = Unjudged, n, 0
		e.tooLong()
	}
	if w.Verdict == Redundant && !e.staysProven(f.Op, source.ForgetWait) ||
		w.Verdict == TooStrong && !e.staysProven(f.Op, w.Slack) {
		w.Verdict, w.Exact, w.Slack = Unjudged, n, 0
	}
	return w
}

// staysProven reports whether a proof by distances also holds with a larger count of a wait, if the verdict
// depends on such a proof.
func (e *explorer) staysProven(op *ir.Op, by int64) bool {
	return !e.proven || e.c.proven(e.fn, e.members, op, by)
}

// tokenVerdict judges a wait for tokens by whether a new hazard appears without it.
func (e *explorer) tokenVerdict(f *judged, w WaitVerdict) WaitVerdict {
	w.Queue, w.Exact = source.NoQueue, -1
	if f.Seen && f.Age.Queue != source.NoQueue {
		w.Queue, w.Exact = f.Age.Queue, f.Age.Age
	}
	if e.dispensable(f) && !e.ordersPrints() {
		w.Verdict = Redundant
	}
	if e.spent() {
		w.Verdict = Unjudged
		e.tooLong()
	}
	if w.Verdict == Redundant && !e.staysProven(f.Op, source.ForgetWait) {
		w.Verdict = Unjudged
	}
	return w
}

// dispensable reports whether no new hazard appears without a wait for tokens. A wait whose results are used
// is not dispensable, nor is one that may start a lazy task.
func (e *explorer) dispensable(f *judged) bool {
	if f.Starts || f.Unknown && e.c.MayStart(f.Op) {
		return false
	}
	if f.Op.Awaits() && slices.ContainsFunc(f.Op.Results(), (*ir.Value).HasUses) ||
		f.Op.Is(async.RuntimeAwait) && isAsked(f.Op.Operand(0)) {
		return false
	}
	if f.JudgedInOneRun {
		return !f.Needed
	}
	return e.holds(f.Op, source.ForgetWait)
}

// isAsked reports whether an operation reads the outcome of a token, value or group of the runtime, which
// requires a wait before it.
func isAsked(v *ir.Value) bool {
	for u := range v.UsesInside() {
		if u.Owner().Is(async.RuntimeLoad) || u.Owner().Is(async.RuntimeIsError) {
			return true
		}
	}
	return false
}

// waitCount returns the count of a wait as written, or the names of its tokens.
func waitCount(c *checker, op *ir.Op) string {
	effect := op.QueueEffect()
	switch {
	case effect.Dynamic != nil:
		return c.Name(effect.Dynamic)
	case effect.Token != nil:
		return c.Name(effect.Token)
	case effect.Kind == ir.QueueWait:
		return strconv.FormatInt(effect.Count, 10)
	}
	names := make([]string, 0, 1)
	for _, v := range op.AsyncDependencies() {
		names = append(names, c.Name(v))
	}
	return strings.Join(names, ", ")
}

// slack returns by how much the count of a wait can grow. It can grow by 1, and the wait cannot be omitted.
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

// holds reports whether no new hazard appears if the count of a wait grows. Large sizes come first, because
// they most likely show a hazard.
func (e *explorer) holds(op *ir.Op, by int64) bool {
	for _, r := range slices.Backward(e.runs) {
		r.p.Fixed = r.fixed
		m := machine.New(r.p, e.c.Run)
		m.Weaken, m.By, m.Known = op, by, r.known
		m.Run(false)
		if m.Failed || len(m.Limits) > 0 {
			return false
		}
	}
	return e.c.threadsHold(e.fn, op, by)
}

// threadsHold is holds for accesses of different threads.
func (c *checker) threadsHold(fn, op *ir.Op, by int64) bool {
	for _, k := range kernel.All(c.Source, fn) {
		if !k.Op.IsAncestorOf(op) || k.Op.Def().Loop != nil && k.Op.Def().Loop.Parallel || k.Why != "" ||
			k.Threads() > kernel.MaxThreads || k.Apart() {
			continue
		}
		if c.raced == nil {
			c.raced = map[*ir.Op]*simt.Execution{}
		}
		if c.raced[k.Op] == nil {
			c.raced[k.Op] = simt.New(c.threads(), fn, k, nil)
			c.raced[k.Op].Run()
		}
		known := c.raced[k.Op]
		x := simt.New(c.threads(), fn, k, nil)
		x.Weaken, x.By = op, by
		x.Run()
		for pair := range x.Seen {
			if len(known.Why) == 0 && !pair.Agree && !known.Seen[pair] {
				return false
			}
		}
	}
	return true
}
