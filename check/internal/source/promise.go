package source

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// IsTask reports whether an operation makes a task of its body.
func IsTask(op *ir.Op) bool { return op.Is(task.Execute) || op.Is(async.Execute) }

// A task that fulfills promises is followed as several tasks in sequence. A promise completes when the part
// of the task before its fulfillment does, and the tokens of the task complete with its last part. This holds
// for promises that are made and resolved in one place, by a task that is issued in the same block. The order
// that other promises create is left out (taskqueue.go).

// isPromise reports whether op makes a token or value that the program itself resolves.
func isPromise(op *ir.Op) bool { return op.Is(task.Promise) || op.Is(async.RuntimeCreate) }

// Fulfills reports whether an operation resolves a promise to ready.
func Fulfills(op *ir.Op) bool { return op.Is(task.Fulfill) || op.Is(async.RuntimeSetAvailable) }

func fails(op *ir.Op) bool { return op.Is(task.Fail) || op.Is(async.RuntimeSetError) }

// IsFollowed reports whether a value is a promise whose resolution is followed.
func IsFollowed(promise *ir.Value) bool {
	promise = promise.Uncaptured()
	made := promise.DefiningOp()
	if made == nil || !isPromise(made) {
		return false
	}
	var resolved *ir.Op
	for u := range promise.UsesInside() {
		switch by := u.Owner(); {
		case Fulfills(by) && resolved == nil:
			resolved = by
		case Fulfills(by), fails(by), by.Def().Callee != nil, by.Is(async.RuntimeStore):
			return false
		}
	}
	if resolved == nil {
		return false
	}
	in := resolved.Parent()
	return IsTask(in) && len(in.Region(0).Blocks()) == 1 && in.Block() == made.Block() &&
		!isUsedBefore(promise, in)
}

// isUsedBefore reports whether an operation uses a promise before the task that fulfills it is issued. The
// judge cannot follow such a use.
func isUsedBefore(promise *ir.Value, by *ir.Op) bool {
	for u := range promise.UsesInside() {
		op := u.Owner()
		for op.Block().Region() != by.Block().Region() {
			op = op.Parent()
		}
		// the promise's block dominates the others, so that they run later
		if op.Block() == by.Block() && op.IsBefore(by) {
			return true
		}
	}
	return false
}

// follows reports whether the judge follows an operation on a promise.
func follows(op *ir.Op) bool {
	switch {
	case isPromise(op):
		return IsFollowed(op.Result(0))
	case Fulfills(op), op.Is(task.Settle):
		return IsFollowed(op.Operand(0))
	}
	return false
}
