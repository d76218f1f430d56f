package repair

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// change is a change to try, and its description.
type change struct {
	edit edit
	why  string
	// weakens says that the change makes synchronization weaker: it is right only if the judge sees all
	// launches, or the one that counts.
	weakens bool
}

// barrier is the barrier of all threads of a block.
const barrier = "bar.sync 0"

// fileOf returns the text that a kernel was read from.
func fileOf(r *judge.Report) *diag.File { return r.Kernel.Module().File }

// strengthen gives waits that are too weak their exact counts.
func strengthen(r *judge.Report) []change {
	var all []change
	for _, w := range r.Waits {
		if w.Verdict != judge.TooWeak || w.Exact < 0 {
			continue
		}
		if e, ok := count(w.Instruction, fmt.Sprint(w.Exact)); ok {
			all = append(all, change{e, fmt.Sprintf("%s: the count %d is too weak, %d is exact",
				w.Instruction.Span, w.N, w.Exact), false})
		}
	}
	return all
}

// complete adds the waits, commits and fences that findings lack.
func complete(r *judge.Report) []change {
	var all []change
	for _, d := range r.Findings {
		fix, ok := r.Fixes[d]
		if !ok || d.Severity != diag.Error && !strings.HasPrefix(fix.Text, "griddepcontrol") {
			continue
		}
		in := r.Kernel.Instruction(fix.Site)
		if strings.HasPrefix(fix.Text, "bar.") && !r.Kernel.Converges(in) {
			continue
		}
		if fix.Behind {
			all = append(all, change{behind(fileOf(r), in, fix.Text), missing(in, fix.Text, d), false})
			continue
		}
		all = append(all, change{before(fileOf(r), in, fix.Text), missing(in, fix.Text, d), false})
		if r.Kernel.Converges(in) { // another thread may have issued the copy
			all = append(all, change{before(fileOf(r), in, fix.Text+"; "+barrier), missing(in, fix.Text, d),
				false})
		}
	}
	return all
}

func missing(in *ptx.Instruction, text string, d *diag.Diagnostic) string {
	return fmt.Sprintf("%s: %s is missing (%s)", in.Span, text, d.Code)
}

// order adds the barriers that findings lack: in front of the instruction that is best for most of them, else
// at the ends of each gap.
func order(r *judge.Report) []change {
	var all []change
	tried := map[place]bool{}
	add := func(site int32, isBehind bool, d *diag.Diagnostic) {
		in := r.Kernel.Instruction(site)
		if at := (place{in, isBehind}); tried[at] || !r.Kernel.Converges(in) {
			return
		} else {
			tried[at] = true
		}
		e := before(fileOf(r), in, barrier)
		if isBehind {
			e = behind(fileOf(r), in, barrier)
		}
		all = append(all, change{e, missing(in, barrier, d), false})
	}
	places := r.BarrierPlaces()
	for _, d := range r.Findings {
		if site, ok := places[d]; ok && r.Kernel.Reaches(r.Gaps[d].From, r.Gaps[d].To) {
			add(site, false, d)
		}
	}
	for _, d := range r.Findings {
		gap, ok := r.Gaps[d]
		if !ok {
			continue
		}
		for _, g := range directions(r.Kernel, gap) {
			for _, site := range between(r.Kernel, g) {
				add(site, false, d)
			}
			if site, ok := r.Kernel.MeetBehind(g.From); ok {
				add(site, false, d)
			}
			add(g.From, true, d)
		}
	}
	return all
}

// directions returns a gap in the directions in which the program goes through it: threads need not have come
// to the two instructions in the order of the program.
func directions(k *machine.Kernel, gap machine.Gap) []machine.Gap {
	back := machine.Gap{From: gap.To, To: gap.From}
	switch {
	case !k.Reaches(gap.From, gap.To):
		return []machine.Gap{back}
	case !k.Reaches(gap.To, gap.From):
		return []machine.Gap{gap}
	}
	return []machine.Gap{gap, back} // in a loop
}

type place struct {
	in     *ptx.Instruction
	behind bool
}

// between returns instructions of a gap in front of which all threads may come together: its end, else what
// stands nearest in front of that.
func between(k *machine.Kernel, gap machine.Gap) []int32 {
	sites := []int32{gap.To}
	const most = 64 // instructions that are looked at
	for site := gap.To - 1; site > gap.From && gap.To-site < most; site-- {
		if k.Converges(k.Instruction(site)) {
			return append(sites, site)
		}
	}
	return sites
}

// weaken makes waits and fences no stronger than they must be, and removes those for nothing. What the launch
// was assumed to be may be otherwise: then only waits go that never wait on any path.
func weaken(r *judge.Report) []change {
	var all []change
	given := r.IsGiven()
	for _, w := range r.Waits {
		in := w.Instruction
		never := w.InFlight >= 0 && w.InFlight <= w.N
		switch {
		case w.Verdict == judge.Redundant && (never || given):
			all = append(all, change{removal(fileOf(r), in),
				fmt.Sprintf("%s: the wait orders nothing", in.Span), true})
		case !given:
		case w.Verdict == judge.TooStrong:
			if e, ok := count(in, fmt.Sprint(w.Exact)); ok {
				all = append(all, change{e,
					fmt.Sprintf("%s: the count %d is stronger than necessary, %d is exact",
						in.Span, w.N, w.Exact), true})
			}
		case w.Verdict == judge.Needed && in.Has("bulk") && !in.Has("read"):
			at := int(in.Span.Start) + len("cp.async.bulk.wait_group")
			all = append(all, change{edit{at, at, ".read"}, fmt.Sprintf("%s: .read is enough", in.Span),
				true})
		}
	}
	for _, f := range r.Fences {
		in := f.Instruction
		switch {
		case !given:
		case f.Verdict == judge.Redundant:
			all = append(all, change{removal(fileOf(r), in),
				fmt.Sprintf("%s: the fence orders nothing", in.Span), true})
		case f.Verdict == judge.TooStrong:
			all = append(all, change{edit{int(in.Span.Start), int(in.Span.End), f.Enough},
				fmt.Sprintf("%s: %s is enough", in.Span, f.Enough), true})
		}
	}
	return all
}
