package tasktoasync

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is task-to-async.
var Pass = pass.Register(&pass.Pass{
	Name:    "task-to-async",
	Summary: "Lower the task dialect to async and calls of Inflight's runtime",
	Doc: `A task.execute becomes an async.execute that depends on its turn on its queue; whoever issues it waits for room there. With
resources there is another one inside, which starts when the claim for all of them is granted, and whose end gives them back, also
where it fails. So a task holds nothing while it waits for what it depends on, and leaves its queue on every path. Promises are
async.runtime values. Queues and resources are values that are never ready, so that they are counted and freed as others are.

What is left are operations of async, and of those of task only task.runtime_call, for convert-async-to-llvm{runtime=inflight}.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @f(%a: memref<1xi32>, %x: i32, %after: !async.token) {
  %c0 = arith.constant 0 : index
  %r = task.resource
  %t = task.execute [%after] holding(%r) {
    memref.store %x, %a[%c0] : memref<1xi32>
    task.yield
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<1xi32>, %arg1: i32, %arg2: !async.token) {
    %c0 = arith.constant 0 : index
    %0 = task.runtime_call "inflightTaskResource"() : () -> !async.value<i64>
    %token = async.execute [%arg2] {
      %c1_i64 = arith.constant 1 : i64
      %1 = task.runtime_call "inflightTaskClaim"(%c1_i64) : (i64) -> !async.token
      task.runtime_call "inflightTaskClaimOf"(%1, %0) : (!async.token, !async.value<i64>) -> ()
      %token_0 = async.execute [%1] {
        memref.store %arg1, %arg0[%c0] : memref<1xi32>
        async.yield
      }
      task.runtime_call "inflightTaskRelease"(%1, %token_0) : (!async.token, !async.token) -> ()
      async.await %token_0 : !async.token
      async.yield
    }
    return
  }
}
`

func run(r *pass.Run) error {
	var ops []*ir.Op
	for op := range r.Op.WalkPost() { // inner regions first: they move as a whole
		if lowerings[op.Def()] != nil {
			ops = append(ops, op)
		}
	}
	for _, op := range ops {
		l := &lowering{Builder: ir.At(op)}
		l.SetBefore(op)
		results := lowerings[op.Def()](l, op)
		if len(results) > 0 {
			op.ReplaceAllUsesWith(results)
		}
		op.Erase()
	}
	r.Count("operations lowered", len(ops))
	if len(ops) > 0 {
		retype(r.Op)
	}
	return nil
}

// retype makes queues and resources values of async, in signatures as well.
func retype(root *ir.Op) {
	c := root.Context()
	for op := range root.Walk() {
		if t, ok := op.Attr("function_type").(*ir.TypeAttr); ok {
			if f, ok := t.Type.(*ir.FunctionType); ok {
				op.SetAttr("function_type",
					c.TypeAttr(c.Function(retyped(c, f.Inputs), retyped(c, f.Results))))
			}
		}
		values := slices.Clone(op.Results())
		for _, region := range op.Regions() {
			for _, b := range region.Blocks() {
				values = append(values, b.Args()...)
			}
		}
		for _, v := range values {
			if t := retypedOne(c, v.Type()); t != v.Type() {
				v.SetType(t)
			}
		}
	}
}

func retyped(c *ir.Context, list []ir.Type) []ir.Type {
	out := make([]ir.Type, len(list))
	for i, t := range list {
		out[i] = retypedOne(c, t)
	}
	return out
}

// retypedOne makes a value that nobody reads of a queue or a resource.
func retypedOne(c *ir.Context, t ir.Type) ir.Type {
	if task.IsQueue(t) || task.IsResource(t) {
		return async.ValueType(c, c.I64)
	}
	return t
}
