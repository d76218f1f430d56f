package queues

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Plan is what synchronizes the operations of an assignment.
type Plan struct {
	// Waits holds, for each operation, those whose completion it must wait for explicitly, ascending.
	Waits [][]int32
	// Events holds the operations whose completion an event records, ascending: those that somebody waits
	// for.
	Events []int32
}

// Count returns how many there are in all of the lists, of waits or of dependences.
func Count(lists [][]int32) int {
	n := 0
	for _, l := range lists {
		n += len(l)
	}
	return n
}

// frontierQueues is the number of queues up to which every operation's knowledge of all of them is kept.
const frontierQueues = 64

// Elide leaves the waits that neither the queues' order nor other waits imply. orders holds the order of each
// queue, nil if all complete in order. deps are the graph's, reduced or not.
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

// frontiers holds, for each operation on queues that complete in order, how far every queue is known to have
// come when the operation completes: the last operation of the queue that is known complete, or -1.
type frontiers struct {
	count int
	of    []int32 // per operation and queue
	tail  []int32 // per queue, its last operation so far, or -1
	on    []int32 // per operation, its queue, -1 if it follows whoever depends on it
}

func newFrontiers(operations, queues int) *frontiers {
	return &frontiers{queues, make([]int32, operations*queues), slices.Repeat([]int32{-1}, queues),
		make([]int32, operations)}
}

func (f *frontiers) at(v int32) []int32 { return f.of[int(v)*f.count:][:f.count] }

// try fills known with what is known when an operation with these dependences has waited for them on a queue,
// and calls wait for each that it must wait for. The youngest come first: what they know may cover the
// others.
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

// put appends an operation to a queue, and returns what it must wait for, ascending.
func (f *frontiers) put(v int, queue int32, deps []int32) []int32 {
	var waits []int32
	known := f.at(int32(v))
	f.try(queue, deps, known, func(u int32) { waits = append(waits, u) })
	known[queue], f.tail[queue], f.on[v] = int32(v), int32(v), queue
	slices.Reverse(waits)
	return waits
}

// elideAny reduces the graph of starts and completions. Where a queue only starts its operations in order,
// they are two nodes.
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
