package asyncqueue

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// Dissolve replaces a scope by its body.
func Dissolve(scope *ir.Op) {
	for op := range scope.Body().Ops() {
		op.MoveBefore(scope)
	}
	scope.Erase()
}

// Flatten replaces a commit or wait with a body by the intrinsic form. The body is placed in front of a
// commit, and behind a wait. The intrinsic form of a commit returns the token if the scope does.
func Flatten(scope *ir.Op) {
	b := ir.At(scope)
	switch n, v := pipeline.Count(scope); {
	case scope.Is(pipeline.CommitQueue):
		b.SetAfter(scope)
		if scope.NumResults() > 0 {
			scope.ReplaceAllUsesWith([]*ir.Value{pipeline.NewAsyncCommitStageToken(b, pipeline.Queue(scope))})
		} else {
			pipeline.NewAsyncCommitStage(b, pipeline.Queue(scope))
		}
	case v != nil:
		pipeline.NewAsyncWaitStageValue(b, pipeline.Queue(scope), v)
	default:
		pipeline.NewAsyncWaitStage(b, pipeline.Queue(scope), n)
	}
	Dissolve(scope)
}

// MakeSynchronous runs an asynchronous operation where it is issued. The abstract machine may execute it at
// this moment anyway, so the program keeps its meaning. Asynchronous operations in its body become
// synchronous as well, because otherwise they would use the queues of the thread around.
func MakeSynchronous(scope *ir.Op) {
	var inner []*ir.Op
	for op := range scope.WalkPost() {
		if op != scope {
			inner = append(inner, op)
		}
	}
	for _, op := range inner {
		Remove(op)
	}
	Dissolve(scope)
}

// Remove removes a commit, wait or scope, but keeps its body. It does not change other operations.
func Remove(op *ir.Op) {
	switch {
	case op.Is(pipeline.AsyncScope) || op.Is(pipeline.CommitQueue) || op.Is(pipeline.WaitQueue):
		Dissolve(op)
	case op.Is(pipeline.AsyncCommitStage) || op.Is(pipeline.AsyncWaitStage):
		op.Erase()
	}
}

// Replace calls wait for every wait of a lowered queue, and commit for every commit, and removes these
// operations. Bodies stay, in front of the commit and behind the wait. A nil function adds nothing.
func (t *Thread) Replace(lowered func(queue int64) bool, commit func(op *ir.Op), wait func(op *ir.Op)) {
	for _, op := range t.Waits {
		if lowered(pipeline.Queue(op)) {
			wait(op)
		}
		Remove(op)
	}
	for _, op := range t.Commits {
		if lowered(pipeline.Queue(op)) {
			commit(op)
			continue
		}
		Remove(op)
	}
}
