package check

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// A task that fulfills promises is followed as several, one after the other: each promise is the completion of what the task does up to
// there, and its tokens that of all. That holds for promises that are made and resolved in one place, by a task that is issued in the same
// block; what others order is left out (turns.go).

// opExecute is a task without turns.
const opExecute = "async.execute"

// isPromise reports whether op makes a token or value that the program resolves, fulfills whether it resolves
// one to ready, and fails whether to an error.
func isPromise(op *ir.Op) bool { return op.Is(task.Promise) || op.Is(async.RuntimeCreate) }
func fulfills(op *ir.Op) bool  { return op.Is(task.Fulfill) || op.Is(async.RuntimeSetAvailable) }
func fails(op *ir.Op) bool     { return op.Is(task.Fail) || op.Is(async.RuntimeSetError) }

// isFollowed reports whether a value is a promise whose resolution is followed.
func isFollowed(promise *ir.Value) bool {
	promise = promise.Uncaptured()
	made := promise.DefiningOp()
	if made == nil || !isPromise(made) {
		return false
	}
	var resolved *ir.Op
	for u := range promise.UsesInside() {
		switch by := u.Owner(); {
		case fulfills(by) && resolved == nil:
			resolved = by
		case fulfills(by), fails(by), by.Def().Callee != nil, by.Is(async.RuntimeStore):
			return false
		}
	}
	if resolved == nil {
		return false
	}
	in := resolved.Parent()
	return isTask(in) && len(in.Region(0).Blocks()) == 1 && in.Block() == made.Block() && !isUsedBefore(promise, in)
}

// isUsedBefore reports whether a promise is used before the task that fulfills it is issued: what waits for it is not known then.
func isUsedBefore(promise *ir.Value, by *ir.Op) bool {
	for u := range promise.UsesInside() {
		op := u.Owner()
		for op.Block().Region() != by.Block().Region() {
			op = op.Parent()
		}
		if op.Block() == by.Block() && op.IsBefore(by) { // other blocks come later: that of the promise dominates them
			return true
		}
	}
	return false
}

// follows reports whether what an operation does to a promise is followed.
func follows(op *ir.Op) bool {
	switch {
	case isPromise(op):
		return isFollowed(op.Result(0))
	case fulfills(op), op.Is(task.Settle):
		return isFollowed(op.Operand(0))
	}
	return false
}

// promise translates an operation of promises, and those that are left out.
func (p *program) promise(op *ir.Op) bool {
	switch {
	case !resolves(op):
		return isBookkeeping(op)
	case fulfills(op) && isFollowed(op.Operand(0)):
		p.emit(p.add(fulfillNode, op))
	}
	return true
}

// goesOn returns the state in which a thread starts, or goes on where its part before has ended: with all that it knows, and that part.
func (s *state) goesOn(f *flight) *state {
	if s.paused == nil {
		c := s.child(f.after)
		c.takePayloads(f.n.op)
		return c
	}
	c := s.paused
	s.paused = nil
	c.chains.adopt(&s.chains)
	c.know(f.after)
	return c
}

// inParts makes of a task that fulfills promises one for each part of its body.
func (p *program) inParts(n *node) {
	isEnd := func(part *node) bool { return part.kind == fulfillNode }
	body, last := n.body, *n.queued
	at := slices.IndexFunc(body, isEnd)
	if at < 0 {
		return
	}
	n.sync, n.gathers = true, true
	n.behind = nil
	for part := n; ; {
		promise := p.token(body[at].op.Operand(0))
		part.body, part.gives = body[:at:at], []token{promise}
		body = body[at+1:]
		next := p.emit(p.addQueued(asyncNode, n.op))
		part.continued = true
		next.unit, next.own, next.sync, next.gathers, next.tokens = n.unit, true, true, true, []token{promise}
		part = next
		if at = slices.IndexFunc(body, isEnd); at < 0 {
			part.body, part.gives, part.behind = body, last.gives, last.behind
			return
		}
	}
}
