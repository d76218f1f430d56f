package timed

import "github.com/inflight-compiler/inflight/ir"

// queued holds the operations that a thread has issued on queues and not waited for.
type queued struct {
	pending []Done // since the last commit
	groups  map[ir.Queue][]Done
}

// queue adds an operation that issues, commits or waits on a queue of the thread.
func (e *estimate) queue(t *Thread, op *ir.Op, x ir.QueueEffect) {
	q := e.queues[t]
	if q == nil {
		q = &queued{groups: map[ir.Queue][]Done{}}
		e.queues[t] = q
	}
	switch x.Kind {
	case ir.QueueIssue:
		q.pending = append(q.pending, e.onQueue(t, op))
	case ir.QueueSubmit:
		q.groups[x.Queue] = append(q.groups[x.Queue], e.onQueue(t, op))
	case ir.QueueWait:
		e.wait(t, q, x)
		e.regions(t, op)
	default:
		e.regions(t, op)
	}
	if x.Kind == ir.QueueCommit {
		var group Done
		for _, d := range q.pending {
			group = append(group, d...)
		}
		q.groups[x.Queue], q.pending = append(q.groups[x.Queue], group), nil
	}
	if token := op.AsyncToken(); token != nil {
		for _, d := range q.groups[x.Queue] { // a group is complete with all older ones
			e.done[token] = append(e.done[token], d...)
		}
	}
}

// onQueue adds an operation that is issued on a queue, and returns its completion.
func (e *estimate) onQueue(t *Thread, op *ir.Op) Done {
	child := t.Issue(op, Label(op))
	e.regions(child, op)
	if op.NumRegions() == 0 {
		e.execute(child, op)
	}
	return child.End()
}

// wait adds a wait until at most so many groups are incomplete. An unknown count is 0.
func (e *estimate) wait(t *Thread, q *queued, x ir.QueueEffect) {
	n := x.Count
	if x.Dynamic != nil {
		n = max(0, e.eval.Eval(x.Dynamic).Const)
	}
	groups := q.groups[x.Queue]
	forced := max(0, len(groups)-int(min(n, int64(len(groups)))))
	if x.Token != nil {
		t.Await(e.done[x.Token])
		return
	}
	t.Await(groups[:forced]...)
	q.groups[x.Queue] = groups[forced:]
}

func (e *estimate) regions(t *Thread, op *ir.Op) {
	for i := range op.NumRegions() {
		e.region(t, op.Region(i))
	}
}
