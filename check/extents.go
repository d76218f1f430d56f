package check

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// explorer runs a function for all sizes that can make a difference.
//
// A size is a number that the control flow of the skeleton depends on and that nobody has given. It is tried from 0
// up. Once every loop that depends on it has come to repeat itself with period p, a larger size only repeats more
// often what a size smaller by p does, as soon as the size is beyond the constants in conditions. That this is so shows
// in the number of steps: it is that of the size smaller by p, for p sizes in succession and one more.
type explorer struct {
	c        *checker
	fn       *ir.Op
	prints   *bool // what ordersPrints returns, nil before
	errs     diag.List
	programs []*program
	runs     []*sized
	sizes    []*ir.Value         // in the order in which they were needed
	extents  map[*ir.Value]int64 // what sizes that tell threads apart are less than
	found    map[hazardKey]*Hazard
	order    []hazardKey
	remarks  []hazardKey // on equal values
	versions map[*ir.Value]bufferCount
	buffers  []*ir.Value
	skipped  int64
	tried    int
	limits   []limit
	assumed  []analysis.Assumption // one for each width
	members  *members
	asked    bool // for a proof by distances
	proven   bool // by distances: what is not tried is right as well
}

// assume notes what a run took for granted.
func (e *explorer) assume(list []analysis.Assumption) {
	for _, a := range list {
		if !slices.ContainsFunc(e.assumed, func(b analysis.Assumption) bool { return a.Width == b.Width }) {
			e.assumed = append(e.assumed, a)
		}
	}
}

// bufferCount is what the runs found about a buffer.
type bufferCount struct {
	versioned, array, piled bool
	needed, used            int64
}

// sized is a skeleton for certain sizes, kept for runs with weaker waits.
type sized struct {
	p     *program
	fixed map[*ir.Value]int64
	known map[hazardKey]bool
}

// outcome says how a run went, or all runs for the values of a size.
type outcome struct {
	stuck  map[*ir.Value]bool  // sizes for which a loop did not come to repeat itself
	period map[*ir.Value]int64 // per size
	scale  map[*ir.Value]int64 // per size, what it is divided by
	offset int64
	steps  int64
}

// spent reports whether the limit of steps was reached.
func (e *explorer) spent() bool { return e.c.steps > e.c.opts.MaxSteps }

// explore runs the function with the given sizes, and with all values of any further size that it turns out to need.
func (e *explorer) explore(fixed map[*ir.Value]int64) outcome {
	if e.tried++; e.tried > e.c.opts.MaxRuns {
		e.cutShort(nil, "more than %d combinations of sizes", e.c.opts.MaxRuns)
		return outcome{}
	}
	p := e.program(fixed)
	if len(p.errs) > 0 {
		e.errs = p.errs
		return outcome{}
	}
	m := newMachine(p)
	var states []*state
	if e.c.distances == nil {
		states = m.run(true)
	} else if !e.runByDistances(m) {
		return outcome{}
	}
	if m.large && !e.c.strict {
		e.c.strict, e.programs, m.need = true, nil, nil
		return e.explore(fixed)
	}
	if len(m.need) > 0 {
		return e.enumerate(m.need[0], fixed)
	}
	if e.c.distances == nil {
		e.collect(m, states)
	}
	return outcome{m.stuck, m.period, p.scales, p.offset, m.steps}
}

// program returns a skeleton for the given sizes, if possible one that was made for others.
func (e *explorer) program(fixed map[*ir.Value]int64) *program {
	for _, p := range slices.Backward(e.programs) {
		if p.serves(fixed) {
			p.fixed = fixed
			return p
		}
	}
	p := e.c.build(e.fn, fixed)
	if len(e.programs) == 0 && e.c.scales {
		e.c.opts.MaxSteps += int64(40 * len(p.nodes)) // its size alone shall not be a limit
	}
	e.c.steps += int64(10 * len(p.nodes))
	e.programs = append(e.programs, p)
	return p
}

// longStreak is how many sizes in succession must make no difference for a size on which the number of iterations does
// not depend in the end.
const longStreak = 16

// enumerate tries the values of one more size.
func (e *explorer) enumerate(v *ir.Value, fixed map[*ir.Value]int64) outcome {
	if !slices.Contains(e.sizes, v) {
		e.sizes = append(e.sizes, v)
	}
	all := outcome{stuck: map[*ir.Value]bool{}, period: map[*ir.Value]int64{}, scale: map[*ir.Value]int64{}}
	var steps []int64
	streak, period := int64(0), int64(1)
	settled := false
	extent, bounded := e.extents[v]
	for n := int64(0); n <= e.c.opts.MaxExtent && !settled; n++ {
		if bounded && n == extent || n > largest(v) {
			settled = true
			break
		}
		inner := maps.Clone(fixed)
		inner[v] = n
		o := e.explore(inner)
		if len(e.errs) > 0 || e.c.distances != nil && e.c.distances.failed {
			return all
		}
		if e.proven || (n == provenFrom || e.spent()) && e.prove() {
			return outcome{}
		}
		if e.spent() {
			return all
		}
		maps.Copy(all.stuck, o.stuck)
		all.steps, all.offset = all.steps+o.steps, max(all.offset, o.offset)
		for s, p := range o.period {
			all.period[s] = lcm(max(1, all.period[s]), p)
		}
		for s, by := range o.scale {
			all.scale[s] = max(all.scale[s], by)
		}
		if p := scaled(max(1, all.period[v]), max(1, all.scale[v])); p != period {
			period, streak = p, 0
		}
		steps = append(steps, o.steps)
		if n >= max(all.offset, period) && steps[n] == steps[n-period] {
			streak++
		} else {
			streak = 0
		}
		settled = streak > period && !o.stuck[v] || streak > period+longStreak
	}
	if settled && !bounded && mayBeNegative(v) {
		e.negative(v, fixed, all.offset+period+1)
	}
	if !settled {
		e.cutShort(v, "what is done depends on all values")
	}
	delete(all.stuck, v)
	return all
}

// provenFrom is how large a size is when it is asked whether all larger ones are right as well.
const provenFrom = 32

// prove asks once whether a look by distances shows that there is no hazard.
func (e *explorer) prove() bool {
	if e.asked || e.c.distances != nil || len(e.order) > 0 {
		return false
	}
	e.asked = true
	if e.proven = e.c.proven(e.fn, e.members, nil, 0); e.proven {
		e.limits = nil
	}
	return e.proven
}

// collect keeps what a run found.
func (e *explorer) collect(m *machine, states []*state) {
	e.skipped += m.skipped
	e.assume(m.p.ev.Assumptions())
	for _, l := range m.limits {
		e.limits = noted(e.limits, l)
	}
	for _, k := range m.remarks {
		if op := plain(k); e.found[op] == nil {
			e.found[op] = m.found[k]
			e.remarks = append(e.remarks, op)
		}
	}
	known := map[hazardKey]bool{}
	for _, k := range m.order {
		known[k] = true
		op := plain(k)
		if e.found[op] != nil {
			continue
		}
		h := m.found[k]
		for _, v := range e.sizes {
			n := m.p.fixed[v]
			e.c.later(func() { h.Sizes = append(h.Sizes, Size{e.c.name(v), n}) })
		}
		e.found[op] = h
		e.order = append(e.order, op)
	}
	for i := range m.waits {
		e.c.waits[i].add(&m.waits[i])
	}
	e.collectVersions(m, states)
	e.runs = append(e.runs, &sized{m.p, m.p.fixed, known})
}

// mayBeNegative reports whether a number is data, and not the extent of something, which index is for.
func mayBeNegative(v *ir.Value) bool {
	t, ok := v.Type().(*ir.IntegerType)
	return ok && t.Width > 1
}

// negative tries the values of a size from -1 down to one that is beyond the constants in conditions.
func (e *explorer) negative(v *ir.Value, fixed map[*ir.Value]int64, depth int64) {
	for n := int64(-1); n >= max(-depth, -largest(v)-1) && len(e.errs) == 0 && !e.spent(); n-- {
		inner := maps.Clone(fixed)
		inner[v] = n
		e.explore(inner)
	}
}

// plain returns the key of the two operations alone. Nodes differ from one skeleton to the next.
func plain(k hazardKey) hazardKey {
	k.from, k.to, k.wait = nil, nil, nil
	return k
}

func (e *explorer) collectVersions(m *machine, states []*state) {
	if e.versions == nil {
		e.versions = map[*ir.Value]bufferCount{}
	}
	for _, of := range m.p.order {
		v := of.value
		if !slices.Contains(e.buffers, v) {
			e.buffers = append(e.buffers, v)
		}
		c := e.versions[v]
		c.array, c.piled = c.array || m.arrays[v], c.piled || m.piled[v]
		if of.tracked && of.single && of.many {
			c.versioned = true
			for _, one := range states {
				if one.log != nil {
					needed, used := one.log.needed(of)
					c.needed, c.used = max(c.needed, needed), max(c.used, used)
				}
			}
		}
		e.versions[v] = c
	}
}
