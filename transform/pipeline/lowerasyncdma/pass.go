package lowerasyncdma

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
)

// Pass is lower-async-dma.
var Pass = pass.Register(&pass.Pass{
	Name:    "lower-async-dma",
	Title:   "LowerAsyncDMA",
	Summary: "Turn asynchronous copies of blocks into DMA copies",
	Doc: `Each pipeline.async_scope that copies one block of memory becomes a
pipeline.dma_copy; a wait becomes pipeline.dma_wait. A block is a memref.copy, or loops
that copy a rectangle element by element. One that is not a single piece of memory is
copied by rows.

A commit of exactly one copy becomes that copy, which is a group by itself; every other
commit becomes a pipeline.dma_group, so that groups are one to one and counts stay as
they are. Queues keep their numbers.

Everything else runs where it was issued, with a remark that says why. The commits and
waits of a queue on which nothing is asynchronous any more disappear.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		for _, t := range asyncqueue.Threads(r.Op) {
			(&lowering{run: r, thread: t, ev: &analysis.Evaluator{}, lowered: map[int64]bool{}}).lower()
		}
		return nil
	},
})

// lowering is the state of the pass for one thread of control.
type lowering struct {
	run    *pass.Run
	thread *asyncqueue.Thread
	ev     *analysis.Evaluator
	// lowered holds the queues that have groups of block copies.
	lowered map[int64]bool
}

func (l *lowering) lower() {
	own := []*ir.OpDef{pipeline.DmaCopy, pipeline.DmaGroup, pipeline.DmaWait}
	foreign := append(own, nvgpu.DeviceAsyncCopy, nvgpu.DeviceAsyncCreateGroup, nvgpu.DeviceAsyncWait,
		nvvm.CpAsyncCommitGroup, nvvm.CpAsyncWaitGroup)
	if op := l.thread.IssuesAny(foreign...); op != nil {
		l.run.Report(diag.Remarkf(codeQueue, op.Span(),
			"nothing is done: this stands in an asynchronous operation, whose queues are not those of the "+
				"thread around"))
		return
	}
	if d := l.thread.NestedCall(codeQueue); d != nil {
		l.run.Report(d)
		return
	}
	for _, fn := range l.thread.Functions {
		for op := range fn.Walk() {
			if slices.Contains(own, op.Def()) {
				l.lowered[pipeline.Queue(op)] = true
			}
		}
	}
	for _, s := range l.thread.Scopes {
		l.scope(s)
	}
	l.thread.Replace(func(queue int64) bool { return l.lowered[queue] }, group, wait)
}

// scope replaces an asynchronous operation by a block copy, or runs it where it is issued.
func (l *lowering) scope(s *asyncqueue.Scope) {
	b, r := l.block(s.Op)
	if r == nil {
		r = l.placed(s, b)
	}
	if r != nil {
		l.run.Report(r.remark())
	} else if b != nil {
		b.emit(s)
		l.lowered[s.Queue] = true
		l.run.Count("block copies", 1)
	}
	asyncqueue.MakeSynchronous(s.Op)
}

// placed refuses a copy unless the commit around it, or directly behind it, takes it.
func (l *lowering) placed(s *asyncqueue.Scope, b *block) *refusal {
	switch {
	case b == nil || s.Known && s.Commit.IsAncestorOf(s.Op):
		return nil
	case !s.Known:
		return &refusal{b.anchor, codeQueue, "it is not certain which commit takes it"}
	case s.Commit.NumRegions() > 0 || s.Commit.Block() != s.Op.Block() || l.shared(s) || !b.whole(s.Op):
		return &refusal{b.anchor, codeQueue, "the commit that takes it does not stand around it"}
	}
	return nil
}

// shared reports whether the same commit takes other asynchronous operations, too.
func (l *lowering) shared(s *asyncqueue.Scope) bool {
	for _, other := range l.thread.Scopes {
		if other != s && other.Commit == s.Commit {
			return true
		}
	}
	return false
}

// group replaces a commit by a group of the copies that it takes.
func group(commit *ir.Op) {
	if commit.NumRegions() == 0 {
		if prev := soleCopyBefore(commit); !prev {
			pipeline.NewDmaGroup(ir.At(commit), pipeline.Queue(commit), nil)
		}
		commit.Erase()
		return
	}
	if soleCopy(commit) {
		asyncqueue.Dissolve(commit)
		return
	}
	made := pipeline.NewDmaGroup(ir.At(commit), pipeline.Queue(commit), nil)
	for op := range commit.Body().Ops() {
		op.MoveToEnd(made.Body())
	}
	commit.Erase()
}

// soleCopy reports whether the body of a commit always makes exactly one copy, so that this copy is the
// group. A wait in the body counts groups before the commit.
func soleCopy(commit *ir.Op) bool {
	copies := 0
	for op := range commit.Walk() {
		switch {
		case op.Is(pipeline.DmaCopy) && op.Parent() == commit:
			copies++
		case op.Is(pipeline.DmaCopy) || op.Is(pipeline.DmaWait) || op.Is(pipeline.WaitQueue) ||
			op.Def().Callee != nil:
			return false
		}
	}
	return copies == 1
}

// soleCopyBefore reports whether the copy in front of a commit without a body is the whole group of the
// commit.
func soleCopyBefore(commit *ir.Op) bool {
	for op := commit.Prev(); op != nil; op = op.Prev() {
		switch {
		case op.Is(pipeline.DmaCopy) && pipeline.Queue(op) == pipeline.Queue(commit):
			return op.Attr(pendingAttr) != nil && op.RemoveAttr(pendingAttr) != nil
		case op.Is(pipeline.AsyncCommitStage) || op.Is(pipeline.CommitQueue):
			return false
		}
	}
	return false
}

// pendingAttr marks, while the pass runs, a copy that is the whole group of the commit behind it.
const pendingAttr = "pipeline.pending"

// wait adds the wait for block copies in front of a wait.
func wait(op *ir.Op) {
	if n, v := pipeline.Count(op); v != nil {
		pipeline.NewDmaWaitValue(ir.At(op), pipeline.Queue(op), v)
	} else {
		pipeline.NewDmaWait(ir.At(op), pipeline.Queue(op), n)
	}
}
