package timing

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/timed"
)

// maxHidden is for how many asynchronous operations it is looked for what could hide them: those with the
// longest exposed times.
const maxHidden = 100

// hiders finds what could hide exposed operations.
func (s *simulation) hiders(pairs []*Pair) error {
	exposed := slices.DeleteFunc(slices.Clone(pairs), func(p *Pair) bool {
		return p.Exposed == 0 || p.Done == nil || p.Done.Parent != p.Start.Parent ||
			p.Done.Index < p.Start.Index
	})
	slices.SortStableFunc(exposed, func(a, b *Pair) int { return cmp.Compare(b.Exposed, a.Exposed) })
	for _, p := range exposed[:min(len(exposed), maxHidden)] {
		if err := s.hider(p); err != nil {
			return err
		}
	}
	return nil
}

// hider finds what could be moved between the start and the done of an operation: what stands in front of the
// start and is not needed for it, and what stands behind the done and does not need it.
func (s *simulation) hider(p *Pair) error {
	c := p.Start.Parent
	start, done := p.Start.Index, p.Done.Index
	fixed := make([]bool, len(c.Instructions)) // what the start needs, and what needs the done
	fixed[start], fixed[done] = true, true
	for i := start; i >= 0; i-- {
		if fixed[i] {
			for _, o := range before(c.Instructions[i]) {
				fixed[o.Index] = true
			}
		}
	}
	for i := done + 1; i < len(c.Instructions); i++ {
		fixed[i] = slices.ContainsFunc(before(c.Instructions[i]), func(o *hlo.Instruction) bool {
			return o.Index >= done && fixed[o.Index]
		})
	}
	times, err := s.times(c)
	if err != nil {
		return err
	}
	for i, in := range c.Instructions {
		if fixed[i] || i > start && i < done {
			continue
		}
		t := times[i]
		p.Movable = min(p.Movable+t, maxTime)
		if t > p.HiderTakes {
			p.Hider, p.HiderTakes = in, t
		}
	}
	return nil
}

// times returns alone of each instruction of a computation, computed once.
func (s *simulation) times(c *hlo.Computation) ([]timed.Time, error) {
	if all, ok := s.alones[c]; ok {
		return all, nil
	}
	all := make([]timed.Time, len(c.Instructions))
	for i, in := range c.Instructions {
		t, err := s.alone(in)
		if err != nil {
			return nil, err
		}
		all[i] = t
	}
	s.alones[c] = all
	return all, nil
}

// before returns what must have been issued before an instruction.
func before(in *hlo.Instruction) []*hlo.Instruction {
	if in.Attribute("control-predecessors") == nil {
		return in.Operands
	}
	return slices.Concat(in.Operands, in.ControlPredecessors())
}

// alone returns how long an instruction keeps the stream of computations busy, waits left out.
func (s *simulation) alone(in *hlo.Instruction) (timed.Time, error) {
	if phase, _ := in.Async(); phase != hlo.NotAsync {
		if phase == hlo.Start && in.IsSynchronous() {
			c, err := s.cost(in)
			return c.time, err
		}
		return 0, nil
	}
	switch in.Opcode {
	case "while", "call", "conditional":
		return s.called(in)
	}
	c, err := s.cost(in)
	if c.engine == cost.Free {
		return 0, err
	}
	return c.time, err
}

// called returns how long the computations that an instruction calls keep the stream of computations busy.
func (s *simulation) called(in *hlo.Instruction) (timed.Time, error) {
	sum, longest := timed.Time(0), timed.Time(0)
	for _, call := range in.Called() {
		t, err := s.serial(call.Computation)
		if err != nil {
			return 0, err
		}
		sum, longest = min(sum+t, maxTime), max(longest, t)
	}
	switch in.Opcode {
	case "conditional":
		return longest, nil
	case "while":
		trips := timed.Time(s.tripsOf(in))
		return trips * min(sum, maxTime/max(1, trips)), nil
	}
	return sum, nil
}

// serial returns how long a computation keeps the stream of computations busy.
func (s *simulation) serial(c *hlo.Computation) (timed.Time, error) {
	if t, ok := s.serials[c]; ok {
		return t, nil
	}
	s.serials[c] = 0
	sum := timed.Time(0)
	for _, in := range c.Instructions {
		t, err := s.alone(in)
		if err != nil {
			return 0, err
		}
		sum = min(sum+t, maxTime)
	}
	s.serials[c] = sum
	return sum, nil
}

// bound returns a time that no order of the instructions falls below: the longest chain of dependences of the
// entry computation, or the work of one engine.
func (s *simulation) bound(c *hlo.Computation) (timed.Time, error) {
	longest := timed.Time(0)
	for _, e := range s.engines {
		longest = max(longest, e.busy)
	}
	ends := make([]timed.Time, len(c.Instructions))
	for i, in := range c.Instructions {
		t, err := s.alone(in)
		if err != nil {
			return 0, err
		}
		for _, o := range before(in) {
			ends[i] = max(ends[i], ends[o.Index])
		}
		if from := in.Starts(); in.IsDone() && len(from) == 1 && from[0].Parent == c && from[0].Index < i {
			running, err := s.cost(from[0])
			if err != nil {
				return 0, err
			}
			ends[i] = max(ends[i], ends[from[0].Index]+running.time)
		}
		ends[i] += t
		longest = max(longest, ends[i])
	}
	return longest, nil
}
