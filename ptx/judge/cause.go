package judge

import (
	"cmp"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// barrierPlaces returns for each finding that lacks a barrier an instruction in front of which one would be
// in its gap, so that few instructions do for all: the ends of gaps, the earliest first. Where threads came
// to the two in the other order than the text has, such an instruction between them does as well; where there
// is none, no place is known.
func barrierPlaces(findings diag.List, gaps map[*diag.Diagnostic]machine.Gap) map[*diag.Diagnostic]int32 {
	var lacking, back diag.List
	places := map[*diag.Diagnostic]int32{}
	for _, d := range findings {
		if g, ok := gaps[d]; ok && g.From < g.To {
			lacking = append(lacking, d)
		} else if ok {
			back.Add(d)
		}
	}
	slices.SortStableFunc(lacking, func(a, b *diag.Diagnostic) int {
		return cmp.Compare(gaps[a].To, gaps[b].To)
	})
	last, found := int32(-1), []int32(nil)
	for _, d := range lacking {
		if g := gaps[d]; last <= g.From {
			last = g.To
		}
		places[d] = last
		found = append(found, last)
	}
	for _, d := range back {
		g := gaps[d]
		if i := slices.IndexFunc(found, func(at int32) bool { return g.To < at && at <= g.From }); i >= 0 {
			places[d] = found[i]
		}
	}
	return places
}

// cause is what several findings have in common: a code, and the place of a barrier that they lack, the place
// of another instruction that they lack, or the instruction that they are about. Of writes that one copy
// reads without a fence of proxies that is the copy, and of registers of a product the product.
type cause struct {
	code  diag.Code
	place int32 // of a barrier
	fix   machine.Fix
	at    diag.Span
}

// causes returns the cause of each finding.
func (r *Report) causes() map[*diag.Diagnostic]cause {
	causes := map[*diag.Diagnostic]cause{}
	places := barrierPlaces(r.Findings, r.Gaps)
	readers := map[diag.Span]int{}
	for _, d := range r.Findings {
		if d.Code == "ptx-proxy-fence" {
			readers[d.Span]++
		}
	}
	for _, d := range r.Findings {
		place, lacksBarrier := places[d]
		fix, lacks := r.Fixes[d]
		switch {
		case lacksBarrier:
			causes[d] = cause{code: d.Code, place: place}
		case d.Code == "ptx-register-in-flight" && len(d.Notes) > 0:
			causes[d] = cause{code: d.Code, at: d.Notes[0].Span}
		case d.Code == "ptx-proxy-fence" && readers[d.Span] > 1:
			causes[d] = cause{code: d.Code, at: d.Span}
		case lacks:
			causes[d] = cause{code: d.Code, fix: fix}
		default:
			causes[d] = cause{code: d.Code, at: d.Span}
		}
	}
	return causes
}

// isConsequence reports whether a finding is one about a load of what nothing has written, where a barrier is
// missing between this load and a write: behind the barrier it may well be written.
func (r *Report) isConsequence(d *diag.Diagnostic) bool {
	if d.Code != "ptx-uninitialized" {
		return false
	}
	for _, g := range r.Gaps {
		if r.Kernel.Instruction(g.From).Span == d.Span || r.Kernel.Instruction(g.To).Span == d.Span {
			return true
		}
	}
	return false
}

// folded returns findings in which the first of those with one cause stands for all of them, and says how
// many they are. Consequences of others are left out.
func (r *Report) folded() diag.List {
	causes := r.causes()
	count := map[cause]int{}
	for _, c := range causes {
		count[c]++
	}
	var out diag.List
	for _, d := range r.Findings {
		c := causes[d]
		switch n := count[c]; {
		case r.isConsequence(d):
			continue
		case n == 1:
			out.Add(d)
		case n > 1:
			out.Add(r.more(d, c, n-1))
		}
		delete(count, c) // it was told
	}
	return out
}

// more returns a finding that says how many others there are.
func (r *Report) more(d *diag.Diagnostic, c cause, n int) *diag.Diagnostic {
	copied := *d
	copied.Notes = slices.Clone(d.Notes)
	if c.fix == (machine.Fix{}) && !c.at.IsKnown() {
		in := r.Kernel.Instruction(c.place)
		copied.Note(in.Span, "a barrier in front of this '%s' orders them", in.Name())
	}
	return copied.Note(diag.Span{}, "and %d more like it, which 'inflight check --all' lists", n)
}

// BarrierPlaces returns for findings that lack a barrier the number of an instruction in front of which one
// orders them, as Diagnostics tells it; few places do for all findings.
func (r *Report) BarrierPlaces() map[*diag.Diagnostic]int32 { return barrierPlaces(r.Findings, r.Gaps) }

// IsGiven reports whether the launch is known where it decides what the kernel does: nothing but the number
// of blocks was guessed.
func (r *Report) IsGiven() bool {
	return !slices.ContainsFunc(r.Guesses, func(g *Guess) bool { return g.What != gridName })
}

// addFixes adds what findings lack.
func (r *Report) addFixes(fixes map[*diag.Diagnostic]machine.Fix) {
	if r.Fixes == nil {
		r.Fixes = map[*diag.Diagnostic]machine.Fix{}
	}
	maps.Copy(r.Fixes, fixes)
}
