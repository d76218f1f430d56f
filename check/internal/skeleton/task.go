package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// promise translates an operation on promises, and skips operations that only keep books on them.
func (p *Program) promise(op *ir.Op) bool {
	switch {
	case !source.Resolves(op):
		return source.IsBookkeeping(op)
	case source.Fulfills(op) && source.IsFollowed(op.Operand(0)):
		p.emit(p.add(fulfillNode, op))
	}
	return true
}

// inParts splits a task that fulfills promises into one task for each part of its body. A part ends where a
// promise is fulfilled.
func (p *Program) inParts(n *Node) {
	isEnd := func(part *Node) bool { return part.Kind == fulfillNode }
	body, last := n.Body, *n.queued
	at := slices.IndexFunc(body, isEnd)
	if at < 0 {
		return
	}
	n.Sync, n.Gathers = true, true
	n.Behind = nil
	for part := n; ; {
		promise := p.Token(body[at].Op.Operand(0))
		part.Body, part.Gives = body[:at:at], []Token{promise}
		body = body[at+1:]
		next := p.emit(p.addQueued(AsyncNode, n.Op))
		part.Continued = true
		next.Unit, next.Own, next.Sync, next.Gathers, next.Tokens = n.Unit, true, true, true, []Token{promise}
		part = next
		if at = slices.IndexFunc(body, isEnd); at < 0 {
			part.Body, part.Gives, part.Behind = body, last.Gives, last.Behind
			return
		}
	}
}

// queueOfTasks translates the operations that make queues of tasks and resources.
func (p *Program) queueOfTasks(op *ir.Op) bool {
	switch {
	case source.IsInOrder(op):
		p.emit(p.add(PoolNode, op))
		return true
	case op.Is(task.NewQueue), op.Is(task.NewResource):
		return true
	}
	return false
}

// startBehindQueue makes a task start after the tasks in front of it on its queue. If an asynchronous
// operation issues the task, its place on the queue is not known, and it does not.
func (p *Program) startBehindQueue(n *Node) {
	if !n.Op.Is(task.Execute) || task.Queue(n.Op) == nil || n.Async {
		return
	}
	n.Behind = append(n.Behind, p.Token(task.Queue(n.Op)))
	n.Tokens = append(n.Tokens[:len(n.Tokens):len(n.Tokens)], n.Behind...)
}
