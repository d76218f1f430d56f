package formasyncregions

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/timed"
)

// timing says when each node starts and ends, and when the host has done all that it does.
type timing struct {
	start, end []timed.Time
	whole      timed.Time
}

// clock tells how long plans take: it simulates them in time. The host issues one part after the other, and
// what there is executes the operations of a part one after the other. Between two segments the host waits
// for all parts.
type clock struct {
	engines []timed.Engine // the last one is the host that issues
	ops     []timed.Op     // of each node
	spawn   timed.Time     // what it takes to issue a part
	pauses  []timed.Time   // what the host does itself behind each segment
}

// workers is the clock of some threads that all are as fast: an operation takes its cost.
func workers(k *block, count int, spawn int64) *clock {
	c := &clock{engines: []timed.Engine{{Name: "workers", Units: count}, {Name: "host", Units: 1}},
		spawn: timed.Time(spawn)}
	for _, n := range k.nodes {
		c.ops = append(c.ops,
			timed.Op{Choices: []timed.Choice{{Engine: 0, Duration: timed.Time(n.cost)}}, Queue: timed.None})
	}
	c.pauses = k.pauses(func(op *ir.Op) timed.Time { return timed.Time(k.costs.Of(op)) })
	return c
}

// on is the clock of a machine.
func on(m *machine.Machine, k *block) *clock {
	const picoseconds = 1000
	c := &clock{spawn: timed.Time(m.Processors[0].Spawn * picoseconds)}
	for _, e := range m.Engines() {
		c.engines = append(c.engines, timed.Engine{Name: e.Name, Units: e.Units})
	}
	c.engines = append(c.engines, timed.Engine{Name: "issue", Units: 1})
	e := timed.NewEstimator(m)
	for _, n := range k.nodes {
		op := e.Op(n.op)
		c.ops = append(c.ops, timed.Op{Choices: op.Choices, Latency: op.Latency, Queue: timed.None})
	}
	c.pauses = k.pauses(func(op *ir.Op) timed.Time {
		x := e.Op(op)
		return x.Shortest()
	})
	return c
}

// time simulates a plan.
func (c *clock) time(p *plan, order []int32, before [][]int32) timing {
	g := &timed.Graph{Engines: c.engines, Ops: make([]timed.Op, 0, len(order)+len(p.nodes))}
	place, last := make([]int32, len(p.nodes)), make([]int32, len(p.parts))
	issued, segment := timed.None, 0
	var pending []int32 // the last operations of the parts of the segment
	for _, part := range order {
		if s := p.segment(part); s != segment {
			issued = c.pause(g, issued, pending, c.pauses[segment:s])
			pending, segment = pending[:0], s
		}
		issue := timed.Op{Queue: timed.None,
			Choices: []timed.Choice{{Engine: int32(len(c.engines) - 1), Duration: c.spawn}}}
		if issued != timed.None {
			issue.Deps = []int32{issued}
		}
		issued = int32(len(g.Ops))
		g.Ops = append(g.Ops, issue)
		deps := []int32{issued}
		for _, b := range before[part] {
			deps = append(deps, last[b])
		}
		for _, n := range p.parts[part] {
			op := c.ops[n]
			op.Deps = deps
			place[n], last[part] = int32(len(g.Ops)), int32(len(g.Ops))
			deps = []int32{place[n]}
			g.Ops = append(g.Ops, op)
		}
		pending = append(pending, last[part])
	}
	c.pause(g, issued, pending, c.pauses[segment:])
	return c.run(g, place)
}

// pause adds what the host does behind a segment, which takes so long in all, and returns its number.
func (c *clock) pause(g *timed.Graph, issued int32, pending []int32, pauses []timed.Time) int32 {
	op := timed.Op{Deps: slices.Clone(pending), Queue: timed.None}
	if issued != timed.None {
		op.Deps = append(op.Deps, issued)
	}
	for _, t := range pauses {
		op.Latency += t
	}
	g.Ops = append(g.Ops, op)
	return int32(len(g.Ops) - 1)
}

func (c *clock) run(g *timed.Graph, place []int32) timing {
	result, err := timed.Run(g)
	if err != nil {
		panic("form-async-regions: " + err.Error())
	}
	t := timing{make([]timed.Time, len(place)), make([]timed.Time, len(place)), result.End[len(g.Ops)-1]}
	for n, i := range place {
		t.start[n], t.end[n] = result.Start[i], result.End[i]
	}
	return t
}

// judge says which of two plans is better: by the time they take, and by how much memory they need more than
// there is.
type judge struct {
	*clock
	budget  int64      // in bytes; 0 if memory does not count
	penalty int64      // what a budget more costs, in times that the program takes in order
	serial  timed.Time // that time
}

// verdict is what a judge says of a plan; less is better.
type verdict struct {
	makespan timed.Time
	peak     int64
	score    float64
	timing   timing
}

// of judges a plan; ok is false if it cannot be run.
func (j *judge) of(p *plan) (v verdict, ok bool) {
	order, before, ok := p.order()
	if !ok {
		return v, false
	}
	v.timing = j.time(p, order, before)
	v.makespan = v.timing.whole
	v.peak = p.peak(v.timing)
	v.score = float64(v.makespan) + float64(len(order))*j.share()
	if j.budget > 0 && v.peak > j.budget {
		v.score += float64(j.serial) * float64(j.penalty) * float64(v.peak-j.budget) / float64(j.budget)
	}
	return v, true
}

// share is what a region more costs besides: to issue it takes one of the threads that execute regions away
// from them.
func (c *clock) share() float64 { return float64(c.spawn) / float64(c.engines[0].Units) }

// change is a moment at which a node changes how much memory is in use.
type change struct {
	at    timed.Time
	bytes int64
	node  int32
}

// changes returns how the memory in use changes over time: a node has what it allocates from its start, and
// takes away what it frees at its end, before anything else starts at the same time.
func (p *plan) changes(t timing) []change {
	var list []change
	for i, n := range p.nodes {
		if n.alloc > 0 {
			list = append(list, change{t.start[i], n.alloc, int32(i)})
		}
		if n.free > 0 {
			list = append(list, change{t.end[i], -n.free, int32(i)})
		}
	}
	slices.SortStableFunc(list, func(a, b change) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.bytes, b.bytes))
	})
	return list
}

// peak returns the most memory in use at any time, in bytes.
func (p *plan) peak(t timing) (peak int64) {
	used := int64(0)
	for _, c := range p.changes(t) {
		used += c.bytes
		peak = max(peak, used)
	}
	return peak
}

// sequential returns the time that the nodes take in order, and the most memory in use meanwhile.
func (c *clock) sequential(nodes []*node) (time timed.Time, peak int64) {
	for _, t := range c.pauses {
		time += t
	}
	used := int64(0)
	for i, n := range nodes {
		time += c.ops[i].Shortest()
		used += n.alloc
		peak = max(peak, used)
		used -= n.free
	}
	return time, peak
}

// cost returns the least time that the operations of a part take.
func (j *judge) cost(p *plan, part int32) (sum timed.Time) {
	for _, n := range p.parts[part] {
		sum += j.ops[n].Shortest()
	}
	return sum
}
