package pipelinetoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// waitingFunctions returns the functions that wait for queues, or call one that does.
func waitingFunctions(root *ir.Op) map[*ir.Op]bool {
	waiting, tables := map[*ir.Op]bool{}, ir.NewSymbolTables()
	callers := map[*ir.Op][]*ir.Op{}
	var work []*ir.Op
	mark := func(fn *ir.Op) {
		if fn != nil && !waiting[fn] {
			waiting[fn] = true
			work = append(work, fn)
		}
	}
	for op := range root.Walk() {
		switch {
		case op.Is(pipeline.WaitQueue) || op.Is(pipeline.AsyncWaitStage):
			mark(op.Thread())
		case op.Def().Callee != nil && !op.IsAsync():
			if ref := op.Def().Callee(op); ref != nil {
				callee := tables.Resolve(op, ref)
				callers[callee] = append(callers[callee], op.Thread())
			}
		}
	}
	for len(work) > 0 {
		fn := work[0]
		work = work[1:]
		for _, caller := range callers[fn] {
			mark(caller)
		}
	}
	return waiting
}

func isCommit(op *ir.Op) bool { return op.Is(pipeline.CommitQueue) || op.Is(pipeline.AsyncCommitStage) }

func isWait(op *ir.Op) bool { return op.Is(pipeline.WaitQueue) || op.Is(pipeline.AsyncWaitStage) }

// survey finds the queues to which a thread commits, and the largest count of a wait for each.
func (t *thread) survey(region *ir.Region) (err error) {
	t.depth = map[int64]int{}
	for op := range region.ThreadOps() {
		if isCommit(op) && !slices.Contains(t.queues, pipeline.Queue(op)) {
			t.queues = append(t.queues, pipeline.Queue(op))
		}
		if isWait(op) {
			q := pipeline.Queue(op)
			n, _ := pipeline.Count(op)
			t.depth[q] = max(t.depth[q], int(min(n, maxDepth-1))+1)
		}
	}
	slices.Sort(t.queues)
	for _, q := range t.queues {
		t.depth[q] = max(t.depth[q], 1)
	}
	if len(t.queues) > 0 {
		for op := range region.ThreadOps() {
			for _, b := range op.Regions() {
				err = firstError(err, t.passable(b))
			}
		}
		err = firstError(err, t.passable(region))
	}
	return err
}

// maxDepth limits the registers. A wait with a larger count waits as if its count were maxDepth-1.
const maxDepth = 64

func firstError(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// passable reports an error for a branch that cannot pass tokens.
func (t *thread) passable(region *ir.Region) error {
	if len(region.Blocks()) < 2 {
		return nil
	}
	for _, b := range region.Blocks() {
		if last := b.Last(); last != nil && !carried.CanPass(last) {
			return last.OpErrorf(codeUnsupported, "cannot pass tokens on")
		}
	}
	return nil
}

// queueOf returns the queue to which an asynchronous operation is committed: that of the commit around it, or
// of the next commit behind it in its block, or the only queue of the thread.
func (t *thread) queueOf(op *ir.Op) (int64, bool) {
	for p := op.Parent(); p != nil && !p.StartsThread(); p = p.Parent() {
		if p.Is(pipeline.CommitQueue) {
			return pipeline.Queue(p), true
		}
	}
	for next := op.Next(); next != nil; next = next.Next() {
		if next.Is(pipeline.AsyncCommitStage) {
			return pipeline.Queue(next), true
		}
		if next.NumRegions() > 0 && !next.StartsThread() && t.commits(next) {
			break
		}
	}
	if len(t.queues) == 1 {
		return t.queues[0], true
	}
	return 0, false
}

// commits reports whether the thread executes, in op, a commit or an operation that is committed elsewhere.
func (t *thread) commits(op *ir.Op) bool {
	if isCommit(op) {
		return true
	}
	for _, r := range op.Regions() {
		for inner := range r.ThreadOps() {
			if isCommit(inner) || inner.Is(pipeline.AsyncScope) {
				return true
			}
		}
	}
	return false
}
