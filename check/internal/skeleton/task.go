package skeleton

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// promise translates an operation of promises, and those that are left out.
func (p *Program) promise(op *ir.Op) bool {
	switch {
	case !source.Resolves(op):
		return source.IsBookkeeping(op)
	case source.Fulfills(op) && source.IsFollowed(op.Operand(0)):
		p.emit(p.add(fulfillNode, op))
	}
	return true
}

// inParts makes of a task that fulfills promises one for each part of its body.
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

// queueOfTasks translates what makes queues and resources.
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

// startBehindQueue has a task start after those on its queue. An asynchronous operation issues tasks at any
// moment: their order on the queue is not known.
func (p *Program) startBehindQueue(n *Node) {
	if !n.Op.Is(task.Execute) || task.Queue(n.Op) == nil || n.Async {
		return
	}
	n.Behind = append(n.Behind, p.Token(task.Queue(n.Op)))
	n.Tokens = append(n.Tokens[:len(n.Tokens):len(n.Tokens)], n.Behind...)
}
