package judge

import (
	"context"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/assignment"
)

// Options are what Check judges a module by.
type Options struct {
	// Buffers is the buffer assignment of the module, nil without one.
	Buffers *assignment.Assignment
	// Open returns a file that metadata names as the source, nil if it is not there. It may be nil.
	Open func(name string) *diag.File
	// OneOfSeveral says that the module is the program of one of several ranks, which are judged together:
	// the circles of its sends, receives and collectives are not looked for.
	OneOfSeveral bool
}

// Report is the verdict on a module.
type Report struct {
	Module    *hlo.Module
	Scheduled bool
	Buffers   *assignment.Assignment
	// Operations are the asynchronous operations, in the order in which they are first started.
	Operations []*Operation
	// InFlight is the largest number of operations in flight at once.
	InFlight int
	// Hazards counts the errors, Warnings what is wrong only if an instruction works in place. Of many, not
	// all are among Findings.
	Hazards, Warnings int
	// Partial says that parts of the module were not judged.
	Partial  bool
	Findings diag.List

	open    func(name string) *diag.File
	sources map[string]*diag.File
}

// Check judges a module. The error is that of an assignment that is not the module's, or of ctx.
func Check(ctx context.Context, m *hlo.Module, o Options) (*Report, error) {
	r := &Report{Module: m, Scheduled: m.Scheduled(), Buffers: o.Buffers, open: o.Open,
		sources: map[string]*diag.File{}}
	x, bare := numberParts(m)
	if bare != nil {
		r.unjudged(bare, "%s has no shape", bare)
		return r, nil
	}
	if !r.Scheduled {
		if o.Buffers != nil {
			if _, err := assigned(x, m, o.Buffers); err != nil {
				return nil, err
			}
		}
		r.notScheduled(x)
		return r, nil
	}
	w := newWalk(ctx, m, x, r)
	w.oneOfSeveral = o.OneOfSeveral
	if o.Buffers == nil {
		w.places = owned(x, m)
	} else {
		var err error
		if w.places, err = assigned(x, m, o.Buffers); err != nil {
			return nil, err
		}
	}
	w.shadow = newShadow(w.places.pieces)
	w.run(m)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	w.findCircles()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	r.Findings.Sort()
	return r, nil
}

func newWalk(ctx context.Context, m *hlo.Module, x *parts, r *Report) *walk {
	return &walk{ctx: ctx, x: x, report: r, defined: make([]int64, len(x.owner)),
		handles: map[part][]*operation{}, told: map[*hlo.Instruction]*Operation{},
		streams: map[string]map[*operation]bool{},
		seen:    map[hazardKey]bool{}, blamed: map[*hlo.Instruction]bool{},
		active: map[*hlo.Computation]bool{}, trace: trace{devices: newDevices(m), passed: arguments{}}}
}

// notScheduled tells that a module with asynchronous operations is not judged.
func (r *Report) notScheduled(x *parts) {
	for _, c := range x.computations {
		for _, in := range c.Instructions {
			if in.IsStart() {
				r.Operations = append(r.Operations,
					&Operation{Start: in, Done: doneOf(in), Kind: in.Wrapped(),
						Thread: stream(in), Synchronous: in.IsSynchronous()})
			}
		}
	}
	if len(r.Operations) > 0 {
		r.Partial = true
		r.Findings.Add(diag.Warningf(codeNotScheduled, r.Module.Span(),
			"the module is not scheduled: XLA has decided neither its order, nor its memory, nor where it "+
				"copies "+
				"what instructions work on in place").
			Suggest("give what XLA makes of it: compiled.as_text() of JAX, or the dump whose name ends in " +
				"after_optimizations.txt (XLA_FLAGS=\"--xla_dump_to=FOLDER --xla_dump_hlo_as_text\"); or " +
				"let inflight opt --schedule-latency-hiding order it, which judges that order"))
	}
}

// OK reports whether nothing is wrong.
func (r *Report) OK() bool { return r.Hazards == 0 && !r.Findings.HasErrors() }

// Accept takes the findings that somebody has accepted out of the report.
func (r *Report) Accept(accepts func(d *diag.Diagnostic) bool) {
	var kept diag.List
	for _, d := range r.Findings {
		if !accepts(d) {
			kept = append(kept, d)
			continue
		}
		switch {
		case d.Severity == diag.Error:
			r.Hazards--
		case d.Code == codeOverwritten:
			r.Warnings--
		}
	}
	r.Findings = kept
}
