package injectptxasynccopy

import (
	"fmt"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
)

// Pass is inject-ptx-async-copy.
var Pass = pass.Register(&pass.Pass{
	Name:    "inject-ptx-async-copy",
	Title:   "InjectPTXAsyncCopy",
	Summary: "Turn asynchronous copies from global to shared memory into cp.async",
	Doc: `Each pipeline.async_scope that copies 4, 8 or 16 bytes at a time from global to
shared memory becomes nvgpu.device_async_copy operations; a commit of their queue
becomes nvvm.cp.async.commit.group, and a wait nvvm.cp.async.wait.group, one to one, so
that counts stay as they are. A thread has one such queue: the one with the most copies.

What is copied may be written as load and store, of elements or of vectors, in loops,
in loops with loop_kind = "vectorized", which become one copy, or as memref.copy. The
addresses of copies of 8 and 16 bytes must be multiples of that, as far as can be
proven (allocations and arguments begin at multiples of 16); otherwise the copy is
split. Elements with a stride between them are copied one by one.

A copy that stores 0 where a predicate is false is a zero-filling cp.async. A copy that
is skipped where a predicate is false is not: zeros would overwrite what its
destination holds. It stays under its condition.

Everything else runs where it was issued, with a remark that says why. The commits and
waits of a queue on which nothing is asynchronous any more disappear.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		for _, t := range asyncqueue.Threads(r.Op) {
			(&lowering{run: r, thread: t, ev: &analysis.Evaluator{}}).lower()
		}
		return nil
	},
})

// lowering is the state of the pass for one thread of control.
type lowering struct {
	run    *pass.Run
	thread *asyncqueue.Thread
	ev     *analysis.Evaluator
	// dynamic holds the queues that have a wait whose count is not constant.
	dynamic map[int64]bool
}

func (l *lowering) report(d *diag.Diagnostic) { l.run.Report(d) }

func (l *lowering) lower() {
	if len(l.thread.Scopes) == 0 && len(l.thread.Commits) == 0 && len(l.thread.Waits) == 0 {
		return
	}
	if op := l.thread.UsesAny(nvgpu.DeviceAsyncCopy, nvgpu.DeviceAsyncCreateGroup, nvgpu.DeviceAsyncWait,
		nvvm.CpAsyncCommitGroup, nvvm.CpAsyncWaitGroup, pipeline.DmaCopy, pipeline.DmaGroup,
		pipeline.DmaWait); op != nil {
		l.report(diag.Remarkf(codeQueue, op.Span(),
			"nothing is done: the program has copies like this one already, and its waits count their groups"))
		return
	}
	if d := l.thread.NestedCall(codeQueue); d != nil {
		l.report(d)
		return
	}
	plans := make([]*scopePlan, len(l.thread.Scopes))
	for i, s := range l.thread.Scopes {
		plans[i] = l.plan(s)
	}
	chosen, found := l.choose(plans)
	for i, p := range plans {
		l.finish(l.thread.Scopes[i], p, found, chosen)
	}
	l.thread.Replace(func(queue int64) bool { return found && queue == chosen }, commitGroup, waitGroup)
}

// choose returns the queue with the most copies; of several, the one used first. Queues with a wait whose
// count is not constant are excluded.
func (l *lowering) choose(plans []*scopePlan) (queue int64, found bool) {
	l.dynamic = l.dynamicQueues(plans)
	copies := map[int64]int{}
	for i, p := range plans {
		if s := l.thread.Scopes[i]; s.Known && !l.dynamic[s.Queue] {
			copies[s.Queue] += len(p.copies)
		}
	}
	for _, s := range l.thread.Scopes {
		if n := copies[s.Queue]; s.Known && n > 0 && (!found || n > copies[queue]) {
			queue, found = s.Queue, true
		}
	}
	return queue, found
}

// dynamicQueues returns the queues that have a wait whose count is not constant, and adds a remark at the
// first such wait of each.
func (l *lowering) dynamicQueues(plans []*scopePlan) map[int64]bool {
	used := map[int64]bool{}
	for i, p := range plans {
		if s := l.thread.Scopes[i]; s.Known && len(p.copies) > 0 {
			used[s.Queue] = true
		}
	}
	dynamic := map[int64]bool{}
	for _, w := range l.thread.Waits {
		q := pipeline.Queue(w)
		if _, ok := constantCount(w); ok || dynamic[q] {
			continue
		}
		dynamic[q] = true
		if used[q] {
			l.report(diag.Remarkf(codeQueue, w.Span(),
				"the copies of queue %d stay synchronous: a wait of cp.async has a constant count, and "+
					"this one has not", q).
				Suggest("give the loop a constant extent, or unroll it"))
		}
	}
	return dynamic
}

// constantCount returns the count of a wait, if it is constant.
func constantCount(wait *ir.Op) (int64, bool) {
	n, v := pipeline.Count(wait)
	if v == nil {
		return n, true
	}
	n, ok := ir.ConstInt(v)
	return max(n, 0), ok
}

// finish carries out the plan for an asynchronous operation.
func (l *lowering) finish(s *asyncqueue.Scope, p *scopePlan, found bool, chosen int64) {
	for _, d := range p.remarks {
		l.report(d)
	}
	if found && s.Known && s.Queue == chosen {
		for _, c := range p.copies {
			c.emit()
		}
		l.run.Count("copies made cp.async", len(p.copies))
	} else {
		l.refuseAll(s, p, chosen)
	}
	asyncqueue.MakeSynchronous(s.Op)
}

// refuseAll adds remarks that say why copies stay synchronous although cp.async could execute them. If the
// reason is the count of a wait, the wait has a remark already.
func (l *lowering) refuseAll(s *asyncqueue.Scope, p *scopePlan, chosen int64) {
	for _, c := range p.copies {
		r := refusal{at: c.anchor, code: codeQueue}
		switch {
		case !s.Known:
			r.text = "it is not certain which commit takes it"
		case l.dynamic[s.Queue]:
			continue
		default:
			r.text = fmt.Sprintf("cp.async stands for queue %d, and this is one of queue %d", chosen, s.Queue)
		}
		l.report(r.remark(synchronous))
	}
}

// commitGroup replaces a commit by that of cp.async.
func commitGroup(commit *ir.Op) {
	if commit.NumRegions() > 0 {
		for op := range commit.Body().Ops() {
			op.MoveBefore(commit)
		}
	}
	nvvm.NewCpAsyncCommitGroup(ir.At(commit))
	commit.Erase()
}

// waitGroup adds the wait of cp.async in front of a wait.
func waitGroup(wait *ir.Op) {
	n, _ := constantCount(wait)
	nvvm.NewCpAsyncWaitGroup(ir.At(wait), n)
}
