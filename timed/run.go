package timed

import (
	"container/heap"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

var codeStuck = diag.Register("timed-stuck", "operations of a program wait for each other on a machine",
	"A task keeps a resource while it waits for another one that needs it. In another order of events the "+
		"program ends, on this machine it "+
		"would not. find-deadlocks says which waits never end; give the resource back first, or let the "+
		"other task come before.")

// Run simulates a graph. It returns an error if Graph.Check does, or if an operation that keeps resources
// waits for one that needs them. Otherwise every simulation ends.
func Run(g *Graph) (*Result, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	s := newSimulation(g)
	for s.round() {
	}
	if err := s.stuck(); err != nil {
		return nil, err
	}
	return s.result(), nil
}

// stuck reports the first operation that can never start.
func (s *simulation) stuck() error {
	for i := range s.ops {
		op := &s.graph.Ops[i]
		if x := &s.ops[i]; !x.started && x.missing == 0 {
			name := s.graph.Resources[x.watched-int32(len(s.graph.Engines))]
			return diag.Errorf(codeStuck, op.span(), "%s never gets %s: who holds it waits, too",
				op.Label, name)
		}
	}
	return nil
}

// simulation is the state of a simulation. Time advances in rounds. A round first ends the operations whose
// time has come, and then starts all operations that can start, in the order of the program. An operation
// that takes no time ends in a further round.
type simulation struct {
	graph *Graph
	now   Time
	// engines are numbered first, resources after them.
	free    []int32   // number of free units
	last    []int32   // the operation that released a unit last
	waiting []numbers // operations that wait for a unit; some may have started since
	ops     []state
	ends    events
	tries   numbers // operations that may be able to start in this round
	memory  []usage
	path    []Cause // the cause of each operation's start
}

// state is the state of an operation.
type state struct {
	missing    int32 // number of dependences that are not complete
	after      []edge
	issued     int32 // the operation that may start once this one has, or None
	engine     int32
	start, end Time
	ready      Cause
	watched    int32 // the resource that it waits for, or the first of its engines
	started    bool
	queued     bool // whether it is in tries
}

// edge leads to an operation that waits for the end of another.
type edge struct {
	to   int32
	kind Kind
}

// usage is the number of bytes of a memory in use, now and at most.
type usage struct{ now, peak int64 }

func newSimulation(g *Graph) *simulation {
	n := len(g.Engines) + len(g.Resources)
	s := &simulation{
		graph: g, free: make([]int32, n), last: make([]int32, n), waiting: make([]numbers, n),
		ops:    make([]state, len(g.Ops)),
		memory: make([]usage, len(g.Memories)), path: make([]Cause, len(g.Ops)),
	}
	for i := range n {
		s.free[i], s.last[i] = 1, None
		if i < len(g.Engines) {
			s.free[i] = int32(g.Engines[i].Units)
		}
	}
	for i := range s.memory {
		s.memory[i] = usage{g.Memories[i].Held, g.Memories[i].Held}
	}
	s.connect()
	for i := range s.ops {
		if s.ops[i].missing == 0 {
			s.try(int32(i))
		}
	}
	s.start()
	return s
}

// connect finds the operations that each operation waits for: by dependences, and by the order and depth of
// queues.
func (s *simulation) connect() {
	queued := make([][]int32, len(s.graph.Queues))
	for i := range s.ops {
		x, op := &s.ops[i], &s.graph.Ops[i]
		x.issued, x.engine, x.watched, x.ready = None, None, None, Cause{By: None}
		for _, d := range op.Deps {
			s.after(d, int32(i), Dependence)
		}
		if op.Queue == None {
			continue
		}
		q := &s.graph.Queues[op.Queue]
		list := queued[op.Queue]
		if n := len(list); n > 0 && q.Order == ir.InOrder {
			s.after(list[n-1], int32(i), QueueOrder)
		} else if n > 0 && q.Order == ir.StartOrder {
			s.ops[list[n-1]].issued = int32(i)
			x.missing++
		}
		if n := len(list); q.Depth > 0 && n >= q.Depth {
			s.after(list[n-q.Depth], int32(i), QueueDepth)
		}
		queued[op.Queue] = append(list, int32(i))
	}
}

func (s *simulation) after(first, second int32, kind Kind) {
	s.ops[first].after = append(s.ops[first].after, edge{second, kind})
	s.ops[second].missing++
}

// round advances time to the next end and reports whether there was one.
func (s *simulation) round() bool {
	if len(s.ends) == 0 {
		return false
	}
	s.now = s.ends[0].at
	for len(s.ends) > 0 && s.ends[0].at == s.now {
		s.finish(heap.Pop(&s.ends).(event).op)
	}
	s.start()
	return true
}

// finish ends an operation and frees its resources. Other operations may start after that.
func (s *simulation) finish(op int32) {
	x, o := &s.ops[op], &s.graph.Ops[op]
	if x.engine != None {
		s.release(x.engine, op)
	}
	if !o.Keeps {
		for _, r := range o.Uses {
			s.release(s.resource(r), op)
		}
	}
	for _, b := range o.Free {
		s.memory[b.Memory].now -= b.Bytes
	}
	for _, e := range x.after {
		s.supply(e.to, Cause{By: op, Kind: e.kind})
	}
}

// supply reduces the number of events that an operation waits for by one.
func (s *simulation) supply(op int32, c Cause) {
	x := &s.ops[op]
	if x.ready.By == None || c.Kind == Dependence || x.ready.Kind != Dependence || s.end(x.ready.By) < s.now {
		x.ready = c
	}
	if x.missing--; x.missing == 0 {
		s.try(op)
	}
}

// end returns the end of an operation, or the present if the operation is still running.
func (s *simulation) end(op int32) Time { return min(s.ops[op].end, s.now) }

func (s *simulation) resource(r int32) int32 { return int32(len(s.graph.Engines)) + r }

// release frees a unit and tries the first operation that waits for it.
func (s *simulation) release(unit, by int32) {
	s.free[unit]++
	s.last[unit] = by
	s.wake(unit)
}

// wake tries the first operation that waits for a unit.
func (s *simulation) wake(unit int32) {
	for w := &s.waiting[unit]; len(*w) > 0; {
		op := heap.Pop(w).(int32)
		if x := &s.ops[op]; !x.started && !x.queued {
			s.try(op)
			return
		}
	}
}

func (s *simulation) try(op int32) {
	s.ops[op].queued = true
	heap.Push(&s.tries, op)
}

// start starts all operations that can start, in the order of the program.
func (s *simulation) start() {
	for len(s.tries) > 0 {
		op := heap.Pop(&s.tries).(int32)
		s.ops[op].queued = false
		s.attempt(op)
	}
}

// attempt starts an operation, or makes it wait for a busy unit. It then tries other operations that wait for
// units that are still free.
func (s *simulation) attempt(op int32) {
	x, o := &s.ops[op], &s.graph.Ops[op]
	busy := None
	for _, r := range o.Uses {
		if unit := s.resource(r); !o.Has && busy == None && s.free[unit] == 0 {
			busy = unit
		}
	}
	choice := s.choose(o)
	switch {
	case busy != None:
		x.watched = busy
		heap.Push(&s.waiting[busy], op)
	case choice < 0 && len(o.Choices) > 0:
		x.watched = o.Choices[0].Engine
		for _, c := range o.Choices {
			heap.Push(&s.waiting[c.Engine], op)
		}
	default:
		s.begin(op, choice)
	}
	s.others(o)
}

// others tries the next operations that wait for units that are still free.
func (s *simulation) others(o *Op) {
	for _, c := range o.Choices {
		if s.free[c.Engine] > 0 {
			s.wake(c.Engine)
		}
	}
	for _, r := range o.Uses {
		if unit := s.resource(r); s.free[unit] > 0 {
			s.wake(unit)
		}
	}
}

// choose returns the index of the free engine with the shortest duration, the first of several; -1 if no
// engine is free.
func (s *simulation) choose(o *Op) int {
	best := -1
	for i, c := range o.Choices {
		if s.free[c.Engine] > 0 && (best < 0 || c.Duration < o.Choices[best].Duration) {
			best = i
		}
	}
	return best
}

// begin starts an operation.
func (s *simulation) begin(op int32, choice int) {
	x, o := &s.ops[op], &s.graph.Ops[op]
	s.path[op] = s.cause(x, o, choice)
	duration := o.Latency
	if choice >= 0 {
		x.engine, duration = o.Choices[choice].Engine, o.Choices[choice].Duration
		s.free[x.engine]--
	}
	if !o.Has {
		for _, r := range o.Uses {
			s.free[s.resource(r)]--
		}
	}
	for _, b := range o.Alloc {
		m := &s.memory[b.Memory]
		m.now += b.Bytes
		m.peak = max(m.peak, m.now)
	}
	x.started, x.start, x.end = true, s.now, s.now+duration
	heap.Push(&s.ends, event{x.end, op})
	if x.issued != None {
		s.supply(x.issued, Cause{By: op, Kind: QueueIssue})
	}
}

// cause returns why an operation starts now: a unit that it waited for was released, or the last of its
// dependences is complete.
func (s *simulation) cause(x *state, o *Op, choice int) Cause {
	switch {
	case x.watched == None:
		return x.ready
	case int(x.watched) >= len(s.graph.Engines):
		return Cause{By: s.last[x.watched], Kind: ResourceBusy}
	}
	return Cause{By: s.last[o.Choices[choice].Engine], Kind: EngineBusy}
}

// event is the end of an operation.
type event struct {
	at Time
	op int32
}

// events is a heap of events by time, then by operation.
type events []event

func (h events) Len() int { return len(h) }
func (h events) Less(i, j int) bool {
	return h[i].at < h[j].at || h[i].at == h[j].at && h[i].op < h[j].op
}
func (h events) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *events) Push(x any)   { *h = append(*h, x.(event)) }
func (h *events) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

// numbers is a heap of operations by their numbers.
type numbers []int32

func (h numbers) Len() int           { return len(h) }
func (h numbers) Less(i, j int) bool { return h[i] < h[j] }
func (h numbers) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *numbers) Push(x any)        { *h = append(*h, x.(int32)) }
func (h *numbers) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
