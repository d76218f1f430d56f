package judge

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/affine"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Outcome is what the judge says of a kernel.
type Outcome uint8

// The outcomes. Depends is for hazards that only some values of a guess show, which the kernel may exclude.
const (
	Clean Outcome = iota
	Wrong
	Depends
)

// String returns the outcome as reports in JSON have it.
func (o Outcome) String() string { return [...]string{"clean", "wrong", "depends"}[o] }

// MarshalText implements encoding.TextMarshaler.
func (o Outcome) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// Study is the verdict on a kernel over the launches that were tried.
type Study struct {
	// Report is of the launch that is shown: the smallest with a hazard, or that of the plan.
	*Report
	Plan    *Plan
	Outcome Outcome
	// On is the guess on which it depends, or which shows what is wrong; nil if there is none, or if all
	// launches are wrong.
	On *Guess
	// Right, Wrong and Excluded are the values of each guess with which the launch was right, wrong, or
	// refused by the kernel itself.
	Right, Wrong, Excluded map[*Guess][]Choice
	// Launches is how many were tried, and Left how many were not, or not to their ends, for lack of steps.
	Launches, Left int
	// Reach are the sizes of the buffers that the shown launch needs.
	Reach map[*machine.Buffer]int64
}

// SweepOptions say how much a sweep may do.
type SweepOptions struct {
	// Steps limits the instructions of warps that the launches beside the plan's execute together; 0 means
	// 5*10^5.
	Steps int64
	// Progress, if not nil, is called before each launch.
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
	o.Steps = cmp.Or(o.Steps, sweepSteps)
	s := &sweep{ctx: ctx, plan: p, o: o}
	points := s.points()
	left := 0
	for i, choice := range points {
		base := i == len(points)-1
		if !base && s.steps > o.Steps {
			left++
			continue
		}
		if o.Progress != nil {
			o.Progress(i, len(points), s.describe(choice))
		}
		if _, err := s.try(choice, base); err != nil {
			return nil, err
		}
	}
	study, err := s.conclude()
	if study != nil {
		study.Left += left
	}
	return study, err
}

// Settle makes a kernel clean of which all that is wrong was accepted.
func (s *Study) Settle() {
	sized := slices.ContainsFunc(s.Findings, func(d *diag.Diagnostic) bool { return d.Code == codeBeyond })
	if s.Report.OK() && !sized {
		s.Outcome, s.On = Clean, nil
	}
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
	all = append(all, s.contents(base)...)
	all = append(all, s.pairs(base)...)
	return append(all, base)
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

// try executes a launch, once.
func (s *sweep) try(choice []int, base bool) (*trial, error) {
	for _, t := range s.trials {
		if slices.Equal(t.choice, choice) {
			return t, nil
		}
	}
	config := s.plan.Config
	config.Args = cloneArgs(config.Args)
	for i, v := range choice {
		s.plan.Guesses[i].Values[v].set(&config)
	}
	if !base {
		config.Steps = min(cmp.Or(config.Steps, s.o.Steps), s.o.Steps)
	} else if len(s.plan.Guesses) > 0 {
		config.Steps = cmp.Or(config.Steps, planSteps)
	}
	plan := *s.plan
	plan.Config = config
	report, err := Check(s.ctx, &plan)
	if err != nil {
		return nil, err
	}
	s.steps += report.Steps
	t := &trial{choice: slices.Clone(choice), report: report,
		stray: s.variesContents(choice) && s.strays(report)}
	s.trials = append(s.trials, t)
	return t, nil
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

// conclude says what the launches show.
func (s *sweep) conclude() (*Study, error) {
	base := s.trials[len(s.trials)-1]
	study := &Study{Plan: s.plan, Report: base.report}
	s.sort(study)
	if failing := s.smallest(); failing != nil {
		study.Report = failing.report
		study.Outcome = Wrong
		if err := s.attribute(study, failing); err != nil {
			return nil, err
		}
	} else if shown := s.shown(); shown != nil {
		study.Report = shown.report
		study.Waits = s.mergeWaits(shown.report)
		study.NotReached = slices.DeleteFunc(slices.Clone(shown.report.NotReached), s.isReached)
		if b := s.beyondBounds(); b != nil {
			b.note(study, s.plan.Kernel)
		}
	} else if base.tooLong() {
		limit := base.report.Config.Steps
		study.Outcome, study.On = Depends, &Guess{What: "the limit of steps", Flag: "--steps ",
			Values: []Choice{{Text: strconv.FormatInt(10*limit, 10)}}}
		study.Excluded[study.On] = []Choice{{Text: strconv.FormatInt(limit, 10)}}
	} else {
		study.Outcome = Wrong
	}
	for _, t := range s.trials {
		if t.tooLong() {
			study.Left++
		} else {
			study.Launches++
		}
	}
	return study, nil
}

// shown returns the launch to show where none is wrong: that of the plan, or the first that is right where
// the kernel ends that with a trap. It returns nil where none is right, or that of the plan does not end.
func (s *sweep) shown() *trial {
	base := s.trials[len(s.trials)-1]
	switch {
	case base.state() == right:
		return base
	case base.tooLong():
		return nil
	}
	for _, t := range s.trials {
		if t.state() == right {
			return t
		}
	}
	return nil
}

// smallest returns the smallest launch that is wrong: of those that vary one guess the first, then of those
// that vary two, and that of the plan where nothing else is wrong. Launches that vary what the kernel may
// exclude count only where no other is wrong.
func (s *sweep) smallest() *trial {
	var open *trial
	base := s.trials[len(s.trials)-1]
	for _, t := range s.trials {
		switch {
		case t.state() != wrong:
		case base.state() == wrong && !s.variesInteger(t):
			return base
		case s.isLegal(t):
			return t
		case open == nil:
			open = t
		}
	}
	return open
}

func (s *sweep) variesInteger(t *trial) bool {
	for i, v := range t.choice {
		if v > 0 && s.plan.Guesses[i].integer {
			return true
		}
	}
	return false
}

// isLegal reports whether a launch varies nothing that the kernel may exclude.
func (s *sweep) isLegal(t *trial) bool {
	for i, v := range t.choice {
		if v > 0 && !s.plan.Guesses[i].Legal {
			return false
		}
	}
	return true
}

// attribute finds the guess that a hazard depends on: one whose other values are no mistakes of the kernel,
// and with one of which the launch is right.
func (s *sweep) attribute(study *Study, failing *trial) error {
	for i, g := range s.plan.Guesses {
		if g.Legal || g.together || failing.choice[i] > 0 ||
			g.What == contentsName && !s.followsContents(failing.report) {
			continue
		}
		found, refuted := false, false
		results := map[state][]Choice{}
		for v := range g.Values {
			if g.What == blockName && v > 0 && !s.admits(g, v, failing) {
				continue
			}
			point := slices.Clone(failing.choice)
			point[i] = v
			t, err := s.try(point, false)
			if err != nil {
				return err
			}
			found = found || t.state() == right && s.excuses(g, v) &&
				(g.What != blockName || t.reaches(failing))
			refuted = refuted || g.What == contentsName && v > 0 && t.races()
			results[t.state()] = append(results[t.state()], g.Values[v])
		}
		if found && !refuted {
			study.Outcome, study.On = Depends, g
			study.Right[g], study.Wrong[g], study.Excluded[g] = results[right], results[wrong],
				results[excluded]
			return nil
		}
	}
	for i, g := range s.plan.Guesses {
		if failing.choice[i] > 0 {
			study.On = g
			if !g.Legal || s.isPrecondition(i) {
				study.Outcome = Depends
			}
		}
	}
	if study.Outcome == Depends && len(study.Wrong[study.On]) == 0 {
		return s.compareOn(study, failing)
	}
	if study.On == nil && s.readsAddress(failing.report) {
		study.Outcome = Depends
		study.On = &Guess{What: contentsName, Why: "addresses are loaded from them",
			Values: []Choice{{Text: "zeros"}}}
	}
	return nil
}

// compareOn lists the values of the guess that a study depends on by how launches went that are otherwise as
// the failing one, which varies more than that guess.
func (s *sweep) compareOn(study *Study, failing *trial) error {
	i := slices.Index(s.plan.Guesses, study.On)
	others := slices.Clone(failing.choice)
	others[i] = 0
	with := " with " + s.describe(others)
	study.Right[study.On], study.Excluded[study.On] = nil, nil
	for v, value := range study.On.Values {
		point := slices.Clone(failing.choice)
		point[i] = v
		t, err := s.try(point, false)
		if err != nil {
			return err
		}
		switch t.state() {
		case wrong:
			value.Text += with
			study.Wrong[study.On] = append(study.Wrong[study.On], value)
		case right:
			study.Right[study.On] = append(study.Right[study.On], value)
		case excluded:
			study.Excluded[study.On] = append(study.Excluded[study.On], value)
		}
	}
	return nil
}

// races reports whether a launch has a race. Where one goes away with the numbers in one order and not in
// another, each thread found its own place in the first.
func (t *trial) races() bool {
	return slices.ContainsFunc(t.report.Findings, func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Error && d.Code == "ptx-race"
	})
}

// admits reports whether a block of another shape is one that the kernel may be meant for where this hazard
// was found. What arithmetic tells may be the rows of a tile, of which a thread goes through several: then
// shared memory is too small for a block of as many rows.
func (s *sweep) admits(g *Guess, v int, failing *trial) bool {
	if v >= g.fewer {
		return failing.leavesShared()
	}
	return !s.plan.toldBlock || s.plan.boundBlock
}

// reaches reports whether a launch executed all synchronization that another one did: one that leaves out a
// role of the threads says nothing of it.
func (t *trial) reaches(other *trial) bool {
	return !slices.ContainsFunc(t.report.NotReached, func(in *ptx.Instruction) bool {
		return !slices.Contains(other.report.NotReached, in)
	})
}

// leavesShared reports whether all that is wrong are accesses outside of shared memory.
func (t *trial) leavesShared() bool {
	return !slices.ContainsFunc(t.report.Findings, func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Error &&
			(d.Code != "ptx-out-of-bounds" || !strings.Contains(d.Message, "shared memory"))
	})
}

// excuses reports whether that a launch is right with another value says that this one need not be. Of blocks
// that the kernel asks for the size of only larger ones do, and those of fewer rows: in smaller ones fewer
// threads can meet.
func (s *sweep) excuses(g *Guess, v int) bool {
	return g.What != blockName || !s.plan.openBlock || v >= g.fewer || g.Values[v].number > g.Values[0].number
}

// followsContents reports whether all that is wrong are writes of several threads to one place, and accesses
// outside of memory, by addresses that were computed from what memory holds: it may hold other numbers, such
// as a permutation. What is read and written back in such a place is not excused.
func (s *sweep) followsContents(r *Report) bool {
	follows := false
	for _, d := range r.Findings {
		if d.Severity != diag.Error {
			continue
		}
		writes := d.Code == "ptx-race" && strings.Contains(d.Message, " writes ") &&
			strings.Contains(d.Message, " writes, ")
		if !writes && d.Code != "ptx-out-of-bounds" || !s.byLoaded(d) {
			return false
		}
		follows = true
	}
	return follows
}

func (s *sweep) variesContents(choice []int) bool {
	for i, v := range choice {
		if v > 0 && s.plan.Guesses[i].What == contentsName {
			return true
		}
	}
	return false
}

// strays reports whether something is wrong with an access by a loaded address, other than a read that
// nothing orders: which places buffers may name is for the caller to say.
func (s *sweep) strays(r *Report) bool {
	return slices.ContainsFunc(r.Findings, func(d *diag.Diagnostic) bool {
		if d.Severity != diag.Error {
			return false
		}
		reads := (d.Code == "ptx-race" || d.Code == "ptx-stale-read") &&
			strings.Contains(d.Message, " reads ")
		return s.byLoaded(d) && !reads || strings.Contains(d.Message, " writes ") && s.writesByLoaded(d)
	})
}

// writesByLoaded reports whether a write that an error or its notes stand at goes to a loaded address.
func (s *sweep) writesByLoaded(d *diag.Diagnostic) bool {
	return slices.ContainsFunc(s.plan.Kernel.Values().Accesses, func(a affine.Access) bool {
		at := a.Instruction.Span == d.Span || slices.ContainsFunc(d.Notes, func(n diag.Note) bool {
			return n.Span == a.Instruction.Span
		})
		return at && a.Writes && a.Address.Depends(affine.Atom.Loaded)
	})
}

// byLoaded reports whether an error stands at an access by an address that was computed from loaded numbers.
func (s *sweep) byLoaded(d *diag.Diagnostic) bool {
	return slices.ContainsFunc(s.plan.Kernel.Values().Accesses, func(a affine.Access) bool {
		return a.Instruction.Span == d.Span && a.Address.Depends(affine.Atom.Loaded)
	})
}

// isPrecondition reports whether the launches are wrong just for the smallest values of an integer, up to the
// depth of a ring, as where a kernel fills its ring without asking: callers may give it no smaller ones. For
// a number with which places of threads are compared only 0 is such a value.
func (s *sweep) isPrecondition(guess int) bool {
	g := s.plan.Guesses[guess]
	if !g.integer {
		return false
	}
	highest, lowest := int64(-1), int64(-1)
	for _, t := range s.trials {
		for i, v := range t.choice {
			if v > 0 && i != guess {
				goto next
			}
		}
		switch n := g.Values[t.choice[guess]].number; t.state() {
		case wrong:
			highest = max(highest, n)
		case right:
			if lowest < 0 || n < lowest {
				lowest = n
			}
		}
	next:
	}
	limit := g.depth - 1
	if g.guards {
		limit = 0
	}
	return highest >= 0 && lowest > highest && highest <= limit
}

// readsAddress reports whether what is wrong is an access by an address that was loaded from memory.
func (s *sweep) readsAddress(r *Report) bool {
	i := slices.IndexFunc(r.Findings, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error })
	return i >= 0 && r.Findings[i].Code == "ptx-out-of-bounds" && s.byLoaded(r.Findings[i])
}

// sort lists the values of each guess by how the launches went in which nothing else was varied.
func (s *sweep) sort(study *Study) {
	study.Right, study.Wrong = map[*Guess][]Choice{}, map[*Guess][]Choice{}
	study.Excluded = map[*Guess][]Choice{}
	lists := map[state]map[*Guess][]Choice{right: study.Right, wrong: study.Wrong, excluded: study.Excluded}
	for i, g := range s.plan.Guesses {
		for _, t := range s.trials {
			others := slices.Clone(t.choice)
			others[i] = 0
			if slices.Max(append(others, 0)) > 0 {
				continue
			}
			list := lists[t.state()]
			list[g] = append(list[g], g.Values[t.choice[i]])
		}
		for _, list := range lists {
			slices.SortFunc(list[g], func(a, b Choice) int { return cmp.Compare(a.number, b.number) })
		}
	}
}

// mergeWaits returns the verdicts on the waits over all launches: a wait is needed if one launch needs it,
// and its exact count is the smallest of any.
func (s *sweep) mergeWaits(base *Report) []Wait {
	rank := map[Verdict]int{NotReached: 0, Unjudged: 1, Redundant: 2, TooStrong: 3, Needed: 4, TooWeak: 5}
	merged := slices.Clone(base.Waits)
	for _, t := range s.trials {
		if t.state() != right {
			continue
		}
		for i, w := range t.report.Waits {
			m := &merged[i]
			if rank[w.Verdict] > rank[m.Verdict] ||
				w.Verdict == TooStrong && m.Verdict == TooStrong && w.Exact < m.Exact {
				merged[i] = w
			}
		}
	}
	return merged
}

// isReached reports whether a launch executed an instruction that another one did not.
func (s *sweep) isReached(in *ptx.Instruction) bool {
	return slices.ContainsFunc(s.trials, func(t *trial) bool {
		return t.state() == right && !slices.Contains(t.report.NotReached, in)
	})
}
