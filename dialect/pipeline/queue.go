package pipeline

import "github.com/inflight-compiler/inflight/ir"

// The effects of the operations on queues. Asynchronous scopes and copies of blocks share the numbers of
// queues. A commit takes the pending operations of its own unit. Groups complete in the order of their
// commits.

// DmaUnit is the unit that executes block copies.
const DmaUnit = "dma"

func init() {
	AsyncScope.Async = always
	AsyncScope.AsyncDependencies = (*ir.Op).Operands
	for _, def := range []*ir.OpDef{CommitQueue, AsyncCommitStage, DmaCopy, DmaGroup} {
		def.AsyncToken = tokenOf
	}
	AsyncScope.QueueEffect = func(*ir.Op) ir.QueueEffect { return ir.QueueEffect{Kind: ir.QueueIssue} }
	DmaCopy.Async = always
	DmaCopy.QueueEffect = func(op *ir.Op) ir.QueueEffect {
		if GroupOf(op) != nil {
			return onQueue(op, ir.QueueIssue, DmaUnit)
		}
		return onQueue(op, ir.QueueSubmit, DmaUnit)
	}
	for _, def := range []*ir.OpDef{CommitQueue, AsyncCommitStage} {
		def.QueueEffect = func(op *ir.Op) ir.QueueEffect { return onQueue(op, ir.QueueCommit, "") }
	}
	DmaGroup.QueueEffect = func(op *ir.Op) ir.QueueEffect { return onQueue(op, ir.QueueCommit, DmaUnit) }
	for _, def := range []*ir.OpDef{WaitQueue, AsyncWaitStage, DmaWait} {
		def.QueueEffect, def.SetQueueCount = waitEffect, SetCount
	}
}

func always(*ir.Op) bool { return true }

// tokenOf returns the token of the group that a commit makes, nil if the commit has no token.
func tokenOf(op *ir.Op) *ir.Value {
	if op.NumResults() == 0 {
		return nil
	}
	return op.Result(0)
}

func onQueue(op *ir.Op, kind ir.QueueEffectKind, unit string) ir.QueueEffect {
	number, _ := op.IntAttr("queue")
	return ir.QueueEffect{Kind: kind, Unit: unit, Queue: ir.Queue{Number: number}}
}

// waitEffect reads the count of a wait; a negative count means 0.
func waitEffect(op *ir.Op) ir.QueueEffect {
	e := onQueue(op, ir.QueueWait, "")
	if op.NumOperands() > 0 {
		e.Dynamic = op.Operand(0)
	} else if n, ok := op.IntAttr("count"); ok {
		e.Count = max(n, 0)
	}
	return e
}
