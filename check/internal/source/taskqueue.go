package source

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// A task.queue in order is followed as a group of tokens with the last task: each task waits for the group,
// and then replaces its contents. Other order between tasks is left out: queues of other orders, limits of
// the number of tasks on a queue, resources, promises that are not followed (promise.go), the first of
// several tokens, and events. A program without hazards stays without hazards when such order is added. If
// the judge finds hazards without that order, it says nothing about them.

// IsTaskQueue reports whether a value is a queue of tasks.
func IsTaskQueue(v *ir.Value) bool { return task.IsQueue(v.Type()) }

// IsInOrder reports whether op makes a queue that completes in order.
func IsInOrder(op *ir.Op) bool { return op.Is(task.NewQueue) && task.Order(op) == ir.InOrder }

// Resolves reports whether an operation orders others by a promise, by the first of several tokens, or by an
// event.
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

// resolvers are the operations of async that make and resolve tokens and values, or ask for their outcome.
// They access no memory of the program.
var resolvers = map[*ir.OpDef]bool{
	async.RuntimeCreate: true, async.RuntimeSetAvailable: true, async.RuntimeSetError: true,
	async.RuntimeIsError: true,
	async.RuntimeStore:   true, async.RuntimeLoad: true, async.RuntimeCreateGroup: true,
	async.RuntimeAddToGroup: true,
}

// IsBookkeeping reports whether an operation of the runtime neither orders anything nor accesses memory of
// the program.
func IsBookkeeping(op *ir.Op) bool {
	return op.Is(async.RuntimeAddRef) || op.Is(async.RuntimeDropRef) || op.Is(async.RuntimeNumWorkerThreads)
}

// LeavesOut reports whether an operation creates order between tasks that the judge does not follow.
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

// isIssuedBeside reports whether the thread of control that makes a queue also issues op. It does not if an
// asynchronous operation or a parallel loop between them does.
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
