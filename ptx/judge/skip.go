package judge

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// This file judges a launch with many trips by one with few. If the machine finds that a number of the launch
// may be raised by a period, any number of times up to the one that is given, without anything else happening
// (machine.Kernel.FindPeriodUpTo), then the launch with a smaller number, that differs by periods, has the
// same hazards: none. Two such launches are executed, a period apart. Both lie so far behind the beginning
// that no wait in front of the loop counts any more for what a period waits for, so waits and fences have the
// verdicts of both. What only adds up is as much larger as the periods are more: passes over the banks, and
// how far instructions reach, which no instruction does by more than the drift of its addresses. Where one of
// this does not hold, and where anything is found, the launch itself is executed.

// Skipped says that a launch was judged by one with a smaller number.
type Skipped struct {
	// What is the number, From the one of the launch, and To the one with which it was executed: from there
	// on the synchronization repeats with each Adds more.
	What           string
	From, To, Adds int64
}

// leastSkip is how many times longer a launch is than those that stand for it, at least.
const leastSkip = 4

// checkShorter judges a launch by a shorter one, nil if there is none or if that is not proven. The error is
// one of the context.
func (p *Plan) checkShorter(ctx context.Context) (*Report, error) {
	if !p.Config.VerdictOnly || !p.isOneCluster() {
		return nil, nil
	}
	given := &numbers{p.Kernel, &p.Config}
	for _, x := range rolesOf(p.Kernel, p.Config.Block) {
		n, ok := given.param(x.slot)
		if !ok || !x.counts {
			continue
		}
		s := &shorter{p: p, ctx: ctx, role: x, from: n, depth: ringDepth(p.Kernel.Values()) * x.step}
		if r, err := s.check(); r != nil || err != nil {
			return r, err
		}
	}
	return nil, nil
}

// shorter is the search for a launch that stands for one with a larger number.
type shorter struct {
	p           *Plan
	ctx         context.Context
	role        *role
	from, depth int64
	steps       int64
}

// check returns the report on the launch, nil if no shorter one is proven to stand for it.
func (s *shorter) check() (*Report, error) {
	top, r, err := s.find()
	if err != nil || r.Adds == 0 || r.Settles < 0 {
		return nil, err
	}
	n := top + max(r.Settles, 1)*r.Adds
	if s.from/leastSkip < n+n+r.Adds {
		return nil, nil
	}
	first, err := s.judge(n)
	if err != nil || !first.isPlain() {
		return nil, err
	}
	second, err := s.judge(n + r.Adds)
	if err != nil || !first.isLike(second) ||
		!first.extend(second, (s.from-n)/r.Adds, r.Farther, s.p.Config) {
		return nil, err
	}
	first.Steps += s.steps + second.Steps
	first.Skipped = &Skipped{slotName(s.p.Kernel, s.role.slot), s.from, n, r.Adds}
	return first, nil
}

// worthOf is how much of the steps of a launch the search for a shorter one may take, as one part of so many:
// each of its steps costs more.
const worthOf = 4

// find looks for the period in launches with more and more trips, and for one that differs from the launch by
// whole periods. It ends when it takes too much of what the launch is expected to take.
func (s *shorter) find() (int64, machine.Recurrence, error) {
	none, unit := machine.Recurrence{}, lcm(s.role.multiple, s.role.step)
	trips := 2*s.depth + 4*s.role.step
	most, err := s.worth(trips)
	for ; err == nil && s.steps < most && trips <= s.from/(4*leastSkip); trips *= 2 {
		top := trips + (s.from-trips)%unit
		r, err := s.findAt(top, nil)
		if err != nil || r.Adds == 0 && !r.Short {
			return 0, none, err
		}
		if r.Adds == 0 {
			continue
		}
		if rest := (s.from - top) % r.Adds; rest > 0 {
			top += rest
			if r, err = s.findAt(top, &r); err != nil || r.Adds == 0 || (s.from-top)%r.Adds > 0 {
				return 0, none, err
			}
		}
		return top, r, nil
	}
	return 0, none, err
}

// worth returns how many steps the search may take, from what two launches take of which one has twice the
// trips, less one more of these; 0 if they do not end, or if the launch has not many more trips.
func (s *shorter) worth(trips int64) (int64, error) {
	if trips > s.from/(4*leastSkip) {
		return 0, nil
	}
	var steps [2]int64
	for i := range steps {
		config, _ := s.with(trips << i)
		config.NoHazards = true
		r, err := machine.Launch(s.ctx, s.p.Kernel, config)
		if why := interrupt.Error(s.ctx); why != nil {
			return 0, why
		}
		if err != nil {
			return 0, nil
		}
		steps[i] = r.Steps
	}
	all := steps[1] + (steps[1]-steps[0])*(s.from/trips)
	return all/worthOf - steps[1], nil
}

// findAt looks for the period in a launch.
func (s *shorter) findAt(n int64, like *machine.Recurrence) (machine.Recurrence, error) {
	config, _ := s.with(n)
	r, err := s.p.Kernel.FindPeriodUpTo(s.ctx, config, slotOf(s.role), s.from-n, like)
	s.steps += r.Steps
	return r, err
}

// with returns the launch with another number, and the buffers of the launch by its own.
func (s *shorter) with(n int64) (machine.Config, map[*machine.Buffer]*machine.Buffer) {
	config, originals := s.p.Config.WithCopies()
	s.p.setInteger(&config, s.role.slot, n)
	return config, originals
}

// judge executes the launch with another number.
func (s *shorter) judge(n int64) (*Report, error) {
	short := *s.p
	config, originals := s.with(n)
	short.Config = config
	r, err := execute(s.ctx, &short)
	if err != nil {
		return nil, err
	}
	for i := range r.Reached {
		r.Reached[i].Buffer = originals[r.Reached[i].Buffer]
	}
	return r, nil
}

// isPlain reports whether nothing was found in a launch that larger numbers might change.
func (r *Report) isPlain() bool {
	return r.OK() && len(r.NotJudged) == 0 && len(r.Gaps) == 0 && len(r.Fixes) == 0
}

// isLike reports whether another launch has the same verdicts.
func (r *Report) isLike(other *Report) bool {
	same := func(a, b *diag.Diagnostic) bool {
		return a.Code == b.Code && a.Span == b.Span && a.Severity == b.Severity && a.Message == b.Message
	}
	return other.isPlain() && slices.Equal(r.Waits, other.Waits) && slices.Equal(r.Fences, other.Fences) &&
		slices.EqualFunc(r.Findings, other.Findings, same) &&
		slices.Equal(r.NotReached, other.NotReached) && r.Shared == other.Shared
}

// extend makes a report that of a launch which is so many periods longer, of which another one has one; false
// if it is not known how far that reaches.
func (r *Report) extend(other *Report, periods int64, farther map[*ptx.Instruction]int64,
	config machine.Config) bool {
	if len(r.Reached) != len(other.Reached) || len(r.Banks) != len(other.Banks) {
		return false
	}
	for i := range r.Reached {
		a, b := &r.Reached[i], &other.Reached[i]
		by := b.Bytes - a.Bytes
		if a.Instruction != b.Instruction || a.Buffer != b.Buffer || a.First != b.First ||
			by != farther[a.Instruction] {
			return false
		}
		a.Bytes += periods * by
	}
	for i := range r.Banks {
		a, b := &r.Banks[i], &other.Banks[i]
		if a.Instruction != b.Instruction {
			return false
		}
		a.Accesses += periods * (b.Accesses - a.Accesses)
		a.Wavefronts += periods * (b.Wavefronts - a.Wavefronts)
		a.Ideal += periods * (b.Ideal - a.Ideal)
	}
	config.Mode, config.Observe = r.Config.Mode, r.Config.Observe
	r.Config = config
	return true
}
