package check

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// unit says what executes an asynchronous operation, and so which commits take it: a commit of one unit leaves the
// pending operations of the others alone.
type unit uint8

const (
	scopeUnit unit = iota // the body of a pipeline.async_scope
	copyUnit              // cp.async
	blockUnit             // pipeline.dma_copy
)

// CpAsyncQueue is the number that reports give the queue of cp.async, which no program can give another. A thread has one.
const CpAsyncQueue = -2

func unitOf(op *ir.Op) unit {
	switch op.Name() {
	case opAsyncCopy, opCreateGroup, opCopyCommit:
		return copyUnit
	case opDmaCopy, opDmaGroup:
		return blockUnit
	}
	return scopeUnit
}

// queueOf returns the queue of a commit or a wait.
func queueOf(op *ir.Op) int64 {
	if q, ok := op.IntAttr("queue"); ok {
		return q
	}
	return CpAsyncQueue
}

// countOf returns the count of a wait, if it is a constant.
func countOf(op *ir.Op) (int64, bool) {
	name := "count"
	switch op.Name() {
	case opCopyWait:
		name = "n"
	case opTokenWait:
		name = "numGroups"
	}
	return op.IntAttr(name)
}

// queueName returns what messages call a queue.
func queueName(id int64) string {
	if id == CpAsyncQueue {
		return "the cp.async queue"
	}
	return "queue " + strconv.FormatInt(id, 10)
}

// QueueName returns the queue for the column of a table: its number, or "cp.async".
func (w *WaitVerdict) QueueName() string {
	if w.Queue == CpAsyncQueue {
		return "cp.async"
	}
	return strconv.FormatInt(w.Queue, 10)
}

// waitName returns what messages call a wait.
func (n *node) waitName() string {
	switch n.op.Name() {
	case opCopyWait:
		return "cp.async.wait.group"
	case opTokenWait:
		return "device_async_wait"
	case opDmaWait:
		return "dma_wait " + strconv.FormatInt(n.queue, 10)
	}
	return "wait_queue " + strconv.FormatInt(n.queue, 10)
}

// asyncCopy translates a copy that is asynchronous by itself.
func (p *program) asyncCopy(op *ir.Op) *node {
	n := p.add(asyncNode, op)
	n.unit = unitOf(op)
	p.scopes = append(p.scopes, op)
	n.body = p.access(op)
	p.scopes = p.scopes[:len(p.scopes)-1]
	return n
}

// blockCopy translates a copy that is a group by itself, unless it stands in a group.
func (p *program) blockCopy(op *ir.Op) []*node {
	nodes := []*node{p.asyncCopy(op)}
	for up := op.Parent(); up != nil && up.Name() != opAsyncScope; up = up.Parent() {
		if up.Name() == opDmaGroup {
			return nodes
		}
	}
	n := p.commit(op)
	n.alone = true
	return append(nodes, n)
}

// tokenCount returns the count that a wait for a token amounts to: how many groups are younger than the token's. A token
// stands for the last group that its operation made; where it comes from elsewhere, that group is not known.
func (s *state) tokenCount(n *node) (count int64, known bool) {
	def, q := n.token.DefiningOp(), s.queue(n.queue)
	if def == nil || def.Name() != opCreateGroup && def.Name() != opAsyncCopy {
		return 0, false
	}
	for i := len(q.groups) - 1; i >= 0; i-- {
		if q.groups[i].maker.op == def {
			return int64(len(q.groups) - 1 - i), true
		}
	}
	return int64(len(q.groups)), true
}
