package assignqueues

import (
	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/pass"
)

var codeOptions = diag.Register("assign-queues-options", "assign-queues with a number out of range",
	"queues and wait-cost count queues and ticks: they are 0 or more.")

// Pass is assign-queues.
var Pass = pass.Register(&pass.Pass{
	Name:    "assign-queues",
	Summary: "Give asynchronous operations queues, with few waits between them",
	Doc: `Gives each asynchronous operation of a dialect the attribute pipeline.queue: the queue (of CUDA, the stream) that it is issued on. The
operations of a queue complete in the order of the program, so that many dependences need no explicit wait. Tokens stay as they are:
a lowering, and inflight graph, leave out the waits that queues make superfluous.

With queues=0 a queue's order adds nothing to the dependences, and the waits that remain are the fewest there can be, and with that the
events (a matching in the transitive reduction of the dependences). If that takes more queues than there are to be, operations go where they
end first, by the costs in pipeline.cost (1 where there is none) and wait-cost. Each block has a graph of its own. What the host has
waited for needs no wait.`,
	Options: []pass.Option{
		{Name: "dialect", Type: pass.String, Default: "gpu", Help: "The dialect whose operations get queues"},
		{Name: "queues", Type: pass.Int, Default: "4", Help: "The number of queues there are, 0 for as many as it takes"},
		{Name: "wait-cost", Type: pass.Int, Default: "1", Help: "What a wait between two queues costs, in ticks"},
	},
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @diamond(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
  %0 = gpu.memcpy async %b, %a : memref<8xf32>, memref<8xf32> {pipeline.cost = 10}
  %1 = gpu.memcpy async [%0] %c, %b : memref<8xf32>, memref<8xf32> {pipeline.cost = 10}
  %2 = gpu.memcpy async [%0] %d, %b : memref<8xf32>, memref<8xf32> {pipeline.cost = 10}
  gpu.wait [%1, %2]
  return
}
`

const after = `module {
  func.func @diamond(%arg0: memref<8xf32>, %arg1: memref<8xf32>, %arg2: memref<8xf32>, %arg3: memref<8xf32>) {
    %0 = gpu.memcpy async %arg1, %arg0 : memref<8xf32>, memref<8xf32> {pipeline.cost = 10 : i64, pipeline.queue = 0 : i64}
    %1 = gpu.memcpy async [%0] %arg2, %arg1 : memref<8xf32>, memref<8xf32> {pipeline.cost = 10 : i64, pipeline.queue = 0 : i64}
    %2 = gpu.memcpy async [%0] %arg3, %arg1 : memref<8xf32>, memref<8xf32> {pipeline.cost = 10 : i64, pipeline.queue = 1 : i64}
    gpu.wait [%1, %2]
    return
  }
}
`

func run(r *pass.Run) error {
	limits := queues.Limits{Queues: int(r.Int("queues")), WaitCost: r.Int("wait-cost")}
	if limits.Queues < 0 || limits.WaitCost < 0 {
		return r.Op.Errorf(codeOptions, "assign-queues: queues=%d and wait-cost=%d must not be negative", limits.Queues, limits.WaitCost)
	}
	for _, b := range queues.In(r.Op, r.String("dialect")) {
		assign(r, b, limits)
	}
	return nil
}

func assign(r *pass.Run, b *queues.Block, limits queues.Limits) {
	reduced := queues.Reduce(b.Deps)
	a := queues.Chains(b.Graph, reduced)
	if limits.Queues > 0 && a.Count > limits.Queues {
		a = queues.Fold(b.Graph, limits)
	}
	for v, op := range b.Ops {
		op.SetAttr(pipeline.QueueAttr, op.Context().Int(op.Context().I64, int64(a.Queue[v])))
	}
	plan := queues.Elide(b.Deps, a, nil)
	r.Count("operations on queues", b.Len())
	r.Count("dependences", queues.Count(b.Deps))
	r.Count("waits between queues", queues.Count(plan.Waits))
	r.Count("events", len(plan.Events))
}
