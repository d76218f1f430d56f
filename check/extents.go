package check

import (
	"maps"
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// explorer runs a function for all sizes that can make a difference.
//
// A size is a number that the control flow of the skeleton depends on and that nobody has given. It is tried from 0
// up. Once every loop that depends on it has come to repeat itself with period p, a larger size only repeats more
// often what a size smaller by p does, as soon as the size is beyond the constants that it is compared with.
type explorer struct {
	c        *checker
	fn       *ir.Op
	errs     diag.List
	runs     []*sized
	sizes    []*ir.Value // in the order in which they were needed
	found    map[hazardKey]*Hazard
	order    []hazardKey
	required map[*ir.Op]int64
	executed map[*ir.Op]bool
	unknown  map[*ir.Op]bool
	versions map[*ir.Value]bufferCount
	buffers  []*ir.Value
	skipped  int64
	tried    int
	complete bool
}

// bufferCount is what the runs found about a buffer.
type bufferCount struct{ versioned, needed, used int64 }

// sized is a skeleton for certain sizes, kept for runs with weaker waits.
type sized struct {
	p     *program
	known map[hazardKey]bool
}

// outcome says whether the loops that depend on each size have come to repeat themselves.
type outcome struct {
	jumped, stuck map[*ir.Value]bool
	period        int64
	offset        int64
}

// explore runs the function with the given sizes, and with all values of any further size that it turns out to need.
func (e *explorer) explore(fixed map[*ir.Value]int64) outcome {
	if e.tried++; e.tried > e.c.opts.MaxRuns {
		e.complete = false
		return outcome{period: 1}
	}
	p := e.c.build(e.fn, fixed)
	if len(p.errs) > 0 {
		e.errs = p.errs
		return outcome{period: 1}
	}
	m := newMachine(p)
	states := m.run(true)
	if len(m.need) > 0 {
		return e.enumerate(m.need[0], fixed)
	}
	e.collect(m, states)
	return outcome{m.jumped, m.stuck, m.period, p.offset}
}

// enumerate tries the values of one more size.
func (e *explorer) enumerate(v *ir.Value, fixed map[*ir.Value]int64) outcome {
	if !slices.Contains(e.sizes, v) {
		e.sizes = append(e.sizes, v)
	}
	all := outcome{map[*ir.Value]bool{}, map[*ir.Value]bool{}, 1, 0}
	last, settled := int64(math.MaxInt64), false
	for n := int64(0); n <= min(last, e.c.opts.MaxExtent); n++ {
		inner := maps.Clone(fixed)
		inner[v] = n
		o := e.explore(inner)
		if len(e.errs) > 0 {
			return all
		}
		for s := range o.jumped {
			all.jumped[s] = true
		}
		maps.Copy(all.stuck, o.stuck)
		all.period, all.offset = lcm(all.period, o.period), max(all.offset, o.offset)
		if !settled && !o.stuck[v] && n >= all.offset {
			settled = true
			last = n + all.period + all.offset
		}
	}
	if !settled || last > e.c.opts.MaxExtent {
		e.complete = false
	}
	delete(all.jumped, v)
	delete(all.stuck, v)
	return all
}

// collect keeps what a run found.
func (e *explorer) collect(m *machine, states []*state) {
	e.skipped += m.skipped
	e.complete = e.complete && !m.limited
	known := map[hazardKey]bool{}
	for _, k := range m.order {
		known[k] = true
		op := plain(k)
		if e.found[op] != nil {
			continue
		}
		h := m.found[k]
		for _, v := range e.sizes {
			h.Sizes = append(h.Sizes, Size{e.c.name(v), m.p.fixed[v]})
		}
		e.found[op] = h
		e.order = append(e.order, op)
	}
	for op, n := range m.required {
		if was, ok := e.required[op]; !ok || n < was {
			e.required[op] = n
		}
	}
	maps.Copy(e.executed, m.executed)
	maps.Copy(e.unknown, m.unknown)
	e.collectVersions(m, states)
	e.runs = append(e.runs, &sized{m.p, known})
}

// plain returns the key without the nodes, which differ from one skeleton to the next.
func plain(k hazardKey) hazardKey {
	k.from, k.to = nil, nil
	return k
}

func (e *explorer) collectVersions(m *machine, states []*state) {
	if e.versions == nil {
		e.versions = map[*ir.Value]bufferCount{}
	}
	for _, v := range m.p.order {
		if !slices.Contains(e.buffers, v) {
			e.buffers = append(e.buffers, v)
		}
		s, c := m.p.slots[v], e.versions[v]
		if m.p.tracked[v] && s.single && s.many {
			c.versioned = 1
			for _, one := range states {
				if one.log != nil {
					needed, used := one.log.needed(v)
					c.needed, c.used = max(c.needed, needed), max(c.used, used)
				}
			}
		}
		e.versions[v] = c
	}
}
