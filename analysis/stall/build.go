package stall

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

var codeStalls = diag.Register("deadlock-circle", "a wait cannot end",
	"The wait and the events that it needs form a cycle. For example, a promise is fulfilled behind the "+
		"wait for it, or a queue is full of tasks that wait for an event behind the issue of the next "+
		"task, or a task waits for another task that needs the resource which the first one holds. The "+
		"notes show the events of the cycle. Move one of the operations, or remove a wait.")

// Find returns an error for each cycle of waits in a function, at the first wait that leads into the cycle.
func Find(fn *ir.Op) diag.List {
	b := &builder{done: map[*ir.Op]*node{}, promises: map[*ir.Value]*node{},
		queues: map[*ir.Value][]*issued{}}
	for op := range fn.Walk() {
		b.prepare(op)
	}
	for _, region := range fn.Regions() {
		for _, block := range region.Blocks() {
			b.block(block, nil)
		}
	}
	settle(b.nodes)
	errs := b.errors()
	errs.Add(orders(fn)...)
	errs.Add(groups(fn)...)
	return errs
}

// builder makes the nodes of a function.
type builder struct {
	nodes    []*node
	waits    []*node // of operations that block, in program order
	done     map[*ir.Op]*node
	promises map[*ir.Value]*node
	queues   map[*ir.Value][]*issued
	holders  []*ir.Op // the enclosing tasks that hold resources
}

// issued is a task that was issued on a queue.
type issued struct{ starts, ends *node }

// prepare makes the nodes that other nodes may refer to before they are complete: ends of tasks, and
// promises.
func (b *builder) prepare(op *ir.Op) {
	switch {
	case op.Is(async.Execute), op.Is(task.Execute):
		b.done[op] = b.node(all(op, "this task ends"))
	case op.Is(task.Promise), op.Is(async.RuntimeCreate):
		n := b.node(all(op, "this promise is resolved"))
		if n.enough = 0; local(op.Result(0)) {
			n.enough = 1
		}
		b.promises[op.Result(0)] = n
	}
}

// local reports whether only operations that this package follows can resolve a promise.
func local(v *ir.Value) bool {
	for use := range v.Uses() {
		op := use.Owner()
		known := knowsObjects(op) || op.Is(async.RuntimeStore) && use.Index() == 1 ||
			op.Is(async.AddToGroup) || op.IsAsync() ||
			op.Def().DialectName() == task.Dialect.Name && !op.Is(task.Yield)
		if !known || op.Is(task.Execute) && slices.Contains(task.Captures(op), v) {
			return false
		}
	}
	return true
}

// knowsObjects reports whether an operation of async uses its token or value itself, and does not pass it on.
func knowsObjects(op *ir.Op) bool {
	switch op.Def() {
	case async.Await, async.RuntimeAwait, async.RuntimeSetAvailable, async.RuntimeSetError,
		async.RuntimeIsError, async.RuntimeLoad,
		async.RuntimeAddRef, async.RuntimeDropRef, async.RuntimeAddToGroup:
		return true
	}
	return false
}

func (b *builder) node(n *node) *node {
	b.nodes = append(b.nodes, n)
	return n
}

// block adds the nodes of a block that is certainly executed once `at` has happened. It returns the node of
// reaching the block's end.
func (b *builder) block(block *ir.Block, at *node) *node {
	for op := range block.Ops() {
		at = b.op(op, at)
	}
	return at
}

// op adds the nodes of one operation and returns the node of control reaching the position behind it.
func (b *builder) op(op *ir.Op, at *node) *node {
	switch {
	case op.Is(async.Execute), op.Is(task.Execute):
		return b.task(op, at)
	case op.Is(async.Await), op.Is(async.RuntimeAwait):
		at = b.node(all(op, "this wait ends", at, b.completion(op.Operand(0))))
		b.waits = append(b.waits, at)
	case op.Is(task.Fulfill), op.Is(task.Fail), op.Is(async.RuntimeSetAvailable),
		op.Is(async.RuntimeSetError):
		b.resolves(op, all(op, "the program gets here", at))
	case op.Is(task.Settle):
		b.resolves(op, all(op, "this promise is settled", at, b.completion(op.Operand(1))))
	default:
		b.maybe(op, at)
	}
	return at
}

// resolves records that the node by resolves a promise, if nothing resolves it earlier.
func (b *builder) resolves(op *ir.Op, by *node) {
	if n := b.promises[op.Operand(0)]; n != nil {
		n.add(b.node(by))
	}
}

// maybe adds the nodes of regions that may not be executed. An operation in them that resolves a promise is
// assumed to be executed. A wait in them may not be reached, so it delays only the operations behind it in
// its block.
func (b *builder) maybe(op *ir.Op, at *node) {
	for _, region := range op.Regions() {
		for _, block := range region.Blocks() {
			b.block(block, at)
		}
	}
}

// task adds the nodes of a task, and returns the node of the task being issued.
func (b *builder) task(op *ir.Op, at *node) *node {
	starts := all(op, "this task starts")
	if op.Is(task.Execute) {
		at = b.queued(op, at, starts)
		for _, outer := range b.holders {
			if slices.ContainsFunc(task.Resources(op), func(r *ir.Value) bool {
				return slices.Contains(task.Resources(outer), r)
			}) {
				starts.add(b.done[outer])
			}
		}
	}
	starts.add(at)
	for _, v := range op.AsyncDependencies() {
		starts.add(b.completion(v))
	}
	b.node(starts)
	outer := b.holders
	if op.Is(task.Execute) && len(task.Resources(op)) > 0 {
		b.holders = append(slices.Clip(outer), op)
	}
	b.done[op].add(starts, b.block(op.Body(), starts))
	b.holders = outer
	return at
}

// queued adds the nodes for which a task waits on a queue of this function, and returns the node of the task
// being issued.
func (b *builder) queued(op *ir.Op, at, starts *node) *node {
	q := task.Queue(op)
	if q == nil || q.DefiningOp() == nil || !q.DefiningOp().Is(task.NewQueue) ||
		q.ParentBlock() != op.Block() {
		return at
	}
	before := b.queues[q]
	if depth := int(task.Depth(q.DefiningOp())); depth > 0 && len(before) >= depth {
		room := &node{at: op, what: "the queue has room for this task", enough: len(before) - depth + 1}
		for _, t := range before {
			room.add(t.ends)
		}
		at = b.node(all(op, "this task is issued", at, b.node(room)))
		b.waits = append(b.waits, at)
	}
	if n := len(before); n > 0 {
		switch task.Order(q.DefiningOp()) {
		case ir.InOrder:
			starts.add(before[n-1].ends)
		case ir.StartOrder:
			starts.add(before[n-1].starts)
		}
	}
	b.queues[q] = append(before, &issued{starts, b.done[op]})
	return at
}

// completion returns the node for the completion of a token or value, nil if it is assumed to be ready.
func (b *builder) completion(v *ir.Value) *node {
	if n := b.promises[v]; n != nil {
		return n
	}
	op := v.DefiningOp()
	switch {
	case op == nil:
		return nil
	case op.Is(task.Any):
		n := &node{at: op, what: "the first of these is ready", enough: 1}
		for _, one := range op.Operands() {
			m := b.completion(one)
			if m == nil {
				return nil
			}
			n.add(m)
		}
		return b.node(n)
	}
	return b.done[op]
}

// errors returns an error for each wait that does not end, unless an event on its way has been reported.
func (b *builder) errors() (errs diag.List) {
	reported := map[*node]bool{}
	for _, w := range b.waits {
		if w.comes {
			continue
		}
		way := circle(w)
		if slices.ContainsFunc(way, func(n *node) bool { return reported[n] }) {
			continue
		}
		d := w.at.Errorf(codeStalls, "%s", w.named("this wait cannot end"))
		for _, n := range way {
			reported[n] = true
			d.Note(n.at.Span(), "%s only after the event of the next note", n.words())
		}
		last := way[len(way)-1]
		if last.blocked() != nil {
			d.Note(way[0].at.Span(), "this is the event of the first note again")
		} else {
			d.Note(last.at.Span(), "no operation makes this happen")
		}
		errs.Add(d)
	}
	return errs
}
