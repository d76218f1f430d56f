package check

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/machine"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// explorer runs a function for all sizes that can make a difference.
//
// A size is a number that the control flow of the skeleton depends on and that is not known. It is tried from
// 0 up. Once the state of every loop that depends on the size repeats with period p, and the size is beyond
// the constants in conditions, a larger size only adds repetitions to the run of the size smaller by p. The
// number of steps shows this: it equals that of the size smaller by p, for p+1 sizes in succession.
type explorer struct {
	c        *checker
	look     *skeleton.Look
	findings []machine.Finding // by the number of the wait
	fn       *ir.Op
	prints   *bool // the result of ordersPrints, nil before the first call
	errs     diag.List
	programs []*skeleton.Program
	runs     []*sized
	sizes    []*ir.Value         // in the order in which they were needed
	extents  map[*ir.Value]int64 // upper bounds of indices of threads
	found    map[machine.Key]*hazard.Hazard
	order    []machine.Key
	// uncertain is set if one of the hazards may be due to summaries with elements that are not accessed.
	uncertain bool
	remarks   []machine.Key // on equal values
	versions  map[*ir.Value]bufferCount
	buffers   []*ir.Value
	skipped   int64
	tried     int
	limits    []machine.Limit
	assumed   []analysis.Assumption // one for each width
	members   *members
	asked     bool // a proof by distances was tried
	proven    bool // by distances: there is no hazard for sizes that are not tried
}

// assume records the assumptions of a run.
func (e *explorer) assume(list []analysis.Assumption) {
	for _, a := range list {
		if !slices.ContainsFunc(e.assumed, func(b analysis.Assumption) bool { return a.Width == b.Width }) {
			e.assumed = append(e.assumed, a)
		}
	}
}

// bufferCount is the result of runs about a buffer.
type bufferCount struct {
	versioned, array, backlogged bool
	needed, used                 int64
}

// sized is a skeleton for certain sizes. It is kept for runs with weakened waits.
type sized struct {
	p     *skeleton.Program
	fixed map[*ir.Value]int64
	known map[machine.Key]bool
}

// outcome is the result of a run, or of all runs for the values of a size.
type outcome struct {
	stuck  map[*ir.Value]bool  // sizes of loops whose state did not repeat
	period map[*ir.Value]int64 // by size
	scale  map[*ir.Value]int64 // by size, its divisor
	offset int64
	steps  int64
}

// spent reports whether the limit of steps was reached.
func (e *explorer) spent() bool { return e.c.Steps > e.c.MaxSteps }

// explore runs the function with the given sizes. If the run needs a further size, explore tries all its
// values.
func (e *explorer) explore(fixed map[*ir.Value]int64) outcome {
	if e.tried++; e.tried > e.c.opts.MaxRuns {
		e.cutShort(nil, "more than %d combinations of sizes", e.c.opts.MaxRuns)
		return outcome{}
	}
	p := e.program(fixed)
	if len(p.Errs) > 0 {
		e.errs = p.Errs
		return outcome{}
	}
	m := machine.New(p, e.c.Run)
	var states []*machine.State
	if e.c.Distances == nil {
		states = m.Run(true)
	} else if !e.runByDistances(m) {
		return outcome{}
	}
	if m.Large && !e.c.strict {
		e.c.strict, e.look.Strict, e.programs, m.Need = true, true, nil, nil
		return e.explore(fixed)
	}
	if len(m.Need) > 0 {
		return e.enumerate(m.Need[0], fixed)
	}
	if e.c.Distances == nil {
		e.collect(m, states)
	}
	return outcome{m.Stuck, m.Period, p.Scales, p.Offset, m.Steps}
}

// program returns a skeleton for the given sizes. It reuses a skeleton for other sizes if possible.
func (e *explorer) program(fixed map[*ir.Value]int64) *skeleton.Program {
	for _, p := range slices.Backward(e.programs) {
		if p.Serves(fixed) {
			p.Fixed = fixed
			return p
		}
	}
	p := e.look.Build(e.fn, fixed)
	e.c.folds, e.c.foldsMembers = e.c.folds || e.look.Folds, e.c.foldsMembers || e.look.FoldsMembers
	if len(e.programs) == 0 && e.c.scales {
		e.c.MaxSteps += int64(40 * len(p.Nodes)) // the size of the program alone must not reach the limit
	}
	e.c.Steps += int64(10 * len(p.Nodes))
	e.programs = append(e.programs, p)
	return p
}

// longStreak is how many sizes in succession must make no difference, if loops that depend on the size did
// not repeat.
const longStreak = 16

// enumerate tries the values of a further size.
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
		if bounded && n == extent || n > skeleton.Largest(v) {
			settled = true
			break
		}
		inner := maps.Clone(fixed)
		inner[v] = n
		o := e.explore(inner)
		if len(e.errs) > 0 || e.c.Distances != nil && e.c.Distances.Failed {
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
			all.period[s] = skeleton.Lcm(max(1, all.period[s]), p)
		}
		for s, by := range o.scale {
			all.scale[s] = max(all.scale[s], by)
		}
		if p := skeleton.Scaled(max(1, all.period[v]), max(1, all.scale[v])); p != period {
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

// provenFrom is the size at which a proof for all larger sizes is tried.
const provenFrom = 32

// prove tries once to show by distances that there is no hazard.
func (e *explorer) prove() bool {
	if e.asked || e.c.Distances != nil || len(e.order) > 0 {
		return false
	}
	e.asked = true
	if e.proven = e.c.proven(e.fn, e.members, nil, 0); e.proven {
		e.limits = nil
	}
	return e.proven
}

// collect adds the results of a run.
func (e *explorer) collect(m *machine.Machine, states []*machine.State) {
	e.skipped += m.Skipped
	e.uncertain = e.uncertain || m.Uncertain
	e.assume(m.P.Ev.Assumptions())
	for _, l := range m.Limits {
		e.limits = machine.Noted(e.limits, l)
	}
	for _, k := range m.Remarks {
		if op := plain(k); e.found[op] == nil {
			e.found[op] = m.Found[k]
			e.remarks = append(e.remarks, op)
		}
	}
	known := map[machine.Key]bool{}
	for _, k := range m.Order {
		known[k] = true
		op := plain(k)
		if e.found[op] != nil {
			continue
		}
		h := m.Found[k]
		for _, v := range e.sizes {
			n := m.P.Fixed[v]
			e.c.Later(func() { h.Sizes = append(h.Sizes, hazard.Size{Name: e.c.Name(v), Value: n}) })
		}
		e.found[op] = h
		e.order = append(e.order, op)
	}
	e.findings = slices.Grow(e.findings, len(m.Waits))
	for i := range m.Waits {
		if i == len(e.findings) {
			e.findings = append(e.findings, machine.Finding{})
		}
		e.findings[i].Add(&m.Waits[i])
	}
	e.collectVersions(m, states)
	e.runs = append(e.runs, &sized{m.P, m.P.Fixed, known})
}

// mayBeNegative reports whether a size is of an integer type, and so is data. Extents are of type index.
func mayBeNegative(v *ir.Value) bool {
	t, ok := v.Type().(*ir.IntegerType)
	return ok && t.Width > 1
}

// negative tries the values of a size from -1 down to a value beyond the constants in conditions.
func (e *explorer) negative(v *ir.Value, fixed map[*ir.Value]int64, depth int64) {
	for n := int64(-1); n >= max(-depth, -skeleton.Largest(v)-1) && len(e.errs) == 0 && !e.spent(); n-- {
		inner := maps.Clone(fixed)
		inner[v] = n
		e.explore(inner)
	}
}

// plain returns a key with the two operations only, because nodes differ between skeletons.
func plain(k machine.Key) machine.Key {
	k.From, k.To, k.Wait = nil, nil, nil
	return k
}

func (e *explorer) collectVersions(m *machine.Machine, states []*machine.State) {
	if e.versions == nil {
		e.versions = map[*ir.Value]bufferCount{}
	}
	for _, of := range m.P.Order {
		v := of.Value
		if !slices.Contains(e.buffers, v) {
			e.buffers = append(e.buffers, v)
		}
		c := e.versions[v]
		c.array, c.backlogged = c.array || m.Arrays[v], c.backlogged || m.Backlogged[v]
		if of.Tracked && of.Single && of.Many {
			c.versioned = true
			for _, one := range states {
				if one.Log != nil {
					needed, used := one.Log.Needed(of)
					c.needed, c.used = max(c.needed, needed), max(c.used, used)
				}
			}
		}
		e.versions[v] = c
	}
}
