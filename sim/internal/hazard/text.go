package hazard

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
)

// Diagnostic returns the hazard as a diagnostic at the second access.
func (h Hazard) Diagnostic() *diag.Diagnostic {
	switch h.Code {
	case Uninitialized:
		return h.uninitializedDiagnostic()
	case InFlight:
		return h.inFlightDiagnostic()
	case Equal:
		return h.equalDiagnostic()
	}
	d := h.Second.Op.Errorf(h.Code, "%s %s%s, but nothing orders this after the %s by '%s'%s",
		h.Second.does(), h.element(),
		h.Second.where(), h.First.noun(), pipeline.Title(h.First.Op), h.First.where())
	h.Second.noteIssue(d, "the "+h.Second.noun())
	d.Note(h.First.Op.Span(), "the %s takes place here", h.First.noun())
	h.First.noteIssue(d, "the "+h.First.noun())
	h.noteThreads(d)
	return h.common(d)
}

// noteThreads adds a note that says how a program orders threads of a block.
func (h Hazard) noteThreads(d *diag.Diagnostic) {
	x, y := h.First.block, h.Second.block
	switch {
	case h.First.Async != nil && h.First.Async.Name() == "nvgpu.tma.async.load" &&
		h.First.Async != h.Second.Async:
		d.Note(diag.Span{},
			"a wait for the phase of the barrier that counts its bytes orders what follows after the load")
	case x == nil || y == nil || h.First.grid != h.Second.grid ||
		x == y && slices.Equal(h.First.Thread, h.Second.Thread):
	case x != y:
		d.Note(diag.Span{}, "nothing orders two blocks of a grid")
	case h.First.Group >= 0:
		d.Note(diag.Span{},
			"a wait covers the groups of its own thread; a barrier after it orders what other threads do "+
				"next")
	default:
		d.Note(diag.Span{}, "a barrier between the two would order them")
	}
}

func (h Hazard) uninitializedDiagnostic() *diag.Diagnostic {
	d := h.Second.Op.Errorf(h.Code, "%s %s%s, which nothing has written", h.Second.does(), h.element(),
		h.Second.where())
	h.Second.noteIssue(d, "the read")
	return h.common(d)
}

// equalDiagnostic returns a remark on equal values.
func (h Hazard) equalDiagnostic() *diag.Diagnostic {
	d := diag.Remarkf(Equal, h.Second.Op.Span(),
		"%s %s%s, the value that '%s' writes there%s, and nothing orders the two", h.Second.does(),
		h.element(), h.Second.where(), pipeline.Title(h.First.Op), h.First.where())
	d.Note(h.First.Op.Span(), "the other write takes place here")
	if h.Count > 1 {
		d.Note(diag.Span{}, "this happens %d times; the first is shown", h.Count)
	}
	return d
}

func (h Hazard) inFlightDiagnostic() *diag.Diagnostic {
	what := "it was never committed"
	switch {
	case h.Task:
		what = "what the program awaits does not include it"
	case h.Second.Group >= 0 && h.Second.Queue == DMAQueue:
		what = "no wait for its tag follows"
	case h.Second.Group >= 0:
		what = fmt.Sprintf("it is in group %d of %s", h.Second.Group, QueueName(h.Second.Queue))
	}
	issued := InIterations(h.Second.Iterations)
	if issued != "" {
		issued = " issued" + issued
	}
	d := h.Second.Op.Errorf(h.Code, "the asynchronous operation%s is still in flight at the end; %s", issued,
		what)
	d.Note(h.First.Op.Span(), "this ends what issued it")
	return h.common(d)
}

// common adds the notes that every report has.
func (h Hazard) common(d *diag.Diagnostic) *diag.Diagnostic {
	if h.Bytes[1] > 0 {
		d.Note(diag.Span{}, "bytes %d to %d of %s; in flight at that moment: %s",
			h.Bytes[0], h.Bytes[1]-1, h.Buffer, h.inFlightText())
	} else {
		d.Note(diag.Span{}, "in flight at that moment: %s", h.inFlightText())
	}
	if h.Count > 1 {
		d.Note(diag.Span{}, "this happens %d times; the first is shown", h.Count)
	}
	return d
}

func (h Hazard) inFlightText() string {
	var parts []string
	for _, q := range h.InFlight {
		if q.Queue == DMAQueue {
			parts = append(parts, fmt.Sprintf("transfers %d to %d", q.First, q.Last))
		} else if q.First == q.Last {
			parts = append(parts, fmt.Sprintf("group %d of %s", q.First, QueueName(q.Queue)))
		} else {
			parts = append(parts, fmt.Sprintf("groups %d to %d of %s", q.First, q.Last, QueueName(q.Queue)))
		}
	}
	if h.Tasks > 0 {
		parts = append(parts, diag.Count(h.Tasks, "task"))
	}
	if h.Pending > 0 {
		parts = append(parts, fmt.Sprintf("%d issued and not committed", h.Pending))
	}
	if parts == nil {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// element returns the text of the accessed memory, such as %B[1, 2].
func (h Hazard) element() string {
	if h.Index == nil || h.Second.Free {
		return h.Buffer
	}
	parts := make([]string, len(h.Index))
	for i, n := range h.Index {
		parts[i] = fmt.Sprint(n)
	}
	return h.Buffer + "[" + strings.Join(parts, ", ") + "]"
}

func (a Access) does() string {
	switch {
	case a.Free:
		return "'" + pipeline.Title(a.Op) + "' frees"
	case a.Alloc:
		return "'" + pipeline.Title(a.Op) + "' allocates"
	case a.Write:
		return "'" + pipeline.Title(a.Op) + "' writes"
	}
	return "'" + pipeline.Title(a.Op) + "' reads"
}

func (a Access) noun() string {
	switch {
	case a.Free:
		return "deallocation"
	case a.Alloc:
		return "allocation"
	case a.Write:
		return "write"
	}
	return "read"
}

// where returns the iteration and the group of an access as text for the middle of a sentence.
func (a Access) where() string {
	at := a.byThread() + InIterations(a.Iterations)
	switch {
	case a.Group < 0:
		return at
	case a.Queue == DMAQueue:
		return fmt.Sprintf("%s (transfer %d)", at, a.Group)
	}
	return fmt.Sprintf("%s (group %d of %s)", at, a.Group, QueueName(a.Queue))
}

// byThread returns " in thread (3, 0, 0)", or "" outside of kernels.
func (a Access) byThread() string {
	switch {
	case a.Thread == nil:
		return ""
	case a.Block == nil:
		return " in thread " + place(a.Thread)
	}
	return " in thread " + place(a.Thread) + " of block " + place(a.Block)
}

// noteIssue adds a note about the asynchronous operation that contains the access, where the source does not
// show it.
func (a Access) noteIssue(d *diag.Diagnostic, what string) {
	if a.Async == nil || a.Async.IsAncestorOf(a.Op) {
		return
	}
	kind := "the asynchronous operation"
	switch name := a.Async.Name(); {
	case strings.HasPrefix(name, "gpu.launch"):
		kind = "the kernel"
	case strings.HasPrefix(name, "scf.") || strings.HasPrefix(name, "affine."):
		kind = "the parallel loop"
	}
	d.Note(a.Async.Span(), "%s is part of %s here%s", what, kind, InIterations(a.Issued))
}

// InIterations returns " in iteration i = 3, j = 0", or "" without loops.
func InIterations(its []Iteration) string {
	if len(its) == 0 {
		return ""
	}
	return " in iteration " + Iterations(its)
}

// Iterations returns iterations as "i = 3, j = 0".
func Iterations(its []Iteration) string {
	var b []byte
	for i, it := range its {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = fmt.Appendf(b, "%s = %d", it.Name, it.Value)
	}
	return string(b)
}

// place returns the indices of a thread or a block as "(3, 0, 0)".
func place(at []int64) string { return fmt.Sprintf("(%d, %d, %d)", at[0], at[1], at[2]) }
