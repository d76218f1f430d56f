package timed

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Result is the result of a simulation.
type Result struct {
	Makespan Time
	// Bound is a lower bound of the makespan for any order of the operations: the longest chain of
	// dependences, or the work of an engine.
	Bound Time
	// Start and End are the times of the operations. Engine is the engine that executed each, None if it
	// needed none.
	Start, End []Time
	Engine     []int32
	// Busy is the working time of each engine, summed over its units.
	Busy []Time
	// Peak is the largest number of bytes of each memory that were in use at a time.
	Peak []int64
	// Path is a chain of operations without gaps from the beginning to the end: the critical path.
	Path []Step
}

// Step is an operation on the critical path, with the reason why it did not start earlier.
type Step struct {
	Op int32
	Cause
}

// Cause is the event that an operation has waited for last.
type Cause struct {
	Kind Kind
	By   int32 // the operation, None if it starts at the beginning
}

// Kind is the reason why one operation has waited for another.
type Kind uint8

// The kinds.
const (
	Dependence   Kind = iota // the operation depends on the other
	QueueOrder               // it is behind the other in a queue that completes in order
	QueueIssue               // it is behind the other in a queue that starts in order
	QueueDepth               // the queue was full until the other ended
	EngineBusy               // the engine was busy with the other
	ResourceBusy             // the other held a resource
)

var kindNames = [...]string{"dependence", "queue order", "queue order", "queue depth", "engine", "resource"}

// String returns one or two words for tables.
func (k Kind) String() string { return kindNames[k] }

// Utilization returns the share of the makespan in which the units of an engine have worked.
func (r *Result) Utilization(g *Graph, engine int) float64 {
	if r.Makespan == 0 {
		return 0
	}
	return float64(r.Busy[engine]) / (float64(r.Makespan) * float64(g.Engines[engine].Units))
}

// result makes the result at the end of the simulation.
func (s *simulation) result() *Result {
	n := len(s.ops)
	r := &Result{Start: make([]Time, n), End: make([]Time, n), Engine: make([]int32, n),
		Busy: make([]Time, len(s.graph.Engines))}
	last := None
	for i := range s.ops {
		x := &s.ops[i]
		r.Start[i], r.End[i], r.Engine[i] = x.start, x.end, x.engine
		if x.engine != None {
			r.Busy[x.engine] += x.end - x.start
		}
		if last == None || x.end > r.Makespan {
			last, r.Makespan = int32(i), x.end
		}
	}
	for _, m := range s.memory {
		r.Peak = append(r.Peak, m.peak)
	}
	for op := last; op != None; op = s.path[op].By {
		r.Path = append(r.Path, Step{op, s.path[op]})
	}
	slices.Reverse(r.Path)
	r.Bound = s.graph.Bound()
	return r
}

// Bound returns a lower bound of the makespan for any order of the operations: the longest chain of
// dependences, or the work of an engine or a resource.
func (g *Graph) Bound() Time {
	bound := Time(0)
	end := make([]Time, len(g.Ops))
	tail := slices.Repeat([]int32{None}, len(g.Queues))
	work, held := make([]Time, len(g.Engines)), make([]Time, len(g.Resources))
	for i := range g.Ops {
		op := &g.Ops[i]
		start := Time(0)
		for _, d := range op.Deps {
			start = max(start, end[d])
		}
		if q := op.Queue; q != None && g.Queues[q].Order == ir.InOrder {
			if tail[q] != None {
				start = max(start, end[tail[q]])
			}
			tail[q] = int32(i)
		}
		end[i] = start + op.shortest()
		bound = max(bound, end[i])
		if len(op.Choices) == 1 {
			work[op.Choices[0].Engine] += op.shortest()
		}
		for _, r := range op.Uses {
			held[r] += op.shortest()
			bound = max(bound, held[r])
		}
	}
	for e, t := range work {
		bound = max(bound, (t+Time(g.Engines[e].Units)-1)/Time(g.Engines[e].Units))
	}
	return bound
}
