package task

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the task dialect.
var Dialect = &ir.Dialect{
	Name: "task",
	Ops: []*ir.OpDef{Any, Execute, Export, Fail, Fulfill, Import, IsComplete, Promise, NewQueue,
		NewResource, RuntimeCall, Settle, Yield},
	Types:       []string{queueText, resourceText},
	Completions: map[string]ir.Completion{queueText: ir.TurnCompletion},
}

var codeTask = diag.Register("verify-task", "an operation of the task dialect breaks a rule",
	"A promise is resolved by task.fulfill or task.fail, everything else by the operation that made it. A "+
		"queue's order is "+
		"complete, issue or none, and its depth 0 (no limit) or more. A region takes each resource once.")

// The texts of the types behind the name of the dialect.
const (
	queueText    = "queue"
	resourceText = "resource"
)

// QueueType returns !task.queue: the type of a queue on which tasks take turns in the order of their issue.
func QueueType(c *ir.Context) ir.Type { return c.OpaqueType("task", queueText) }

// ResourceType returns !task.resource: the type of an object that one task at a time holds.
func ResourceType(c *ir.Context) ir.Type { return c.OpaqueType("task", resourceText) }

// IsQueue reports whether t is !task.queue.
func IsQueue(t ir.Type) bool { return isOpaque(t, queueText) }

// IsResource reports whether t is !task.resource.
func IsResource(t ir.Type) bool { return isOpaque(t, resourceText) }

func isOpaque(t ir.Type, text string) bool {
	o, ok := t.(*ir.OpaqueType)
	return ok && o.Dialect == "task" && o.Text == text
}

var (
	queue    = ir.TypeConstraint{Summary: "queue of tasks", Match: IsQueue, Build: QueueType}
	resource = ir.TypeConstraint{Summary: "exclusive resource", Match: IsResource, Build: ResourceType}
	// completion is a token or a value.
	completion = ir.TypeConstraint{Summary: "async value type or async token type",
		Match: func(t ir.Type) bool {
			return async.IsToken(t) || async.IsValue(t)
		}}
)

// acts is the effect of operations that change when tasks run or how tasks end. None of these operations is
// pure: a pass must not remove or repeat one, or move it past another one.
func acts(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) }
