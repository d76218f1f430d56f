package queues

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Plan holds the waits and events that synchronize the operations of an assignment.
type Plan struct {
	// Waits holds, for each operation, the operations for whose completion it must wait explicitly,
	// ascending.
	Waits [][]int32
	// Events holds the operations whose completion an event records, ascending: those for which another
	// operation waits.
	Events []int32
}

// Count returns the total length of lists, of waits or of dependences.
func Count(lists [][]int32) int {
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	return n
}

// frontierQueues is the greatest number of queues for which each operation's knowledge of all queues is
// stored.
const frontierQueues = 64

// Elide returns the waits that neither the order of queues nor other waits imply. orders holds the completion
// order of each queue; nil means that all complete in order. deps are the dependences of the graph, reduced
// or not.
func Elide(deps [][]int32, a Assignment, orders []ir.CompletionOrder) Plan {
	waits := make([][]int32, len(deps))
	if a.Count <= frontierQueues &&
		!slices.ContainsFunc(orders, func(o ir.CompletionOrder) bool { return o != ir.InOrder }) {
		known := newFrontiers(len(deps), a.Count)
		for v := range deps {
			waits[v] = known.put(v, a.Queue[v], deps[v])
		}
	} else {
		elideAny(deps, a, orders, waits)
	}
	return Plan{Waits: waits, Events: producers(waits)}
}

func producers(waits [][]int32) []int32 {
	waited := make([]bool, len(waits))
	for _, w := range waits {
		for _, u := range w {
			waited[u] = true
		}
	}
	var events []int32
	for u, is := range waited {
		if is {
			events = append(events, int32(u))
		}
	}
	return events
}

// frontiers is for queues that complete in order. It holds, for each operation and each queue, the last
// operation of the queue that is known to be complete when the operation completes, or -1.
type frontiers struct {
	count int
	of    []int32 // per queue, the last operation so far, or -1
	tail  []int32 // per queue, its last operation so far, or -1
	on    []int32 // per operation, its queue; -1 if it goes to the queue of the operation that depends on it
}

func newFrontiers(operations, queues int) *frontiers {
	return &frontiers{queues, make([]int32, operations*queues), slices.Repeat([]int32{-1}, queues),
		make([]int32, operations)}
}

func (f *frontiers) at(v int32) []int32 { return f.of[int(v)*f.count:][:f.count] }

// try sets known to the completions that are known when an operation with these dependences starts on a
// queue. It calls wait for each dependence for which the operation must wait. It looks at the youngest first,
// because their knowledge may cover the others.
func (f *frontiers) try(queue int32, deps, known []int32, wait func(u int32)) {
	if tail := f.tail[queue]; tail < 0 {
		for q := range known {
			known[q] = -1
		}
	} else {
		copy(known, f.at(tail))
	}
	for _, u := range slices.Backward(deps) {
		if f.on[u] < 0 || known[f.on[u]] >= u {
			continue
		}
		wait(u)
		for q, p := range f.at(u) {
			known[q] = max(known[q], p)
		}
	}
}

// put appends an operation to a queue, and returns the operations for which it must wait, ascending.
func (f *frontiers) put(v int, queue int32, deps []int32) []int32 {
	var waits []int32
	known := f.at(int32(v))
	f.try(queue, deps, known, func(u int32) { waits = append(waits, u) })
	known[queue], f.tail[queue], f.on[v] = int32(v), int32(v), queue
	slices.Reverse(waits)
	return waits
}

// elideAny reduces the graph of starts and completions, so that an operation on a queue that only starts its
// operations in order has two nodes.
func elideAny(deps [][]int32, a Assignment, orders []ir.CompletionOrder, waits [][]int32) {
	order := func(v int) ir.CompletionOrder {
		if orders == nil {
			return ir.InOrder
		}
		return orders[a.Queue[v]]
	}
	last := a.last()
	starts, ends := make([]int32, len(deps)), make([]int32, len(deps))
	var before [][]int32
	for v := range deps {
		var b []int32
		for _, u := range deps[v] {
			b = append(b, ends[u])
		}
		if p := last[v]; p >= 0 && order(v) == ir.InOrder {
			b = append(b, ends[p])
		} else if p >= 0 && order(v) == ir.StartOrder {
			b = append(b, starts[p])
		}
		slices.Sort(b)
		starts[v] = int32(len(before))
		before = append(before, slices.Compact(b))
		if order(v) == ir.StartOrder {
			before = append(before, starts[v:v+1])
		}
		ends[v] = int32(len(before)) - 1
	}
	before = Reduce(before)
	for v := range deps {
		for _, u := range deps[v] {
			_, left := slices.BinarySearch(before[starts[v]], ends[u])
			if left && !(last[v] == u && order(v) == ir.InOrder) {
				waits[v] = append(waits[v], u)
			}
		}
	}
}
