package judge

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// SweepOptions say how much a sweep may do.
type SweepOptions struct {
	// Steps limits the instructions of warps that the launches beside the plan's execute together; 0 means
	// 5*10^5.
	Steps int64
	// Progress, if not nil, is called before the sweep takes in each launch, in their order.
	Progress func(done, all int, what string)
}

// The limits of steps of the launches beside that of the plan, together, and of that if it was guessed.
const (
	sweepSteps = 5e5
	planSteps  = 2e7
)

// sweep tries launches of a plan.
type sweep struct {
	ctx    context.Context
	plan   *Plan
	o      SweepOptions
	steps  int64
	trials []*trial
	forAll map[*Guess]string
}

// trial is a launch: the choice of each guess.
type trial struct {
	choice []int
	report *Report
	// stray says that what is wrong follows from the numbers in buffers, which may be others.
	stray bool
}

// Sweep judges a kernel: in the launch of the plan, and with other values of what nobody said. It returns an
// error only if the context ends.
func Sweep(ctx context.Context, p *Plan, o SweepOptions) (*Study, error) {
	study, _, err := run(ctx, p, o, true)
	if err != nil {
		return nil, err
	}
	return judgeInside(ctx, study, o)
}

// run tries the launches of a plan, and proves of numbers that all are right if it is to.
func run(ctx context.Context, p *Plan, o SweepOptions, proves bool) (*Study, []*trial, error) {
	o.Steps = cmp.Or(o.Steps, sweepSteps)
	s := &sweep{ctx: ctx, plan: p, o: o}
	machine.MeasureMaps(ctx, p.Kernel, s.measured())
	points := s.points()
	ahead := s.runAhead(points)
	defer ahead.close()
	left := 0
	for i, choice := range points {
		base := i == len(points)-1
		if !base && s.steps > o.Steps {
			ahead.skip()
			left++
			continue
		}
		if o.Progress != nil {
			o.Progress(i, len(points), s.describe(choice))
		}
		t, err := ahead.take(i)
		if err != nil {
			return nil, nil, err
		}
		s.note(t)
	}
	ahead.close()
	if proves {
		if err := s.proveAll(left); err != nil {
			return nil, nil, err
		}
	}
	study, err := s.conclude()
	if err != nil {
		return nil, nil, err
	}
	study.ForAll = s.forAll
	study.Left += left
	return study, s.trials, nil
}

// measured returns launches that tell of the boxes of tensor maps: that of the plan, and those in which one
// loop takes its most trips.
func (s *sweep) measured() []machine.Config {
	base := make([]int, len(s.plan.Guesses))
	all := []machine.Config{s.config(base)}
	for i, g := range s.plan.Guesses {
		most := 0
		for v := range g.Values {
			if g.counts && g.Values[v].number > g.Values[most].number {
				most = v
			}
		}
		if most > 0 {
			choice := slices.Clone(base)
			choice[i] = most
			all = append(all, s.config(choice))
		}
	}
	for i := range all {
		all[i].Steps = s.o.Steps
	}
	return all
}

// config returns the launch of a choice.
func (s *sweep) config(choice []int) machine.Config {
	config, _ := s.plan.Config.WithCopies()
	for i, v := range choice {
		s.plan.Guesses[i].Values[v].set(&config)
	}
	s.plan.allocateScratch(&config)
	return config
}

// points lists the choices to try, that of the plan last.
func (s *sweep) points() [][]int {
	base := make([]int, len(s.plan.Guesses))
	var all [][]int
	vary := func(integers bool) {
		for i, g := range s.plan.Guesses {
			open := !g.Legal && !g.together && !(g.What == blockName && s.plan.openBlock && !s.plan.toldBlock)
			for v := 1; v < len(g.Values) && !open && g.integer == integers; v++ {
				if g.What == blockName && v >= g.fewer {
					break
				}
				point := slices.Clone(base)
				point[i] = v
				all = append(all, point)
			}
		}
	}
	vary(true) // with small numbers launches are short
	vary(false)
	all = append(all, s.tails(base)...)
	all = append(all, s.contents(base)...)
	all = append(all, s.pairs(base)...)
	return append(all, base)
}

// tails tries grids of more blocks than an integer gives work to: the places of blocks that are behind it,
// and those that meet others.
func (s *sweep) tails(base []int) [][]int {
	var all [][]int
	grid := slices.IndexFunc(s.plan.Guesses, func(g *Guess) bool { return g.What == gridName })
	if grid < 0 || len(s.plan.Guesses[grid].Values) < 2 {
		return nil
	}
	for i, g := range s.plan.Guesses {
		v := slices.IndexFunc(g.Values, func(c Choice) bool { return c.number == 1 })
		if v > 0 && g.guards {
			point := slices.Clone(base)
			point[i], point[grid] = v, len(s.plan.Guesses[grid].Values)-1
			all = append(all, point)
		}
	}
	return all
}

// contents tries numbers in the buffers that the kernel only reads, in the grid of the plan and in larger
// ones.
func (s *sweep) contents(base []int) [][]int {
	var all [][]int
	at := func(name string) int {
		return slices.IndexFunc(s.plan.Guesses, func(g *Guess) bool { return g.What == name })
	}
	held, grid := at(contentsName), at(gridName)
	if held < 0 {
		return nil
	}
	point := slices.Clone(base)
	point[held] = 1
	all = append(all, point)
	for v := 1; grid >= 0 && v < len(s.plan.Guesses[grid].Values); v++ {
		larger := slices.Clone(point)
		larger[grid] = v
		all = append(all, larger)
	}
	return all
}

// mostPairs limits how many launches vary two trip counts at once.
const mostPairs = 40

// pairs varies two trip counts at once: what one loop leaves behind is seen by the next trip around it.
func (s *sweep) pairs(base []int) [][]int {
	var all [][]int
	for i, g := range s.plan.Guesses {
		for j, h := range s.plan.Guesses {
			if i == j || !g.counts || !h.counts || g.guards || h.guards {
				continue
			}
			for v := 1; v < len(g.Values); v++ {
				for w := 1; w < len(h.Values); w++ {
					if n := h.Values[w].number; n*2 > h.depth*3 || n == 0 || len(all) >= mostPairs {
						continue
					}
					point := slices.Clone(base)
					point[i], point[j] = v, w
					all = append(all, point)
				}
			}
		}
	}
	return all
}

// describe names what differs from the plan.
func (s *sweep) describe(choice []int) string {
	var parts []string
	for i, v := range choice {
		if v > 0 {
			parts = append(parts, s.plan.Guesses[i].What+" = "+s.plan.Guesses[i].Values[v].Text)
		}
	}
	return strings.Join(parts, ", ")
}

// try executes a launch beside that of the plan, once.
func (s *sweep) try(choice []int) (*trial, error) {
	if t := s.tried(choice); t != nil {
		return t, nil
	}
	t, err := s.judge(s.ctx, choice, false)
	if err == nil {
		s.note(t)
	}
	return t, err
}

// tried returns what came of a launch, nil if it was not tried.
func (s *sweep) tried(choice []int) *trial {
	for _, t := range s.trials {
		if slices.Equal(t.choice, choice) {
			return t
		}
	}
	return nil
}

// note takes in what came of a launch.
func (s *sweep) note(t *trial) {
	if s.tried(t.choice) == nil {
		s.steps += t.report.Steps
		s.trials = append(s.trials, t)
	}
}

// judge executes a launch; base is that of the plan.
func (s *sweep) judge(ctx context.Context, choice []int, base bool) (*trial, error) {
	config := s.config(choice)
	if !base {
		config.Steps = min(cmp.Or(config.Steps, s.o.Steps), s.o.Steps)
	} else if len(s.plan.Guesses) > 0 {
		config.Steps = cmp.Or(config.Steps, planSteps)
	}
	plan := *s.plan
	plan.Config = config
	report, err := Check(ctx, &plan)
	if err != nil {
		return nil, err
	}
	return &trial{choice: slices.Clone(choice), report: report,
		stray: s.variesContents(choice) && s.strays(report)}, nil
}

// state is how a launch went.
type state uint8

const (
	right state = iota
	wrong
	excluded // the kernel refuses it, or it is larger than the sweep takes
)

// state returns how a launch went.
func (t *trial) state() state {
	switch {
	case t.report.OK():
		return right
	case t.stray:
		return excluded
	}
	for _, d := range t.report.Findings {
		if d.Severity != diag.Error {
			continue
		}
		if d.Code == "ptx-trap" || d.Code == "ptx-launch" || d.Code == "ptx-step-limit" {
			return excluded
		}
	}
	return wrong
}

// tooLong reports whether a launch took more steps than it may.
func (t *trial) tooLong() bool {
	return slices.ContainsFunc(t.report.Findings, func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Error && d.Code == "ptx-step-limit"
	})
}
