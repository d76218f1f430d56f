package assignqueues

import (
	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/pass"
)

var codeOptions = diag.Register("assign-queues-options", "assign-queues with a number out of range",
	"queues and wait-cost count queues and ticks: they are 0 or more.")

var codeAffinity = diag.Register("assign-queues-affinity",
	"an operation is to be on a queue that there is not",
	"pipeline.affinity is the number of a queue, below the option queues. Give it another number, or allow "+
		"more queues.")

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
waited for needs no wait.

Tokens that come from other blocks, by loops, conditions, branches and captures, are followed to the operations that they may be of. Queues get
their numbers such that many of these stand on one queue with the operation that waits, which then needs no wait; for others, and for
tokens of callers and callees, the wait stays.

pipeline.affinity gives an operation a queue by its number, and pipeline.exclusive a resource that it does not share while it executes, which
orders nothing.`,
	Options: []pass.Option{
		{Name: "dialect", Type: pass.String, Default: "gpu", Help: "The dialect whose operations get queues"},
		{Name: "queues", Type: pass.Int, Default: "4",
			Help: "The number of queues that each device has, 0 for as many as it takes"},
		{Name: "wait-cost", Type: pass.Int, Default: "1",
			Help: "What a wait between two queues costs, in ticks"},
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
		return r.Op.Errorf(codeOptions, "assign-queues: queues=%d and wait-cost=%d must not be negative",
			limits.Queues, limits.WaitCost)
	}
	flow := queues.NewFlow(r.Op, r.String("dialect"))
	crossings := flow.Cross(r.Op)
	for _, b := range queues.In(r.Op, r.String("dialect")) {
		if err := assign(r, b, limits, crossings); err != nil {
			return err
		}
	}
	countCrossings(r, flow, crossings)
	return nil
}

// countCrossings counts the tokens from other blocks that operations depend on, and those that queues imply.
func countCrossings(r *pass.Run, flow *queues.Flow, crossings queues.Crossings) {
	for op := range r.Op.Walk() {
		if len(crossings[op]) == 0 {
			continue
		}
		for _, token := range op.AsyncDependencies() {
			if maker := token.DefiningOp(); maker != nil && maker.Block() == op.Block() &&
				maker.NumRegions() == 0 {
				continue
			}
			r.Count("tokens from other blocks", 1)
			if flow.Covered(op, token) {
				r.Count("tokens from other blocks that queues imply", 1)
			}
		}
	}
}

// assign gives the operations of a block queues.
func assign(r *pass.Run, b *queues.Block, limits queues.Limits, crossings queues.Crossings) error {
	reduced := queues.Reduce(b.Deps)
	a := queues.Chains(b.Graph, reduced)
	wishes, err := wish(b, &limits, a.Count)
	switch {
	case err != nil:
		return err
	case wishes:
		a = queues.Fold(b.Graph, limits)
	case limits.Queues > 0 && a.Count > limits.Queues:
		a = b.Align(queues.Fold(b.Graph, limits), limits.Queues, crossings)
	default:
		a = b.Align(a, limits.Queues, crossings)
	}
	for v, op := range b.Ops {
		op.SetAttr(pipeline.QueueAttr, op.Context().Int(op.Context().I64, int64(a.Queue[v])))
	}
	plan := queues.Elide(b.Deps, a, nil)
	r.Count("operations on queues", b.Len())
	r.Count("dependences", queues.Count(b.Deps))
	r.Count("waits between queues", queues.Count(plan.Waits))
	r.Count("events", len(plan.Events))
	return nil
}

// wish reads what the operations of a block ask for, and reports whether any does. Without a number of queues
// there are as many as their chains take.
func wish(b *queues.Block, limits *queues.Limits, chains int) (bool, error) {
	affinity, exclusive := make([]int32, b.Len()), make([]int32, b.Len())
	any, most := false, int64(0)
	for v, op := range b.Ops {
		affinity[v], exclusive[v] = -1, -1
		if q, ok := op.IntAttr(pipeline.AffinityAttr); ok {
			if limits.Queues > 0 && q >= int64(limits.Queues) {
				return false, op.OpErrorf(codeAffinity, "is to be on queue %d of %d", q, limits.Queues)
			}
			affinity[v], any, most = int32(q), true, max(most, q+1)
		}
		if x, ok := op.IntAttr(pipeline.ExclusiveAttr); ok {
			exclusive[v], any = int32(x), true
		}
	}
	if any {
		limits.Affinity, limits.Exclusive = affinity, exclusive
		if limits.Queues == 0 {
			limits.Queues = max(chains, int(most))
		}
	}
	return any, nil
}
