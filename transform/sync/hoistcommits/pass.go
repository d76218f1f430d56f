package hoistcommits

import (
	"fmt"
	"github.com/inflight-compiler/inflight/analysis"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is hoist-commits.
var Pass = pass.Register(&pass.Pass{
	Name:    "hoist-commits",
	Title:   "HoistCommits",
	Summary: "Make the numbers of committed groups independent of the path",
	Doc: `A commit under a condition makes the number of groups in flight depend on the path, and
a wait can then count on the smallest number only. This pass changes three kinds of
programs and no other:

1. Conditions (scf.if, affine.if, scf.index_switch) whose branches commit different
   numbers of groups to a queue. If every branch has at most one commit and nothing behind
   it in its branch depends on it (no wait on the queue, no issue or commit of its unit, no
   unknown call, no use of its token but as a result), the commit moves behind the
   condition, and only what it commits stays guarded; where a commit has a body, the
   condition moves into that. Otherwise the branches with fewer groups commit empty ones,
   at the end or so that tokens that become the same result have the same age. A branch
   that hands on an older token of the same queue hands on that of the empty group. Waits
   stay in their branches.

2. Waits for a token whose group was committed a varying number of groups before, because
   a loop in between commits as often as data says. Loops and conditions then carry the
   number of groups in an index, and a scf.index_switch chooses among waits with constant
   counts. From max-count on, the wait for max-count, a stronger one, serves all. Where the
   token is defined, or a loop receives it, its age must be a constant.

3. Waits with a count known at run time become the same switch, unless dynamic-waits=false.

What is complete behind a wait was complete before, or more: empty groups are younger than
what a wait is for, groups complete in the order of their commits, and a choice among waits
never takes a larger count. Queues whose groups complete in any order stay as they are, and
so does a place where an empty commit would take operations that the commit of another
queue takes. Remarks say where the number of groups still depends on the path.`,
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "max-count", Type: pass.Int, Default: "7",
			Help: "Largest constant count of a wait chosen at run time"},
		{Name: "dynamic-waits", Type: pass.Bool, Default: "true",
			Help: "Replace waits with a count known at run time by a switch"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

// hoister is the work on one module.
type hoister struct {
	run     *pass.Run
	scale   *scale
	pending *pendings
	remarks diag.List
}

func run(r *pass.Run) error {
	limit := r.Int("max-count")
	if limit < 0 || limit > 63 {
		return r.Op.Errorf(codeMax, "max-count is %d, but must lie between 0 and 63", limit)
	}
	h := &hoister{run: r, scale: newScale()}
	h.pending = newPendings(r.Op, h.scale)
	for h.conditions() {
	}
	h.waits(limit)
	for _, d := range h.remarks {
		r.Report(d)
	}
	return nil
}

// conditions makes the branches of conditions equal, inner ones first, and reports whether it changed any.
// Then what calls their functions may have become equal, too.
func (h *hoister) conditions() (changed bool) {
	h.remarks = nil
	for op := range h.run.Op.WalkPost() {
		if !analysis.IsConditional(op) {
			continue
		}
		at := op
		for _, q := range h.queuesIn(op) {
			var did bool
			at, did = h.condition(at, q)
			changed = changed || did
		}
	}
	return changed
}

// queuesIn returns the queues that op commits to on its thread, that of the last commit first: so commits
// keep their order when they move.
func (h *hoister) queuesIn(op *ir.Op) []ir.Queue {
	var list []ir.Queue
	h.collect(op, map[*ir.Op]bool{}, func(q ir.Queue) {
		if i := slices.Index(list, q); i >= 0 {
			list = slices.Delete(list, i, i+1)
		}
		list = append(list, q)
	})
	slices.Reverse(list)
	return list
}

// collect visits the queues of the commits in op and what it calls, in program order.
func (h *hoister) collect(op *ir.Op, seen map[*ir.Op]bool, visit func(ir.Queue)) {
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if !inner.IsAsync() {
					h.collect(inner, seen, visit)
				}
				if e := inner.QueueEffect(); e.Kind == ir.QueueCommit || e.Kind == ir.QueueSubmit {
					visit(e.Queue)
				}
				if inner.Def().Callee == nil {
					continue
				}
				if fn := h.scale.callee(inner); fn != nil && !seen[fn] && !inner.IsAsync() {
					seen[fn] = true
					h.collect(fn, seen, visit)
				}
			}
		}
	}
}

// condition makes the branches of op commit as many groups to a queue as each other. It returns what op has
// become.
func (h *hoister) condition(op *ir.Op, q ir.Queue) (*ir.Op, bool) {
	c := newCondition(op, q, h.scale)
	if c == nil {
		h.varies(op, fmt.Sprintf("the number of groups that a branch commits to %s is not constant",
			queueName(q)))
		return op, false
	}
	if c.balanced() {
		return op, false
	}
	if !c.inOrder() {
		h.varies(op,
			fmt.Sprintf(
				"the groups of %s complete in any order, so that empty ones would not keep counts exact",
				queueName(q)))
		return op, false
	}
	if made, ok := h.hoist(c); ok {
		h.run.Count("commits moved behind conditions", 1)
		return made, true
	}
	if h.balance(c) {
		h.run.Count("conditions given empty commits", 1)
		return op, true
	}
	h.varies(op, fmt.Sprintf("an empty commit to %s would take operations of another queue's commit",
		queueName(q)))
	return op, false
}

// waits replaces waits whose count is known at run time only.
func (h *hoister) waits(limit int64) {
	c := &chooser{h: h, max: limit, counters: map[ir.Queue]*counter{}}
	c.tokens(h.run.Op)
	if !h.run.Bool("dynamic-waits") {
		return
	}
	for op := range h.run.Op.WalkPost() {
		if e := op.QueueEffect(); e.Kind == ir.QueueWait && e.Dynamic != nil {
			c.dynamic(op)
		}
	}
}

// varies remarks that a number of groups still depends on the path.
func (h *hoister) varies(op *ir.Op, why string) {
	h.remarks.Add(diag.Remarkf(codeVaries, op.Span(), "%s", why))
}

func queueName(q ir.Queue) string {
	if q.Engine != "" {
		return "the " + q.Engine + " queue"
	}
	return fmt.Sprintf("queue %d", q.Number)
}
