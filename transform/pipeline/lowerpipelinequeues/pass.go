package lowerpipelinequeues

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
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
		if op.Is(pipeline.CommitQueue) || op.Is(pipeline.WaitQueue) {
			asyncqueue.Flatten(op)
		}
	}
}
