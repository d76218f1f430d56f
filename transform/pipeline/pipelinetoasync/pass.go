package pipelinetoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/carried"
)

// Pass is pipeline-to-async.
var Pass = pass.Register(&pass.Pass{
	Name:    "pipeline-to-async",
	Summary: "Run the asynchronous operations of queues as chains of tasks",
	Doc: `Every pipeline.async_scope becomes an async.execute that starts after the one before on its queue, and a wait for a count
awaits the token of the youngest group that it forces. Loops, conditions and branches carry the tokens. Blocks and axes become
what they hold.

Where tokens cannot be carried, because iterations of a loop run in any order, the queues are drained on entry and at the end of
each iteration. So they are in front of a call of a function that waits, and where a thread of control ends. A wait for a
count that is known at run time only waits for all groups.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

var codeUnsupported = diag.Register("pipeline-to-async-unsupported",
	"an asynchronous operation cannot become a task",
	"An asynchronous scope must stand inside of the commit_queue that commits it, or in front of an "+
		"async_commit_stage in its block, "+
		"so that its queue is known. Block copies of a DMA engine run on that engine or in the simulator "+
		"only.")

const before = `func.func @f(%n: index, %a: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        memref.store %x, %a[%i] : memref<?xf32>
      }
    }
    pipeline.wait_queue 0, 1 {
    }
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: index, %arg1: memref<?xf32>, %arg2: f32) {
    %token = async.execute {
      async.yield
    }
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg3 = %c0 to %arg0 step %c1 iter_args(%arg4 = %token) -> (!async.token) {
      %token_0 = async.execute [%arg4] {
        memref.store %arg2, %arg1[%arg3] : memref<?xf32>
        async.yield
      }
      async.await %arg4 : !async.token
      scf.yield %token_0 : !async.token
    }
    async.await %0 : !async.token
    return
  }
}
`

func run(r *pass.Run) error {
	c := &converter{run: r, waiting: waitingFunctions(r.Op)}
	for _, root := range slices.Backward(r.Op.Threads()) { // the threads in a scope before the scope
		for _, region := range root.Regions() {
			if err := c.thread(root, region); err != nil {
				return err
			}
		}
	}
	return dissolve(r.Op)
}

// converter rewrites the threads of control of a module.
type converter struct {
	run     *pass.Run
	waiting map[*ir.Op]bool // functions that wait for queues, or call one that does
}

// thread rewrites one thread of control.
func (c *converter) thread(root *ir.Op, region *ir.Region) error {
	if region.Empty() {
		return nil
	}
	t := &thread{converter: c, symbols: ir.NewSymbolTables(), token: async.TokenType(root.Context())}
	if err := t.survey(region); err != nil {
		return err
	}
	if len(t.queues) == 0 {
		return nil
	}
	state := t.start(region.Entry())
	t.region(region, state, func(last *ir.Op, state []*ir.Value) { t.drain(region, last, state) })
	carried.Prune(root)
	c.run.Count("tasks made", t.tasks)
	c.run.Count("waits replaced", t.waits)
	return t.err
}

// dissolve removes the other operations of the dialect: blocks and axes, waits for queues without commits,
// and asynchronous operations that are never committed, which may run where they stand.
func dissolve(root *ir.Op) error {
	for op := range root.WalkPost() {
		switch {
		case op.Is(pipeline.Axis):
			op.ReplaceAllUsesWith(op.Operands()[:1])
			op.Erase()
		case op.Is(pipeline.Block), op.Is(pipeline.WaitQueue), op.Is(pipeline.AsyncScope):
			flatten(op)
		case op.Is(pipeline.AsyncWaitStage):
			op.Erase()
		case op.Def().DialectName() == pipeline.Dialect.Name:
			return op.OpErrorf(codeUnsupported,
				"cannot become a task").Suggest("run the program with --engine sim")
		}
	}
	return nil
}

// flatten replaces an operation by the operations in it.
func flatten(op *ir.Op) {
	for inner := range op.Body().Ops() {
		inner.MoveBefore(op)
	}
	op.Erase()
}
