package task

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// NewResource is task.resource: a resource that one task at a time holds. Tasks that need the resource
// exclude each other and have no order. async can only order tasks, by an edge between their tokens.
var NewResource = &ir.OpDef{
	Name:    "task.resource",
	Summary: "a resource that one task at a time holds",
	Results: []ir.ResultDef{{Name: "resource", Type: resource}},
	Effects: acts,
	Format:  "attr-dict",
}

// NewQueue is task.queue: a queue for tasks. Its order says what the order of issue means for the tasks:
//
//   - "complete": each task starts after the one before has completed;
//   - "issue": each task starts after the one before has started;
//   - "none": the queue limits the number of tasks, and orders nothing.
//
// A depth other than 0 is the number of tasks that the queue holds: issuing one more waits until one of them
// has completed. The engine says to whom the queue belongs: "host", or the name of an engine of a machine, on
// which timed simulation executes the tasks. A queue of gpu is the serial chain of its tokens. Such a chain
// cannot say how many tasks may be in flight, nor that each task waits for the start of the one before only.
var NewQueue = &ir.OpDef{
	Name:    "task.queue",
	Summary: "a queue for tasks",
	Results: []ir.ResultDef{{Name: "queue", Type: queue}},
	Attrs: []ir.AttrDef{
		{Name: "order", Type: constraint.String, Optional: true},
		{Name: "depth", Type: constraint.NonNegativeI64, Optional: true},
		{Name: "engine", Type: constraint.String, Optional: true},
	},
	Effects: acts,
	Verify:  verifyQueue,
	Format:  "attr-dict",
}

var orders = []string{ir.InOrder.String(), ir.StartOrder.String(), ir.Unordered.String()}

func verifyQueue(op *ir.Op) error {
	if order := op.StringAttr("order"); order != "" && !slices.Contains(orders, order) {
		return op.OpErrorf(codeTask, "has no order \"%s\"",
			order).Suggest("use \"complete\", \"issue\" or \"none\"")
	}
	return nil
}

// Order returns the order of a NewQueue; the default is complete.
func Order(op *ir.Op) ir.CompletionOrder {
	return ir.CompletionOrder(max(0, slices.Index(orders, op.StringAttr("order"))))
}

// Depth returns how many tasks a NewQueue holds at a time, 0 for any number.
func Depth(op *ir.Op) int64 {
	n, _ := op.IntAttr("depth")
	return n
}
