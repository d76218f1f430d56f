package sim

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim/internal/hazard"
)

// EventKind is the kind of an event.
type EventKind uint8

// The kinds of events.
const (
	Compute EventKind = iota // work of a thread itself
	Async                    // an asynchronous operation on its unit
	Waiting                  // a thread blocked until a group is complete
)

// Event is an interval of time on one lane of a timed run: a statement, an asynchronous operation, or a wait.
type Event struct {
	Lane      string // "main", or "queue 0"; queues of nested threads are "queue 0/queue 1"
	Label     string
	Iteration int   // innermost loop's induction variable, -1 outside of loops
	Start     int64 // in ticks
	End       int64
	Kind      EventKind
	Op        *ir.Op
}

// timing collects events.
type timing struct {
	events    []Event
	truncated bool
	async     []int64 // cost of an instruction on asynchronous units, by site
	main      []int64
	end       int64   // when the last unit is idle
	units     []int64 // when each unit for tasks is idle
}

// timedSpan is a statement that is being executed.
type timedSpan struct {
	site      int32
	iteration int   // iteration to which it belongs
	start     int64 // when it began, or continued after a wait
	begin     int64
	stalls    int64
}

// fifo runs the operations of a group at its commit, and computes when the unit of the queue executes them,
// one after another. Tasks run at their issue, and have as many units as they need.
type fifo struct{ eager }

func (f *fifo) issued(t, child *thread) {
	child.origin = t.lastIteration(child.site)
	if child.task != nil || child.counts || child.resumed {
		child.clock = t.clock
		f.nested(t, child)
	}
}

func (f *fifo) committed(t *thread, g *group) {
	m, q := t.m, g.queue
	for _, child := range g.threads {
		child.clock = max(q.busyUntil, t.clock)
		child.lane = laneOf(t, q)
		if child.record != nil {
			child.record.OnQueue(child.lane)
		}
		start := child.clock
		f.nested(t, child)
		if cost := child.fixedCost(); cost >= 0 {
			child.clock = start + cost
		}
		q.busyUntil = child.clock
		m.event(child, child.lane, child.site, Async, child.origin, start, child.clock)
	}
	g.end = max(q.busyUntil, t.clock)
}

// endTaskEvent records the event of a task that ends. The event begins when the task's dependencies were
// complete, on the first unit that was idle then.
func (t *thread) endTaskEvent() {
	x := t.m.timing
	if x == nil {
		return
	}
	if t.began < 0 {
		t.began = t.clock // the task was skipped
	}
	if cost := t.fixedCost(); cost >= 0 {
		t.clock = t.began + cost
		t.task.end = t.clock
	}
	unit := 0
	for unit < len(x.units) && x.units[unit] > t.began {
		unit++
	}
	if unit == len(x.units) {
		x.units = append(x.units, 0)
	}
	x.units[unit] = t.clock
	t.m.event(t, fmt.Sprintf("task unit %d", unit), t.site, Async, t.origin, t.began, t.clock)
}

// fixedCost returns the attribute pipeline.cost of the operation that the thread executes, -1 without it.
func (t *thread) fixedCost() int64 { return fixedCost(t.m.prog.sites[t.site].op) }

// laneOf returns the lane of the unit that executes a queue of a thread.
func laneOf(t *thread, q *queue) string {
	name := fmt.Sprintf("queue %d", q.id)
	switch q.id {
	case hazard.DMAQueue:
		name = "transfers"
	case CpAsyncQueue:
		name = "cp.async"
	case BulkQueue:
		name = "bulk copies"
	}
	if t.lane == "main" {
		return name
	}
	return t.lane + "/" + name
}

// stallUntil makes a thread wait for an operation that completes at time end.
func (t *thread) stallUntil(in *instr, end int64) {
	if end > t.clock {
		t.stall(in, end)
	}
}

// stall advances the clock of a thread to the end of its wait.
func (t *thread) stall(in *instr, until int64) {
	t.pause()
	if t.task == nil {
		t.m.event(t, t.lane, in.site, Waiting, t.lastIteration(in.site), t.clock, until)
	}
	t.stalls += until - t.clock
	t.clock, t.since = until, until
	if n := len(t.spans); n > 0 {
		t.spans[n-1].start = t.clock
	}
}

// drive runs the program. Operations that were never committed run at the end, on no unit.
func (f *fifo) drive(m *machine, main *thread) {
	main.lane, main.work = "main", -1
	m.timing = &timing{main: m.siteCosts(false), async: m.siteCosts(true)}
	f.program(m, main)
	main.pause()
	if main.record != nil {
		main.record.End()
	}
	m.timing.end = max(m.timing.end, main.clock)
	for len(m.leaked) > 0 && m.err == nil {
		child := m.leaked[0]
		m.leaked = m.leaked[1:]
		m.timing.end = max(m.timing.end, child.clock)
		if child.status != done {
			child.clock, child.lane = main.clock, "not committed"
			m.finish(child)
		}
	}
}

// siteCosts computes the cost of every site on one kind of unit.
func (m *machine) siteCosts(async bool) []int64 {
	load, store := m.costs.Load, m.costs.Store
	if async {
		load, store = m.costs.AsyncLoad, m.costs.AsyncStore
	}
	costs := make([]int64, len(m.prog.sites))
	for i := range costs {
		op := m.prog.sites[i].op
		name := op.Name()
		fixed, ok := m.costs.ByName[name]
		lanes, writes := vectorAccess(op)
		switch {
		case ok:
			costs[i] = fixed
		case lanes > 0 && writes:
			costs[i] = lanes * store
		case lanes > 0:
			costs[i] = lanes * load
		case name == "memref.load" || name == "affine.load":
			costs[i] = load
		case name == "memref.store" || name == "affine.store":
			costs[i] = store
		// charged for each element
		case name == "memref.copy" || async && op.Transfer().Kind == ir.TransferStart:
		default:
			costs[i] = m.costs.Op
		}
	}
	return costs
}

// costOf returns the cost of an instruction of a site.
func (m *machine) costOf(async bool, site int32) int64 {
	if async {
		return m.timing.async[site]
	}
	return m.timing.main[site]
}

// charge adds the cost of a copy of n elements.
func (t *thread) charge(site int32, n int64) {
	if t.m.timing == nil {
		return
	}
	if _, ok := t.m.costs.ByName[t.m.prog.sites[site].op.Name()]; ok {
		return
	}
	if t.async {
		t.clock += n * (t.m.costs.AsyncLoad + t.m.costs.AsyncStore)
	} else {
		t.clock += n * (t.m.costs.Load + t.m.costs.Store)
	}
}

// execSpanBegin starts a statement. The event of the statement around it pauses.
func execSpanBegin(t *thread, in *instr) {
	if t.m.timing == nil {
		return
	}
	t.pause()
	t.spans = append(t.spans, timedSpan{in.site, t.lastIteration(in.site), t.clock, t.clock, t.stalls})
}

// execSpanEnd ends a statement. Its cost is in.data, unless that is negative.
func execSpanEnd(t *thread, in *instr) {
	if t.m.timing == nil {
		return
	}
	s := t.spans[len(t.spans)-1]
	if cost := in.data.(int64); cost >= 0 {
		t.clock = max(s.begin+cost+t.stalls-s.stalls, s.start)
	}
	t.pause()
	t.spans = t.spans[:len(t.spans)-1]
	t.since = t.clock
	if n := len(t.spans); n > 0 {
		t.spans[n-1].start = t.clock
	}
}

// works records an access to memory outside of statements. A store gives the event its label.
func (t *thread) works(in *instr) {
	if t.work < 0 || t.m.prog.sites[in.site].name != "" {
		t.work, t.workIn = in.site, t.lastIteration(in.site)
	}
}

// pause records an event of the innermost statement since it began or continued. Outside of statements it
// records an event only if memory was accessed, so that loop control alone has no event.
func (t *thread) pause() {
	if t.async {
		return
	}
	n := len(t.spans)
	if n == 0 {
		if t.work >= 0 {
			t.m.event(t, t.lane, t.work, Compute, t.workIn, t.since, t.clock)
		}
		t.work, t.since = -1, t.clock
		return
	}
	s := &t.spans[n-1]
	t.m.event(t, t.lane, s.site, Compute, s.iteration, s.start, t.clock)
	s.start = t.clock
}

// event records an event, if it takes time.
func (m *machine) event(t *thread, lane string, site int32, kind EventKind, iteration int, start, end int64) {
	m.timing.end = max(m.timing.end, end)
	if !m.trace || start == end || t.unseen {
		return
	}
	if len(m.timing.events) >= m.limits.Events {
		m.timing.truncated = true
		return
	}
	s := &m.prog.sites[site]
	m.timing.events = append(m.timing.events, Event{
		Lane: lane, Label: s.name, Iteration: iteration, Start: start, End: end, Kind: kind, Op: s.op,
	})
}

// lastIteration returns the iteration of an event at a site of the thread's function: that of the statement
// of a pipelined loop or else the innermost induction variable, -1 without loops.
func (t *thread) lastIteration(site int32) int {
	at := &t.m.prog.sites[site]
	if at.instance && !at.relative {
		return at.iteration
	}
	for s := t.m.prog.scopeAt(t.fn, site); s != nil; s = s.parent {
		if n := len(s.regs); n > 0 {
			return int(t.regs[s.regs[n-1]]) + at.iteration
		}
	}
	return -1
}

// sortedEvents returns the events by start time, then by lane.
func (x *timing) sortedEvents() []Event {
	slices.SortStableFunc(x.events, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Lane, b.Lane), cmp.Compare(a.End, b.End))
	})
	return x.events
}
