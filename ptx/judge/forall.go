package judge

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file says of a number that loops count up to that no value is wrong. The machine finds by how much it
// can be raised, any number of times, so that a launch does nothing else (machine.Kernel.FindPeriod). If that
// is so for as many values one behind the other as the period is long, and the launches with all smaller
// values are right as well, then so are all. Other integers have the values that are assumed, and there is
// one block.

// mostInPeriod limits how many values of a number lie in a period, and mostBelow how many below.
const (
	mostInPeriod = 24
	mostBelow    = 80
)

// proveAll proves of the numbers that loops count up to, if no launch is wrong, that no value is.
func (s *sweep) proveAll(left int) error {
	s.forAll = map[*Guess]string{}
	for _, t := range s.trials {
		if t.state() != right || len(t.report.NotJudged) > 0 {
			return nil
		}
	}
	if left > 0 || !s.plan.isOneCluster() {
		return nil
	}
	for i, g := range s.plan.Guesses {
		if g.counts {
			if err := s.prove(i, g); err != nil {
				return err
			}
		}
	}
	return nil
}

// prove proves that no value of an integer is wrong, if it can. A value that it finds to be wrong it adds to
// those that were tried.
func (s *sweep) prove(i int, g *Guess) error {
	x := g.role
	spent := int64(0)
	top, r, err := s.findPeriod(x, g.depth, &spent)
	if err != nil || r.Adds == 0 {
		return err
	}
	least := x.legal(0)
	step := x.legal(least+1) - least
	adds := lcm(r.Adds, step)
	n, below := int(adds/step), int((top-least)/step)
	if n > mostInPeriod || below > mostBelow || spent+int64(n-1)*r.Steps > s.o.Steps {
		return nil
	}
	if proven, err := s.repeatsFrom(x, top, step, n, &r); err != nil || !proven {
		return err
	}
	if ok, err := s.rightBelow(i, g, least, step, below); err != nil || !ok {
		return err
	}
	switch {
	case step > 1 && least > 0:
		s.forAll[g] = fmt.Sprintf("for all %s from %d on that are multiples of %d", g.What, least, step)
	case step > 1:
		s.forAll[g] = fmt.Sprintf("for all %s that are multiples of %d", g.What, step)
	case least > 0:
		s.forAll[g] = fmt.Sprintf("for all %s from %d on", g.What, least)
	default:
		s.forAll[g] = "for all " + g.What
	}
	return nil
}

// with returns the launch of the plan with a value of an integer.
func (s *sweep) with(x *role, n int64) machine.Config {
	config, _ := s.plan.Config.WithCopies()
	config.Steps = s.o.Steps
	s.plan.choose(x, n).set(&config)
	return config
}

// findPeriod looks for the period in launches with more and more trips.
func (s *sweep) findPeriod(x *role, depth int64, spent *int64) (top int64, r machine.Recurrence, err error) {
	for trips := 2*depth + 4*x.step; trips <= max(40*x.step, 8*depth); trips = trips * 8 / 5 {
		top = x.legal(trips)
		if *spent > s.o.Steps {
			break
		}
		r, err = s.plan.Kernel.FindPeriod(s.ctx, s.with(x, top), slotOf(x), nil)
		if *spent += r.Steps; err != nil || r.Adds > 0 || !r.Short {
			break
		}
	}
	return top, r, err
}

func slotOf(x *role) machine.Slot { return machine.Slot{Param: x.slot.Param, Offset: x.slot.Offset} }

// repeatsFrom reports whether launches with so many values from one on do nothing else if these are raised.
func (s *sweep) repeatsFrom(x *role, first, step int64, n int, like *machine.Recurrence) (bool, error) {
	proven := make([]bool, n)
	proven[0] = true
	atOnce(n-1, func(i int) {
		value := first + int64(i+1)*step
		r, err := s.plan.Kernel.FindPeriod(s.ctx, s.with(x, value), slotOf(x), like)
		proven[i+1] = err == nil && r.Adds == like.Adds
	})
	if why := interrupt.Error(s.ctx); why != nil {
		return false, why
	}
	return !slices.Contains(proven, false), nil
}

// rightBelow reports whether the launches with all smaller values are right.
func (s *sweep) rightBelow(i int, g *Guess, least, step int64, n int) (bool, error) {
	var missing []int // choices
	for k := range n {
		value := least + int64(k)*step
		if !slices.ContainsFunc(g.Values, func(c Choice) bool { return c.number == value }) {
			missing = append(missing, len(g.Values))
			g.Values = append(g.Values, s.plan.choose(g.role, value))
		}
	}
	results := make([]judged, len(missing))
	atOnce(len(missing), func(k int) {
		point := make([]int, len(s.plan.Guesses))
		point[i] = missing[k]
		results[k] = s.judgePoint(s.ctx, point, false)
	})
	for _, x := range results {
		switch {
		case x.err != nil:
			return false, x.err
		case x.trial.state() == right && len(x.trial.report.NotJudged) == 0:
			continue
		case x.trial.state() == wrong:
			s.trials = slices.Insert(s.trials, len(s.trials)-1, x.trial)
		}
		return false, nil
	}
	return true, nil
}
