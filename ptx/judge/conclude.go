package judge

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
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
	// value is the one of On in the launch that is shown.
	value string
	// Launches is how many were tried, and Left how many were not, or not to their ends, for lack of steps.
	Launches, Left int
	// ForAll are the integers for which no value makes the launch of the plan wrong, with which values these
	// are, in words.
	ForAll map[*Guess]string
}

// Settle makes a kernel clean of which all that is wrong was accepted.
func (s *Study) Settle() {
	sized := slices.ContainsFunc(s.Findings, func(d *diag.Diagnostic) bool { return d.Code == codeBeyond })
	if s.Report.OK() && !sized {
		s.Outcome, s.On = Clean, nil
	}
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
		if i := slices.Index(s.plan.Guesses, study.On); i >= 0 {
			study.value = study.On.Values[failing.choice[i]].Text
		}
	} else if shown := s.shown(); shown != nil {
		study.Report = shown.report
		study.Waits, study.Fences = s.mergeWaits(shown.report), s.mergeFences(shown.report)
		study.NotReached = slices.DeleteFunc(slices.Clone(shown.report.NotReached), s.isReached)
		if b := s.beyondBounds(); b != nil {
			b.note(study, s)
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
			return s.reachingMore(t)
		case open == nil:
			open = t
		}
	}
	return open
}

// reachingMore returns the first launch that is wrong as well, varies the same guesses, and executes all
// synchronization that a launch does and more: in a launch that gives threads nothing to do, what is wrong
// with a barrier that none of them reaches does not show. It returns the launch itself if there is none.
func (s *sweep) reachingMore(t *trial) *trial {
	for _, other := range s.trials {
		same := true
		for i, v := range other.choice {
			same = same && (v > 0) == (t.choice[i] > 0)
		}
		if same && other.state() == wrong && other.reaches(t) && !t.reaches(other) {
			return other
		}
	}
	return t
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

// rank says which of two verdicts on a wait or a fence holds over two launches: the higher one.
var rank = map[Verdict]int{NotReached: 0, Unjudged: 1, Redundant: 2, TooStrong: 3, Needed: 4, TooWeak: 5}

// mergeWaits returns the verdicts on the waits over all launches: a wait is needed if one launch needs it,
// and its exact count is the smallest of any.
func (s *sweep) mergeWaits(base *Report) []Wait {
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

// mergeFences is mergeWaits for fences. A fence is as it must be if two launches need different parts of it.
func (s *sweep) mergeFences(base *Report) []Fence {
	merged := slices.Clone(base.Fences)
	for _, t := range s.trials {
		if t.state() != right {
			continue
		}
		for i, f := range t.report.Fences {
			m := &merged[i]
			switch {
			case rank[f.Verdict] > rank[m.Verdict]:
				*m = f
			case f.Verdict == TooStrong && m.Verdict == TooStrong && f.Enough != m.Enough:
				m.Verdict, m.Enough = Needed, ""
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
