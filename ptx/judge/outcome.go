package judge

import (
	"io"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/verdict"
)

var codeDepends = diag.Register("ptx-depends-on-launch",
	"whether a kernel is right depends on a launch that nobody gave",
	"With some values of what was guessed there is a hazard, and with others there is none. If the kernel "+
		"is "+
		"never launched with the first, give what it is launched with, by the flag that the message names "+
		"or in a "+
		"description of the launch beside the text; then only that is judged.")

// Diagnostics returns the findings in the launch that is shown, each of them with every, and else one for
// each cause. Where the outcome depends on a guess, they are warnings behind one that says so.
func (s *Study) Diagnostics(every bool) diag.List {
	found := s.Report.Diagnostics()
	if every {
		found = s.AllDiagnostics()
	}
	switch s.Outcome {
	case Clean:
		return found
	case Wrong:
		if s.On != nil {
			s.noteValues(found)
		}
		return found
	}
	d := diag.Warningf(codeDepends, s.Kernel.Function.Span, "'%s' depends on the launch: %s", s.Kernel.Name,
		s.dependence())
	if s.On.Flag != "" {
		d.Suggest("give what it is launched with: %s", s.advice())
	}
	out := diag.List{d}
	for _, f := range found {
		weaker := *f
		if weaker.Severity == diag.Error {
			weaker.Severity = diag.Warning
		}
		out.Add(&weaker)
	}
	return out
}

// noteValues adds to the first error with which values of a guess it is found.
func (s *Study) noteValues(found diag.List) {
	i := slices.IndexFunc(found, func(d *diag.Diagnostic) bool { return d.Severity == diag.Error })
	if i < 0 {
		return
	}
	copied := *found[i]
	copied.Notes = slices.Clone(copied.Notes)
	found[i] = copied.Note(diag.Span{}, "in a launch with %s = %s; %s", s.On.What, s.value,
		s.dependence())
}

// dependence says with which values of a guess the kernel is right, and with which it is wrong.
func (s *Study) dependence() string {
	var parts []string
	if list := s.Wrong[s.On]; len(list) > 0 {
		parts = append(parts, "wrong for "+s.On.What+" = "+values(list))
	} else if list := s.Excluded[s.On]; s.Outcome == Depends && len(list) > 0 && len(s.Right[s.On]) == 0 {
		parts = append(parts, "it does not end with "+s.On.What+" = "+values(list))
	} else if s.Outcome == Depends {
		parts = append(parts, "wrong for "+s.On.What+" = "+s.On.Values[0].Text)
	}
	if list := s.Right[s.On]; len(list) > 0 {
		parts = append(parts, "right for "+values(list))
	}
	return strings.Join(parts, ", ")
}

// values lists choices, in words.
func values(list []Choice) string {
	var texts []string
	for _, c := range list {
		if !slices.Contains(texts, c.Text) {
			texts = append(texts, c.Text)
		}
	}
	if !strings.Contains(strings.Join(texts, ""), ",") {
		return enumerate(texts)
	}
	return strings.Join(texts, "; ")
}

// advice is a flag that gives the guess a value, one that is right if there is any.
func (s *Study) advice() string {
	if list := s.Right[s.On]; len(list) > 0 {
		return s.On.Flag + list[len(list)-1].Text + s.On.beside
	}
	return s.On.Flag + s.On.Values[0].Text + s.On.beside
}

// proven says for which integers no value is wrong.
func (s *Study) proven() string {
	var all []string
	for _, g := range s.Plan.Guesses {
		if text := s.ForAll[g]; text != "" {
			all = append(all, text)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return verdict.ForAll(all)
}

// WriteText writes the report for people: the launch that is shown, what was tried, a line per wait, and the
// verdict.
func (s *Study) WriteText(w io.Writer) error {
	var b strings.Builder
	s.head(&b)
	for _, g := range s.Plan.Guesses {
		if len(s.Right[g])+len(s.Wrong[g]) < 2 {
			continue
		}
		diag.Fprintf(&b, "tried: %s = %s", g.What, values(slices.Concat(s.Right[g], s.Wrong[g])))
		if g.Why != "" {
			diag.Fprintf(&b, " (%s)", g.Why)
		}
		b.WriteByte('\n')
	}
	if s.Left > 0 {
		diag.Fprintf(&b, "too long to try: %s; --steps allows more\n", diag.Count(s.Left, "launch"))
	}
	b.WriteByte('\n')
	s.tables(&b)
	diag.Fprintf(&b, "verdict: %s\n", s.Verdict())
	_, err := io.WriteString(w, b.String())
	return err
}

// Verdict returns the verdict over all launches.
func (s *Study) Verdict() string {
	switch {
	case s.Outcome == Depends && s.On.Flag != "":
		return verdict.Depends + ": " + s.dependence() + "; give " + s.advice()
	case s.Outcome == Depends:
		return verdict.Depends + ": " + s.dependence()
	case s.Outcome == Wrong && s.On != nil:
		return s.Report.verdict() + ": " + s.dependence()
	case s.Outcome == Clean && s.Launches > 1 && len(s.NotJudged) == 0:
		text := verdict.InLaunches
		if len(s.NotReached) > 0 {
			text = verdict.InPartOfLaunches
		}
		text = diag.Sprintf(text, s.Launches)
		if s.Left > 0 {
			text += verdict.TooLong(s.Left)
		}
		return s.Report.withWaits(text + s.proven())
	}
	return s.Report.verdict()
}
