package queues

import "slices"

// Limits says what queues and resources Fold may use.
type Limits struct {
	// Queues is the number of queues of each engine, at least 1.
	Queues int
	// WaitCost is how long a wait delays the waiting operation, in the unit of Graph.Cost.
	WaitCost int64
	// Affinity holds, for each operation, the queue of its engine on which it must be, 0 to Queues-1, or -1
	// if any will do. Nil means -1 for all.
	Affinity []int32
	// Exclusive holds the resource that each operation needs for itself while it executes, or -1. Nil means
	// -1 for all. Resources do not order operations: they only prevent that two execute at the same time.
	Exclusive []int32
}

// Fold assigns every operation to one of a few queues, which complete in order. It simulates the execution in
// time. Each operation goes to the queue where it ends first, with its waits. Of equal queues, Fold takes the
// one where the operation needs the fewest waits; then the one with the operation for which it waits longest;
// then the one that has been free longest. An operation without dependences that costs nothing goes to the
// queue of the first operation that depends on it. One that costs nothing, and on which no other operation
// depends, goes where it needs the fewest waits.
func Fold(g Graph, l Limits) Assignment {
	f := folding{graph: g, limits: l, first: map[int32]int32{}, needed: make([]bool, g.Len()),
		ends: make([]int64, g.Len()), resources: map[int32]int64{}}
	for v := range g.Len() {
		if e := g.engine(v); !f.has(e) {
			f.first[e] = int32(len(f.first) * l.Queues)
		}
	}
	f.assignment = Assignment{Queue: make([]int32, g.Len()), Count: len(f.first) * l.Queues}
	for _, deps := range g.Deps {
		for _, u := range deps {
			f.needed[u] = true
		}
	}
	f.known = newFrontiers(g.Len(), f.assignment.Count)
	f.scratch = make([]int32, f.assignment.Count)
	f.free = make([]int64, f.assignment.Count)
	for v := range g.Len() {
		if f.floats(v) {
			f.known.on[v] = -1
		} else {
			f.place(v)
		}
	}
	for v, q := range f.known.on {
		if q < 0 {
			f.settle(int32(v), f.first[g.engine(v)])
		}
	}
	return f.assignment
}

// folding is the state of the simulated execution.
type folding struct {
	graph      Graph
	limits     Limits
	first      map[int32]int32 // the first queue of each engine
	needed     []bool          // whether another operation depends on the operation
	assignment Assignment
	known      *frontiers
	scratch    []int32
	ends       []int64         // when each operation completes
	free       []int64         // when the last operation of each queue completes
	resources  map[int32]int64 // when each resource is free
}

func (f *folding) has(engine int32) bool {
	_, ok := f.first[engine]
	return ok
}

// choice is a queue for an operation with its ranking; a smaller value of an earlier field is better.
type choice struct {
	end, waits, leaves, free int64 // end is 0 if it does not matter
	queue                    int32
}

func (c choice) better(d choice) bool {
	return slices.Compare([]int64{c.end, c.waits, c.leaves, c.free, int64(c.queue)},
		[]int64{d.end, d.waits, d.leaves, d.free, int64(d.queue)}) < 0
}

// floats reports whether an operation may execute at any time before the operations that depend on it.
func (f *folding) floats(v int) bool {
	wishes := f.limits.Affinity != nil && f.limits.Affinity[v] >= 0
	return len(f.graph.Deps[v]) == 0 && f.graph.cost(v) == 0 && f.resource(v) < 0 && !wishes
}

// settle puts an operation that floats on a queue, before all operations on the queue that come later.
func (f *folding) settle(v, q int32) {
	f.assignment.Queue[v] = q
	known := f.known.at(v)
	for i := range known {
		known[i] = -1
	}
	known[q], f.known.on[v], f.known.tail[q] = v, q, max(f.known.tail[q], v)
}

func (f *folding) place(v int) {
	ready, latest := f.ready(v)
	from := f.first[f.graph.engine(v)]
	to := from + int32(f.limits.Queues)
	if f.limits.Affinity != nil && f.limits.Affinity[v] >= 0 {
		from += f.limits.Affinity[v]
		to = from + 1
	}
	best := f.consider(v, from, ready, latest)
	for q := from + 1; q < to; q++ {
		if c := f.consider(v, q, ready, latest); c.better(best) {
			best = c
		}
	}
	q := best.queue
	for _, u := range f.graph.Deps[v] {
		if f.known.on[u] < 0 && f.graph.engine(int(u)) == f.graph.engine(v) {
			f.settle(u, q)
		} else if f.known.on[u] < 0 {
			f.settle(u, f.first[f.graph.engine(int(u))])
		}
	}
	f.assignment.Queue[v] = q
	f.known.put(v, q, f.graph.Deps[v])
	end := f.end(v, best.waits, q, ready)
	f.ends[v], f.free[q] = end, end
	if r := f.resource(v); r >= 0 {
		f.resources[r] = end
	}
}

// ready returns when the dependences of an operation have completed and its resource is free. It also returns
// the dependence that completes last, or -1.
func (f *folding) ready(v int) (at int64, latest int32) {
	latest = -1
	for _, u := range f.graph.Deps[v] {
		if f.ends[u] >= at {
			at, latest = f.ends[u], u
		}
	}
	if r := f.resource(v); r >= 0 {
		at = max(at, f.resources[r])
	}
	return at, latest
}

func (f *folding) resource(v int) int32 {
	if f.limits.Exclusive == nil {
		return -1
	}
	return f.limits.Exclusive[v]
}

func (f *folding) consider(v int, q int32, ready int64, latest int32) choice {
	c := choice{queue: q, free: f.free[q], leaves: 1}
	f.known.try(q, f.graph.Deps[v], f.scratch, func(int32) { c.waits++ })
	if tail := f.known.tail[q]; tail >= 0 && tail == latest {
		c.leaves = 0
	}
	if f.needed[v] || f.graph.cost(v) > 0 {
		c.end = f.end(v, c.waits, q, ready)
	}
	return c
}

// end returns the time at which an operation on a queue completes.
func (f *folding) end(v int, waits int64, q int32, ready int64) int64 {
	return max(ready, f.free[q]) + waits*f.limits.WaitCost + f.graph.cost(v)
}
