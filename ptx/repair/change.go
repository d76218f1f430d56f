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
	// more are edits beside the first one, at other places.
	more []edit
	// replaces says that the change does not only add synchronization: the kernel must compute the same as
	// before, if all that is asynchronous happens at once.
	replaces bool
	// wholly says that it counts only if nothing is wrong behind it, and limited that it is one of many.
	wholly, limited bool
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
			all = append(all, change{edit: e, why: fmt.Sprintf("%s: the count %d is too weak, %d is exact",
				w.Instruction.Span, w.N, w.Exact)})
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
		if strings.HasPrefix(fix.Text, "bar.") && !r.Kernel.Converges(in) && !comesInWarp(r, in) {
			continue
		}
		if fix.Behind {
			all = append(all, change{edit: behind(fileOf(r), in, fix.Text), why: missing(in, fix.Text, d)})
			continue
		}
		all = append(all, change{edit: before(fileOf(r), in, fix.Text), why: missing(in, fix.Text, d)})
		if r.Kernel.Converges(in) { // another thread may have issued the copy
			all = append(all, change{edit: before(fileOf(r), in, fix.Text+"; "+barrier),
				why: missing(in, fix.Text, d)})
		}
	}
	return all
}

func missing(in *ptx.Instruction, text string, d *diag.Diagnostic) string {
	return fmt.Sprintf("%s: %s is missing (%s)", in.Span, text, d.Code)
}

// order adds the barriers that findings lack: in front of the instruction that is best for most of them, else
// at the ends of each gap. Where not all threads of a block come, but all of a warp, it is one of the warp.
func order(r *judge.Report) []change {
	var all, inWarp []change
	block := ordering{r: r, text: barrier, converges: r.Kernel.Converges, tried: map[place]bool{}}
	warp := ordering{r: r, text: warpBarrier, converges: r.Kernel.ConvergesInWarp, tried: map[place]bool{}}
	places := r.BarrierPlaces()
	for _, d := range r.Findings {
		if site, ok := places[d]; ok && r.Kernel.Reaches(r.Gaps[d].From, r.Gaps[d].To) {
			all = append(all, block.at(site, false, d)...)
		}
	}
	for _, d := range r.Findings {
		gap, ok := r.Gaps[d]
		if !ok {
			continue
		}
		for _, g := range directions(r.Kernel, gap) {
			all = append(all, block.within(g, d)...)
			if hasRows(r) {
				inWarp = append(inWarp, warp.within(g, d)...)
			}
		}
	}
	return append(all, inWarp...)
}

const (
	warpBarrier = "bar.warp.sync -1"
	warpSize    = 32
)

// hasRows reports whether the warps of a block are threads along x.
func hasRows(r *judge.Report) bool {
	e := r.Config.Block
	return e[0]%warpSize == 0 || e[1]*e[2] == 1
}

// comesInWarp reports whether all lanes of a warp come to an instruction together, in every launch.
func comesInWarp(r *judge.Report, in *ptx.Instruction) bool {
	return hasRows(r) && r.Kernel.ConvergesInWarp(in)
}

// ordering makes changes that add one kind of barrier.
type ordering struct {
	r         *judge.Report
	text      string
	converges func(*ptx.Instruction) bool
	tried     map[place]bool
}

// at returns the change that adds a barrier at an instruction, if all threads come there, and it is new.
func (o *ordering) at(site int32, isBehind bool, d *diag.Diagnostic) []change {
	in := o.r.Kernel.Instruction(site)
	if o.tried[place{in, isBehind}] || !o.converges(in) {
		return nil
	}
	o.tried[place{in, isBehind}] = true
	e := before(fileOf(o.r), in, o.text)
	if isBehind {
		e = behind(fileOf(o.r), in, o.text)
	}
	return []change{{edit: e, why: missing(in, o.text, d)}}
}

// within returns the changes that add a barrier in a gap.
func (o *ordering) within(gap machine.Gap, d *diag.Diagnostic) []change {
	all := o.at(gap.To, false, d)
	const most = 64 // instructions that are looked at
	for site := gap.To - 1; site > gap.From && gap.To-site < most; site-- {
		if c := o.at(site, false, d); c != nil {
			all = append(all, c...)
			break
		}
	}
	if site, ok := o.r.Kernel.MeetBehind(gap.From); ok {
		all = append(all, o.at(site, false, d)...)
	}
	return append(all, o.at(gap.From, true, d)...)
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
			all = append(all, change{edit: removal(fileOf(r), in),
				why: fmt.Sprintf("%s: the wait orders nothing", in.Span), weakens: true})
		case !given:
		case w.Verdict == judge.TooStrong:
			if e, ok := count(in, fmt.Sprint(w.Exact)); ok {
				all = append(all, change{edit: e, weakens: true,
					why: fmt.Sprintf("%s: the count %d is stronger than necessary, %d is exact",
						in.Span, w.N, w.Exact)})
			}
		case w.Verdict == judge.Needed && in.Has("bulk") && !in.Has("read"):
			at := int(in.Span.Start) + len("cp.async.bulk.wait_group")
			all = append(all, change{edit: edit{at, at, ".read"}, weakens: true,
				why: fmt.Sprintf("%s: .read is enough", in.Span)})
		}
	}
	for _, f := range r.Fences {
		in := f.Instruction
		switch {
		case !given:
		case f.Verdict == judge.Redundant:
			all = append(all, change{edit: removal(fileOf(r), in), weakens: true,
				why: fmt.Sprintf("%s: the fence orders nothing", in.Span)})
		case f.Verdict == judge.TooStrong:
			all = append(all, change{edit: edit{int(in.Span.Start), int(in.Span.End), f.Enough},
				weakens: true,
				why:     fmt.Sprintf("%s: %s is enough", in.Span, f.Enough)})
		}
	}
	return all
}
