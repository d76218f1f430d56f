package check

import (
	"maps"

	"github.com/inflight-compiler/inflight/check/internal/machine"
	"github.com/inflight-compiler/inflight/ir"
)

// proven reports whether a look by distances shows that a function has no hazard. If weaken is not nil, the
// count of that wait is raised by by.
func (c *checker) proven(fn *ir.Op, m *members, weaken *ir.Op, by int64) bool {
	late, steps, most := c.Waiting(), c.Steps, c.MaxSteps
	c.MaxSteps = machine.MaxDistanceSteps
	c.Distances = &machine.Distances{Weaken: weaken, By: by, Met: map[machine.Question]bool{},
		Left: machine.MaxQuestionSteps, Lives: map[machine.LifeKey]int64{}}
	e := c.newExplorer(fn, m)
	e.explore(maps.Clone(m.fixed))
	holds := !c.Distances.Failed && len(e.errs) == 0 && e.complete() && !e.spent()
	c.Distances = nil
	c.Restore(late)
	c.Steps, c.MaxSteps = steps, most
	return holds
}

// runByDistances executes a skeleton, and reports whether exploring other sizes makes sense.
func (e *explorer) runByDistances(m *machine.Machine) bool {
	d := e.c.Distances
	m.Weaken, m.By, m.Known = d.Weaken, d.By, map[machine.Key]bool{}
	d.Failed = d.Failed || !m.P.MayProve()
	if !d.Failed {
		m.Run(false)
	}
	d.Failed = d.Failed || m.Failed || m.Large
	if d.Failed {
		e.cutShort(nil, "accesses may meet")
	}
	for _, l := range m.Limits {
		e.limits = machine.Noted(e.limits, l)
	}
	e.assume(m.P.Ev.Assumptions())
	return !d.Failed
}
