package injectsoftwarepipeline

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// kind returns the kind of hazard: RAW, WAR or WAW.
func (h *hazard) kind() string {
	switch {
	case !h.pair.a.Writes():
		return "WAR"
	case h.c != nil && h.pair.b.Writes():
		return "WAW"
	}
	return "RAW"
}

// bufferName returns the name of a buffer for diagnostics.
func bufferName(v *ir.Value) string {
	switch {
	case v == nil:
		return "memory"
	case v.Name() != "":
		return v.Name()
	}
	return "a buffer of type " + v.Type().String()
}

func (p part) String() string {
	return [...]string{"in the prologue", "in the body", "in the epilogue", "behind the loop"}[p]
}

// tvmReport makes the diagnostics about TVM's plan for a loop.
type tvmReport struct {
	m       *model
	loop    *ir.Op
	plan    *tvmPlan
	buffers []*buffer
	waits   waits // Inflight's waits; nil if its own plan is an error
	// predicate is the place of the predicate of the loop's block, if it has one.
	predicate diag.Span
}

// judge returns the reason why TVM's plan cannot be followed, or nil, and warnings about hazards of the plan.
func (r *tvmReport) judge() (failure *diag.Diagnostic, warnings []*diag.Diagnostic) {
	if r.plan.fails != "" {
		return r.fails(), nil
	}
	h, negative := r.m.judgeTVM(r.plan, r.buffers)
	if negative != nil && r.plan.lower != 0 {
		warnings = append(warnings, r.negative(negative))
	}
	if r.predicate != (diag.Span{}) {
		d := diag.Warningf(codeTVMHazard, r.loop.Span(), "TVM's pass drops the predicate of the loop's block")
		warnings = append(warnings,
			d.Note(r.predicate, "the predicate is here").Suggest("neither mode drops it"))
	}
	if r.m.step != 1 {
		d := diag.Warningf(codeTVMHazard, r.loop.Span(), "TVM's pass drops the step of the loop")
		warnings = append(warnings, d.Suggest("neither mode drops it"))
	}
	if h != nil {
		warnings = append(warnings, r.warning(h))
	}
	return nil, warnings
}

// fails returns the diagnostic for a loop on which TVM's pass fails.
func (r *tvmReport) fails() *diag.Diagnostic {
	d := diag.Warningf(codeTVMFails, r.loop.Span(), "TVM's pass fails on this loop: %s", r.plan.fails)
	if r.plan.at != nil {
		d.Note(r.plan.at.Span(), "the failure concerns this operation")
	}
	return d.Suggest("mode=exact pipelines the loop")
}

// negative returns the diagnostic for a wait with a negative count. A count that decreases with the
// iterations and falls below 0, as in RFC 77, is taken for 0.
func (r *tvmReport) negative(w *tvmWait) *diag.Diagnostic {
	return diag.Warningf(codeTVMHazard, r.loop.Span(),
		"TVM's pass waits for queue %d with a negative number of groups in flight: it forgets that the "+
			"loop begins at %d",
		w.queue.id, r.plan.lower).
		Suggest("mode=exact counts iterations from 0; mode=tvm waits for all groups")
}

// warning returns the diagnostic for a hazard.
func (r *tvmReport) warning(h *hazard) *diag.Diagnostic {
	var text strings.Builder
	buffer := bufferName(h.pair.a.Buffer)
	fmt.Fprintf(&text, "TVM's pass leaves a %s hazard on '%s' ", h.kind(), buffer)
	if h.c == nil {
		fmt.Fprintf(&text, "between statement %d and what follows the loop", h.p.index)
	} else {
		fmt.Fprintf(&text, "between statement %d and statement %d, %s", h.p.index, h.c.index,
			iterationsLater(h.delta))
	}
	fmt.Fprintf(&text, ": %s", r.cause(h))
	d := diag.Warningf(codeTVMHazard, r.loop.Span(), "%s", text.String())
	r.notes(d, h)
	if h.others > 0 {
		d.Note(diag.Span{}, "%s a hazard as well",
			plural(h.others, "more pair of statements has", "more pairs of statements have"))
	}
	return d.Suggest("%s", r.instead(h))
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// cause names the mistake in TVM's plan that causes the hazard.
func (r *tvmReport) cause(h *hazard) string {
	switch {
	case h.ordered && h.pair.buffer != nil:
		return fmt.Sprintf("with %s the second is issued first", plural(r.versions(h), "version", "versions"))
	case h.ordered:
		return "the second is issued first"
	case h.c != nil && r.together(h):
		return "it commits both as one group, with the wait inside"
	}
	q := h.p.group.queue
	if h.wait != nil {
		return fmt.Sprintf("it waits for queue %d with %s in flight %s", q.id,
			plural(int(h.count), "group", "groups"), h.part)
	}
	if s := r.waiting(h.part, q); s != nil {
		return fmt.Sprintf("its only wait for queue %d %s is that of statement %d", q.id, h.part, s.index)
	}
	return fmt.Sprintf("it does not wait for queue %d %s", q.id, h.part)
}

// waiting returns the statement in front of which TVM waits for a queue, or nil.
func (r *tvmReport) waiting(p part, q *queue) *statement {
	if p == exit {
		return nil
	}
	for i, w := range r.plan.parts[p].waits {
		if w != nil && w.queue == q {
			return r.plan.parts[p].statements[i]
		}
	}
	return nil
}

// versions returns how many versions TVM gives the buffer.
func (r *tvmReport) versions(h *hazard) int {
	for i, b := range r.buffers {
		if b == h.pair.buffer {
			return r.plan.versions[i]
		}
	}
	return 1
}

// notes adds notes at the two accesses.
func (r *tvmReport) notes(d *diag.Diagnostic, h *hazard) {
	if h.c == nil {
		d.Note(h.pair.a.Op.Span(), "statement %d %ss here, for iteration %d of %d", h.p.index, h.pair.a.Kind,
			h.iteration, h.trips)
		return
	}
	d.Note(h.pair.a.Op.Span(), "statement %d %ss here, for iteration %d", h.p.index, h.pair.a.Kind,
		h.iteration-h.delta)
	d.Note(h.pair.b.Op.Span(), "statement %d %ss here, for iteration %d", h.c.index, h.pair.b.Kind,
		h.iteration)
}

// instead says what Inflight does instead.
func (r *tvmReport) instead(h *hazard) string {
	switch {
	case r.waits == nil:
		return "mode=exact rejects the annotation"
	case h.pair.buffer != nil && h.pair.buffer.versions > r.versions(h) && (h.ordered || h.kind() != "RAW"):
		return fmt.Sprintf("mode=exact gives the buffer %s, not %d",
			plural(h.pair.buffer.versions, "version", "versions"), r.versions(h))
	case h.c == nil:
		return "mode=exact waits behind the loop"
	}
	if r.together(h) {
		return "mode=exact commits them apart"
	}
	q := h.p.group.queue
	switch n, ok := r.m.waitAt(r.waits, site{r.place(h), h.c, q}); {
	case ok && h.wait != nil && n >= h.count:
		return "mode=exact commits in the prologue as in the body, so that the count holds from the first " +
			"iteration on"
	case ok:
		return fmt.Sprintf("mode=exact waits for queue %d with %s in flight there", q.id,
			plural(int(n), "group", "groups"))
	}
	return "mode=exact waits where something has not completed"
}

// together reports whether TVM commits both instances of the hazard in one group.
func (r *tvmReport) together(h *hazard) bool {
	if h.ordered || h.delta != 0 || h.part == exit {
		return false
	}
	return slices.ContainsFunc(r.plan.parts[h.part].scopes, func(scope tvmScope) bool {
		return slices.Contains(scope.members, h.p) && slices.Contains(scope.members, h.c)
	})
}

// place returns the point of the hazard's second instance in Inflight's code.
func (r *tvmReport) place(h *hazard) point {
	line := r.m.timeline(max(h.trips, 0))
	return line.pointAt(h.iteration + int64(h.c.stage))
}
