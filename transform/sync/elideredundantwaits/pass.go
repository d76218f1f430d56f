package elideredundantwaits

import (
	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
)

// Pass is elide-redundant-waits.
var Pass = pass.Register(&pass.Pass{
	Name:    "elide-redundant-waits",
	Title:   "ElideRedundantWaits",
	Summary: "Remove waits for what is known to be complete",
	Doc: `A wait is removed when, on every path to it, all that it waits for has been waited for: an earlier wait left at most
as many groups of the queue in flight, the same token was awaited before, a token that depends on it was, or a group of
another queue whose operations start after it. A token of an in-order queue stands for all groups before its own; for
queues with another order of completion it stands for its own group alone.

In programs of mlir-air the waits are the tokens that an operation starts after. Such a token goes if another one of the
operation, or what its region or its tile has waited for, is complete only when it is, also through loops, conditions and reductions.

Waits that give out a value stay, and so do waits for counts that are known at run time only. What a wait still waits
for does not depend on those that are removed, so all of them go at once.

Of the timepoints that work of IREE's dialect stream awaits, and that are joined, those stay that no other of them
covers: a timepoint covers what its work awaited, through joins, selections, loops, branches, calls, and globals that
one initializer sets. What is left is the transitive reduction. A wait of the host, stream.timepoint.await sync, goes
where an earlier one that stands on every path to it covers its timepoint, or where that is reached at once; its results
are the resources that it hands on.`,
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	timepoints(r)
	removeDependencies(r)
	result := inflight.Analyze(r.Op)
	for _, op := range result.Waits() {
		if result.Wait(op).Redundant && (op.NumResults() == 0 || op.Is(stream.TimepointAwait)) {
			remove(op)
			r.Count("waits removed", 1)
		}
	}
	return nil
}

// remove takes a wait away and leaves its body, or the resources that it hands on.
func remove(op *ir.Op) {
	switch {
	case op.Is(pipeline.WaitQueue):
		asyncqueue.Dissolve(op)
	case op.Is(stream.TimepointAwait):
		op.ReplaceAllUsesWith(stream.AllNamed(op, "resource_operands"))
		op.Erase()
	default:
		op.Erase()
	}
}

const before = `func.func @f(%c: i1) {
  nvvm.cp.async.commit.group
  nvvm.cp.async.commit.group
  scf.if %c {
    nvvm.cp.async.wait.group 0
  } else {
    nvvm.cp.async.wait.group 1
  }
  nvvm.cp.async.wait.group 1
  nvvm.cp.async.wait.group 0
  return
}
`

const after = `module {
  func.func @f(%arg0: i1) {
    nvvm.cp.async.commit.group
    nvvm.cp.async.commit.group
    scf.if %arg0 {
      nvvm.cp.async.wait.group 0
    } else {
      nvvm.cp.async.wait.group 1
    }
    nvvm.cp.async.wait.group 0
    return
  }
}
`
