package source

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// A task.queue on which each task starts when the one before is complete is a group that a task waits for,
// and that then has the task alone: what was there before is complete when it is. What else orders tasks
// (queues of other orders, how many tasks a queue holds, resources) is left out, as is what promises order
// that are not followed (promise.go), the first of several, and events: a program without hazards then has
// none with it either, and of one that has some nothing is said.

// IsTaskQueue reports whether a value is a queue of tasks.
func IsTaskQueue(v *ir.Value) bool { return task.IsQueue(v.Type()) }

// IsInOrder reports whether op makes a queue that completes in order.
func IsInOrder(op *ir.Op) bool { return op.Is(task.NewQueue) && task.Order(op) == ir.InOrder }

// Resolves reports whether an operation orders others by a promise, the first of several, or an event.
func Resolves(op *ir.Op) bool {
	switch {
	case resolvers[op.Def()]:
		return true
	case op.Def().DialectName() != task.Dialect.Name:
	case op.Is(task.Yield), op.Is(task.Export), op.Is(task.Execute), op.Is(task.NewQueue),
		op.Is(task.NewResource):
	default:
		return true
	}
	return false
}

// resolvers are the operations of async that make, resolve and ask what a program resolves itself. They touch
// no memory of the program.
var resolvers = map[*ir.OpDef]bool{
	async.RuntimeCreate: true, async.RuntimeSetAvailable: true, async.RuntimeSetError: true,
	async.RuntimeIsError: true,
	async.RuntimeStore:   true, async.RuntimeLoad: true, async.RuntimeCreateGroup: true,
	async.RuntimeAddToGroup: true,
}

// IsBookkeeping reports whether an operation is one of the runtime that neither orders anything nor touches
// memory of the program.
func IsBookkeeping(op *ir.Op) bool {
	return op.Is(async.RuntimeAddRef) || op.Is(async.RuntimeDropRef) || op.Is(async.RuntimeNumWorkerThreads)
}

// LeavesOut reports whether an operation orders tasks in a way that is left out.
func LeavesOut(op *ir.Op) bool {
	switch {
	case Resolves(op):
		return !follows(op)
	case op.Is(task.NewQueue):
		return !IsInOrder(op) || task.Depth(op) > 0
	case op.Is(task.Execute):
		q := task.Queue(op)
		return len(task.Resources(op)) > 0 || task.Unless(op) != nil ||
			q != nil && (q.IsArgument() || !isIssuedBeside(op, q.DefiningOp()))
	}
	return false
}

// isIssuedBeside reports whether an operation is issued by who makes a queue, and not by something
// asynchronous or parallel.
func isIssuedBeside(op, queue *ir.Op) bool {
	for up := range op.Ancestors() {
		if up == queue.Parent() {
			return true
		}
		if up.IsAsync() || up.Def().Loop != nil && up.Def().Loop.Parallel {
			return false
		}
	}
	return false
}
