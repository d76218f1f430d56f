package pipelinequeues

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is lower-pipeline-queues.
var Pass = pass.Register(&pass.Pass{
	Name:    "lower-pipeline-queues",
	Title:   "LowerPipelineQueues",
	Summary: "Flatten commit and wait scopes to the intrinsic form",
	Doc: `Moves the body of each pipeline.commit_queue in front of a pipeline.async_commit_stage,
and the body of each pipeline.wait_queue behind a pipeline.async_wait_stage. Both
forms mean the same, and the simulator and the checker accept either.`,
	Options: []pass.Option{{
		Name: "form", Type: pass.String, Default: "intrinsics",
		Help: "what is left: 'intrinsics', or 'scopes' to change nothing",
	}},
	Before: before,
	After:  after,
	Run:    func(r *pass.Run) error { return run(r) },
})

func run(r *pass.Run) error {
	switch form := r.String("form"); form {
	case "scopes":
		return nil
	case "intrinsics":
		flatten(r.Op)
		return nil
	default:
		return r.Op.Errorf(codeForm, "unknown form '%s'", form).Suggest("use form=intrinsics or form=scopes")
	}
}

// flatten replaces all scopes in root, inner ones first.
func flatten(root *ir.Op) {
	for op := range root.WalkPost() {
		switch {
		case op.Is(pipeline.CommitQueue):
			inline(op)
			pipeline.NewAsyncCommitStage(ir.At(op), pipeline.Queue(op))
			op.Erase()
		case op.Is(pipeline.WaitQueue):
			newWait(op)
			inline(op)
			op.Erase()
		}
	}
}

// newWait makes the wait that stands for the entry of a scope.
func newWait(scope *ir.Op) {
	b := ir.At(scope)
	if n, v := pipeline.Count(scope); v != nil {
		pipeline.NewAsyncWaitStageValue(b, pipeline.Queue(scope), v)
	} else {
		pipeline.NewAsyncWaitStage(b, pipeline.Queue(scope), n)
	}
}

// inline moves the operations of a scope in front of it.
func inline(scope *ir.Op) {
	for op := range scope.Body().Ops() {
		op.MoveBefore(scope)
	}
}
