package check

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// A task.queue on which each task starts when the one before is complete is a group that a task waits for, and that then has the task alone:
// what was there before is complete when it is. What else orders tasks (queues of other orders, how many tasks a queue holds, resources) is
// left out, as is what promises order that are not followed (promise.go), the first of several, and events: a program without hazards then has
// none with it either, and of one that has some nothing is said.

// isTurns reports whether a value is a queue of tasks.
func isTurns(v *ir.Value) bool { return task.IsQueue(v.Type()) }

// isInOrder reports whether op makes a queue that completes in order.
func isInOrder(op *ir.Op) bool { return op.Is(task.NewQueue) && task.Order(op) == ir.InOrder }

// queueOfTasks translates what makes queues and resources.
func (p *program) queueOfTasks(op *ir.Op) bool {
	switch {
	case isInOrder(op):
		p.emit(p.add(poolNode, op))
		return true
	case op.Is(task.NewQueue), op.Is(task.NewResource):
		return true
	}
	return false
}

// takeTurn has a task start after those on its queue. Who issues tasks in an asynchronous operation does so at any moment: their turns are
// not known.
func (p *program) takeTurn(n *node) {
	if !n.op.Is(task.Execute) || task.Queue(n.op) == nil || n.async {
		return
	}
	n.behind = append(n.behind, p.token(task.Queue(n.op)))
	n.tokens = append(n.tokens[:len(n.tokens):len(n.tokens)], n.behind...)
}

// turn makes a task the last one of its queue.
func (s *state) turn(n *node, done clock) {
	for _, q := range n.behind {
		if g, ok := s.tokens.at(q); ok && g.pool > 0 {
			s.pools[g.pool-1] = completion{set: done}
		}
	}
}

// resolves reports whether an operation orders others by a promise, the first of several, or an event.
func resolves(op *ir.Op) bool {
	switch {
	case resolvers[op.Def()]:
		return true
	case op.Def().DialectName() != task.Dialect.Name:
	case op.Is(task.Yield), op.Is(task.Export), op.Is(task.Execute), op.Is(task.NewQueue), op.Is(task.NewResource):
	default:
		return true
	}
	return false
}

// resolvers are the operations of async that make, resolve and ask what a program resolves itself. They touch
// no memory of the program.
var resolvers = map[*ir.OpDef]bool{
	async.RuntimeCreate: true, async.RuntimeSetAvailable: true, async.RuntimeSetError: true, async.RuntimeIsError: true,
	async.RuntimeStore: true, async.RuntimeLoad: true, async.RuntimeCreateGroup: true, async.RuntimeAddToGroup: true,
}

// isBookkeeping reports whether an operation is one of the runtime that neither orders anything nor touches
// memory of the program.
func isBookkeeping(op *ir.Op) bool {
	return op.Is(async.RuntimeAddRef) || op.Is(async.RuntimeDropRef) || op.Is(async.RuntimeNumWorkerThreads)
}

// leftOut returns what of the order between tasks is left out in a function, and those that it calls; "" if nothing is.
func (c *checker) leftOut(fn *ir.Op, seen map[*ir.Op]bool) string {
	if c.calls.follows || seen[fn] {
		return ""
	}
	seen[fn] = true
	for op := range fn.Walk() {
		if leavesOut(op) {
			return notProven(op)
		}
		if callee := c.callee(op); callee != nil {
			if why := c.leftOut(callee, seen); why != "" {
				return why
			}
		}
	}
	return ""
}

// leavesOut reports whether an operation orders tasks in a way that is left out.
func leavesOut(op *ir.Op) bool {
	switch {
	case resolves(op):
		return !follows(op)
	case op.Is(task.NewQueue):
		return !isInOrder(op) || task.Depth(op) > 0
	case op.Is(task.Execute):
		q := task.Queue(op)
		return len(task.Resources(op)) > 0 || task.Unless(op) != nil || q != nil && (q.IsArgument() || !isIssuedBeside(op, q.DefiningOp()))
	}
	return false
}

// isIssuedBeside reports whether an operation is issued by who makes a queue, and not by something asynchronous or parallel.
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

func notProven(op *ir.Op) string {
	return fmt.Sprintf("what '%s' orders is not proven: inflight sim finds the races of single executions", op.Name())
}

// without makes of the verdict on a function in which the order between some tasks is left out what holds with it.
func (f *FuncReport) without(why string) *FuncReport {
	if len(f.Hazards) > 0 {
		return &FuncReport{Name: f.Name, Op: f.Op, Reasons: []string{why}, Deadlocks: f.Deadlocks}
	}
	for i := range f.Waits {
		if w := &f.Waits[i]; w.Verdict == Needed || w.Verdict == TooWeak {
			w.Verdict, w.Slack = Unjudged, 0
		}
	}
	f.Equal = nil // that order may be theirs
	return f
}
