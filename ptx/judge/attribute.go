package judge

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/affine"
)

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
			t, err := s.try(point)
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
		t, err := s.try(point)
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
		return at && a.Writes && a.Address.IsComputedFrom(affine.Atom.Loaded)
	})
}

// byLoaded reports whether an error stands at an access by an address that was computed from loaded numbers.
func (s *sweep) byLoaded(d *diag.Diagnostic) bool {
	return slices.ContainsFunc(s.plan.Kernel.Values().Accesses, func(a affine.Access) bool {
		return a.Instruction.Span == d.Span && a.Address.IsComputedFrom(affine.Atom.Loaded)
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
