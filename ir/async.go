package ir

import "iter"

// This file holds the interfaces of asynchronous operations, as function fields of OpDef like all others: the
// four of the RFC "New dialect for modelling asynchronous execution" (AsyncOpInterface and
// AsyncRegionOpInterface), and one for the queues of RFC 77 and of PTX, which the RFC has no word for.

// CompletionOrder says what the order of commits on a queue means for completion.
type CompletionOrder uint8

// The orders. Only InOrder lets a later group's completion stand for that of an earlier one.
const (
	InOrder    CompletionOrder = iota // groups complete in the order of their commits
	StartOrder                        // groups start in that order, and complete in any
	Unordered                         // the order of commits means nothing
)

// String returns the word that attributes use: "complete", "issue" or "none".
func (o CompletionOrder) String() string { return [...]string{"complete", "issue", "none"}[o] }

// Completion says what a type stands for to those who wait: a fact of the dialect's table.
type Completion uint8

// What types stand for.
const (
	NoCompletion    Completion = iota
	TokenCompletion            // an operation, or a group of a queue
	ValueCompletion            // an operation that brings a value, the type's first parameter
	GroupCompletion            // tokens that were added to a group
	TurnCompletion             // the last task of a queue of tasks
)

// CompletionOf returns what a type stands for.
func CompletionOf(t Type) Completion {
	switch t := t.(type) {
	case *OpaqueType:
		return t.completion
	case *ParametricType:
		return t.Def.Completion
	}
	return NoCompletion
}

// Queue identifies a queue of a thread of control: those that a program numbers have no engine, others are
// the only one of theirs, as that of "cp.async" is.
type Queue struct {
	Engine string
	Number int64
}

// QueueEffectKind is what an operation does to a queue.
type QueueEffectKind uint8

// The kinds of effects on queues.
const (
	NoQueueEffect QueueEffectKind = iota
	// issues an asynchronous operation, pending until the next commit of the unit
	QueueIssue
	// commits what is pending as one group, at the end of its body if it has one
	QueueCommit
	QueueSubmit // issues an operation that is a group of its own
	// waits until at most Count groups are incomplete, before its body if it has one
	QueueWait
)

// QueueEffect is what an operation does to a queue. QueueIssue has no Queue: the commit that takes the
// operation decides.
type QueueEffect struct {
	Kind  QueueEffectKind
	Queue Queue
	Order CompletionOrder
	// Unit is what executes the operations: a commit takes the pending ones of its own unit only. It is ""
	// for pipeline.async_scope, and else "cp.async" or "dma".
	Unit string
	// Count is the in-flight count of a wait; Dynamic is its value where it is not constant, and Token the
	// token of the youngest group that must be complete where the wait names no count.
	Count   int64
	Dynamic *Value
	Token   *Value
}

// IsAsync reports whether what the operation does happens at any moment between its issue and its completion.
func (o *Op) IsAsync() bool { return o.def.Async != nil && o.def.Async(o) }

// StartsThread reports whether the regions of the operation are no part of the thread of control that
// executes it: those of a function, of a kernel, or of an asynchronous operation.
func (o *Op) StartsThread() bool { return o.IsAsync() || o.def.RegionSuccessors == nil }

// Thread returns the operation whose region is the thread of control that executes this one, nil at the top.
func (o *Op) Thread() *Op {
	for p := range o.Ancestors() {
		if p.StartsThread() {
			return p
		}
	}
	return nil
}

// Threads returns the operations in o, itself included, whose regions are threads of control: functions and
// asynchronous operations.
func (o *Op) Threads() []*Op {
	var list []*Op
	for op := range o.Walk() {
		if op.NumRegions() > 0 && !op.Has(IsSymbolTable) && op.StartsThread() {
			list = append(list, op)
		}
	}
	return list
}

// ThreadOps yields the operations that the thread of control of a region executes, parents before children.
// The current operation must not be erased.
func (r *Region) ThreadOps() iter.Seq[*Op] {
	return func(yield func(*Op) bool) { r.threadOps(yield) }
}

func (r *Region) threadOps(yield func(*Op) bool) bool {
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			if !yield(op) {
				return false
			}
			if op.StartsThread() {
				continue
			}
			for _, inner := range op.regions {
				if !inner.threadOps(yield) {
					return false
				}
			}
		}
	}
	return true
}

// AsyncDependencies returns the operands whose completion op starts after; nil for operations that depend on
// nothing.
func (o *Op) AsyncDependencies() []*Value {
	if o.def.AsyncDependencies == nil {
		return nil
	}
	return o.def.AsyncDependencies(o)
}

// AsyncToken returns the result that stands for the completion of the operation, nil if it has none.
func (o *Op) AsyncToken() *Value {
	if o.def.AsyncToken == nil {
		return nil
	}
	return o.def.AsyncToken(o)
}

// RegionToken returns the argument of region i that stands for the dependencies of the operation inside of
// it, nil if there is none: then the region starts when they are complete.
func (o *Op) RegionToken(i int) *Value {
	if o.def.RegionToken == nil {
		return nil
	}
	return o.def.RegionToken(o, i)
}

// RegionDependencies returns the values that must be complete before region i, and with it the operation, is.
func (o *Op) RegionDependencies(i int) []*Value {
	if o.def.RegionDependencies == nil {
		return nil
	}
	return o.def.RegionDependencies(o, i)
}

// QueueEffect returns what the operation does to a queue of asynchronous groups.
func (o *Op) QueueEffect() QueueEffect {
	if o.def.QueueEffect == nil {
		return QueueEffect{}
	}
	return o.def.QueueEffect(o)
}

// SetQueueCount makes n the in-flight count of a wait for a queue, and reports whether the operation is one
// whose count can be written.
func (o *Op) SetQueueCount(n int64) bool {
	if o.def.SetQueueCount == nil || o.QueueEffect().Kind != QueueWait {
		return false
	}
	o.def.SetQueueCount(o, n)
	return true
}
