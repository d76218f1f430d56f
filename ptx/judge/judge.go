package judge

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

var (
	codeTooWeak = diag.Register("ptx-wait-too-weak", "a wait for groups leaves one in flight that is needed",
		"Wait until at most as many groups are in flight as the message says: the group of the copy that "+
			"the note shows is then complete.")
	codeTooStrong = diag.Register("ptx-wait-too-strong", "a wait waits for more groups than it must",
		"With the larger count that the message names nothing is wrong, and more copies overlap with the "+
			"rest.")
	codeRedundant = diag.Register("ptx-wait-redundant", "a wait for groups that nothing needs",
		"No access needs a group complete that only this wait completes, or no group can be in flight. It "+
			"can be removed.")
	codeNotReached = diag.Register("ptx-not-reached", "synchronization that the execution did not reach",
		"The verdicts hold for the launch that was tried. Try another one, with --arg, --grid or --block, "+
			"that reaches this instruction.")
	codeBanks = diag.Register("ptx-bank-conflicts",
		"accesses to shared memory take more passes than they must",
		"Lanes of a warp access different words of one bank in one instruction. Change the layout, by a "+
			"swizzle or by padding rows.")
)

// Report is what the judge found out about a kernel.
type Report struct {
	Kernel  *machine.Kernel
	Config  machine.Config
	Assumed []string
	Guesses []*Guess // those of the plan
	Waits   []Wait
	Rings   []*Ring
	Fences  []Fence
	// Events are what the warps of the first block did at barriers and with barrier objects.
	Events []machine.Event
	// Findings are races, warnings and what stopped the execution.
	Findings diag.List
	// Gaps are of findings that a barrier would not let happen.
	Gaps map[*diag.Diagnostic]machine.Gap
	// Fixes are, of findings that lack another instruction than a barrier, which one, and where.
	Fixes map[*diag.Diagnostic]machine.Fix
	// NotReached are instructions that synchronize and were not executed.
	NotReached []*ptx.Instruction
	// NotJudged is what the execution came to and could not judge: instructions that are known and not
	// executed, and what depends on their results. With any of it, no verdict says that nothing is wrong.
	NotJudged []machine.NotJudged
	Banks     []machine.BankUse
	Steps     int64
	accepted  map[remark]bool // what Accept took out of what is said beside the findings
	// Shared is how many bytes of shared memory a block had to have for its accesses, and OpenShared says
	// that nobody said how much it has. Reached is how much of buffers the instructions accessed.
	Shared     int64
	OpenShared bool
	Reached    []machine.Reach
	// Skipped says that a shorter launch was executed, nil if it was this one.
	Skipped *Skipped
}

// Check executes a launch, or if only its verdict is of interest a shorter one that stands for it, and judges
// it. The error is one of the context; what is wrong with the kernel is in
// the report.
func Check(ctx context.Context, p *Plan) (*Report, error) {
	if r, err := p.checkShorter(ctx); r != nil || err != nil {
		return r, err
	}
	return execute(ctx, p)
}

// execute is Check for the launch as it is.
func execute(ctx context.Context, p *Plan) (*Report, error) {
	counter := newRecounter()
	config := p.Config
	config.Mode, config.Observe = machine.Late, counter.add
	var events []machine.Event
	config.Events = func(all []machine.Event) { events = all }
	result, err := machine.Launch(ctx, p.Kernel, config)
	if ctx.Err() != nil {
		return nil, interrupt.Error(ctx)
	}
	r := &Report{
		Kernel: p.Kernel, Config: config, Assumed: slices.Concat(p.Assumed, p.assumedMaps()),
		Guesses:  p.Guesses,
		Findings: append(result.Findings, diag.FromError(err)...), Gaps: result.Gaps, Fixes: result.Fixes,
		Banks: result.Banks, Steps: result.Steps, NotJudged: result.NotJudged,
		Shared: result.Shared, Reached: result.Reached, OpenShared: p.OpenShared,
	}
	r.retrySameValues(ctx, p)
	r.Events, r.Rings = events, ringsOf(p.Kernel, events)
	r.Waits, r.Fences = counter.verdicts(p.Kernel), judgeFences(p, result)
	r.leaveWaits()
	hazards, fixes := p.Kernel.RegisterHazards()
	r.Findings = append(r.Findings, hazards...)
	r.addFixes(fixes)
	if p.Strict {
		strictly(r.Findings)
	}
	for _, site := range p.Kernel.Synchronization() {
		if result.Executed != nil && !result.Executed[site] {
			r.NotReached = append(r.NotReached, p.Kernel.Instruction(site))
		}
	}
	return r, nil
}

// leaveWaits takes back what the report says of waits and fences that might be needed by what was not
// executed. That a wait is too weak is so whatever else there is.
func (r *Report) leaveWaits() {
	if len(r.NotJudged) == 0 {
		return
	}
	for i := range r.Waits {
		if w := &r.Waits[i]; w.Verdict == TooStrong || w.Verdict == Redundant {
			w.Verdict, w.Exact = Unjudged, -1
		}
	}
	for i := range r.Fences {
		if f := &r.Fences[i]; f.Verdict == TooStrong || f.Verdict == Redundant {
			f.Verdict, f.Enough = Unjudged, ""
		}
	}
}

// IsPartial reports whether the execution ended at something that is not executed here, so that nothing
// behind it is judged.
func (r *Report) IsPartial() bool {
	return slices.ContainsFunc(r.NotJudged, func(n machine.NotJudged) bool { return n.Ends })
}

// OK reports whether nothing is wrong.
func (r *Report) OK() bool {
	return !r.Findings.HasErrors() &&
		!slices.ContainsFunc(r.Waits, r.mustChange)
}

// Diagnostics returns the findings, one for all that lack the same barrier, and what there is to say of
// waits, of instructions that were not reached and of banks.
func (r *Report) Diagnostics() diag.List { return r.withVerdicts(r.folded()) }

// AllDiagnostics is Diagnostics with all findings.
func (r *Report) AllDiagnostics() diag.List { return r.withVerdicts(slices.Clone(r.Findings)) }

// withVerdicts adds to findings what there is to say beside them.
func (r *Report) withVerdicts(all diag.List) diag.List {
	for i := range r.Waits {
		all.Add(r.Waits[i].diagnostic())
	}
	for i := range r.Fences {
		all.Add(r.Fences[i].diagnostic())
	}
	seen := map[*ptx.Instruction]bool{}
	for _, in := range r.NotReached {
		if !seen[in] {
			all.Add(diag.Warningf(codeNotReached, in.Span, "'%s' was not executed, and is not judged",
				in.Name()))
		}
		seen[in] = true
	}
	for i := range r.NotJudged {
		all.Add(r.NotJudged[i].Diagnostic())
	}
	for i := range r.Banks {
		if u := &r.Banks[i]; u.Conflicts() > 0 {
			all.Add(diag.Remarkf(codeBanks, u.Instruction.Span,
				"'%s' takes %d passes over the banks where %d would do", u.Instruction.Name(),
				u.Wavefronts, u.Ideal))
		}
	}
	return slices.DeleteFunc(all, r.isAccepted)
}

// diagnostic returns what there is to say of a wait, nil if it is right.
func (w *Wait) diagnostic() *diag.Diagnostic {
	var d *diag.Diagnostic
	switch w.Verdict {
	case TooWeak:
		d = diag.Errorf(codeTooWeak, w.Instruction.Span,
			"the wait is too weak: at most %d groups may stay in flight, not %d", w.Exact, w.N)
	case TooStrong:
		d = diag.Remarkf(codeTooStrong, w.Instruction.Span,
			"the wait is stronger than necessary: %d groups may stay in flight, not just %d", w.Exact, w.N)
	case Redundant:
		return diag.Remarkf(codeRedundant, w.Instruction.Span, "nothing needs this wait")
	default:
		return nil
	}
	if w.For != nil {
		d.Note(w.For.Span, "it is for this %s",
			map[bool]string{true: "product", false: "copy"}[w.For.Opcode == "wgmma"])
		d.Flow = []diag.Note{{Span: w.For.Span, Message: "is issued"},
			{Span: w.Instruction.Span, Message: "the wait"}}
		if w.Access == nil {
			d.Note(w.Instruction.Span, "which must be complete before the thread ends")
			return d
		}
		d.Note(w.Access.Span, "which must be complete before this")
		d.Flow = append(d.Flow, diag.Note{Span: w.Access.Span, Message: "needs it"})
	}
	return d
}
