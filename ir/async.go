package ir

import "iter"

// This file holds the interfaces of asynchronous operations, as function fields of OpDef like all other
// interfaces. Four are those of the RFC "New dialect for modelling asynchronous execution" (AsyncOpInterface
// and AsyncRegionOpInterface). QueueEffect is for the queues of RFC 77 and of PTX, which that RFC does not
// have.

// CompletionOrder says what the order of commits on a queue means for completion.
type CompletionOrder uint8

// The orders. Only with InOrder does the completion of a later group tell that the earlier ones are complete.
const (
	InOrder    CompletionOrder = iota // groups complete in the order of their commits
	StartOrder                        // groups start in that order, and complete in any
	Unordered                         // the order of commits means nothing
)

// String returns the word that attributes use: "complete", "issue" or "none".
func (o CompletionOrder) String() string { return [...]string{"complete", "issue", "none"}[o] }

// Completion says what it means that a value of a type is complete. The dialect's table of types has it.
type Completion uint8

// The kinds of completion: what has completed when a wait for a value of the type returns.
const (
	NoCompletion    Completion = iota
	TokenCompletion            // an operation, or a group of a queue
	ValueCompletion            // an operation that computes a value of the type's first parameter
	GroupCompletion            // all tokens that were added to a group
	TurnCompletion             // the last task that was put on a queue of tasks
)

// CompletionOf returns the completion that values of a type stand for.
func CompletionOf(t Type) Completion {
	switch t := t.(type) {
	case *OpaqueType:
		return t.completion
	case *ParametricType:
		return t.Def.Completion
	}
	return NoCompletion
}

// Queue identifies a queue of a thread of control. A queue that the program numbers has no Engine. Any other
// queue is the only one of its Engine, as the queue of "cp.async" is.
type Queue struct {
	Engine string
	Number int64
}

// QueueEffectKind says which effect an operation has on a queue.
type QueueEffectKind uint8

// The kinds of effects on queues.
const (
	NoQueueEffect QueueEffectKind = iota
	// The operation issues an asynchronous operation, which is pending until the next commit of its unit.
	QueueIssue
	// The operation commits the pending operations as one group, at the end of its body if it has one.
	QueueCommit
	QueueSubmit // the operation issues an asynchronous operation that is a group of its own
	// The operation waits until at most Count groups are incomplete, before its body if it has one.
	QueueWait
)

// QueueEffect is the effect of an operation on a queue. A QueueIssue has no Queue: the queue is that of the
// commit that takes the operation into its group.
type QueueEffect struct {
	Kind  QueueEffectKind
	Queue Queue
	Order CompletionOrder
	// Unit names the hardware or mechanism that executes the operations: "cp.async", "dma", or "" for
	// pipeline.async_scope. A commit takes only pending operations of its own unit.
	Unit string
	// Count is the in-flight count of a wait. Dynamic is the value with the count where the count is not
	// constant. Where the wait names a token instead of a count, Token is the token of the youngest group
	// that must be complete.
	Count   int64
	Dynamic *Value
	Token   *Value
}

// IsAsync reports whether the operation's effects happen at any moment between its issue and its completion.
func (o *Op) IsAsync() bool { return o.def.Async != nil && o.def.Async(o) }

// Awaits reports whether the operation blocks until what it depends on is complete.
func (o *Op) Awaits() bool {
	return len(o.AsyncDependencies()) > 0 && !o.IsAsync() && o.QueueEffect().Kind == NoQueueEffect &&
		o.NumRegions() == 0
}

// Blocks reports whether the operation is a wait, for groups of a queue or for what it depends on.
func (o *Op) Blocks() bool { return o.QueueEffect().Kind == QueueWait || o.Awaits() }

// StartsThread reports whether other threads of control than the one that reaches the operation execute its
// regions: the regions of a function, of a kernel, or of an asynchronous operation.
func (o *Op) StartsThread() bool { return o.IsAsync() || o.def.RegionSuccessors == nil }

// Thread returns the nearest enclosing operation that starts a thread of control, nil at the top. That thread
// of control executes this operation.
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

// AsyncDependencies returns the operands that must be complete before the operation starts; nil if it has
// none.
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

// RegionToken returns the argument of region i that stands for the operation's dependencies inside the
// region. It returns nil if there is no such argument: then the region starts when the dependencies are
// complete.
func (o *Op) RegionToken(i int) *Value {
	if o.def.RegionToken == nil {
		return nil
	}
	return o.def.RegionToken(o, i)
}

// RegionDependencies returns the values that must be complete before region i, and with it the operation, is
// complete.
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

// SetQueueCount makes n the in-flight count of a wait for a queue. It reports false, and changes nothing, if
// the operation is no such wait or its definition cannot write a count.
func (o *Op) SetQueueCount(n int64) bool {
	if o.def.SetQueueCount == nil || o.QueueEffect().Kind != QueueWait {
		return false
	}
	o.def.SetQueueCount(o, n)
	return true
}
