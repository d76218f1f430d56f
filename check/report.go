package check

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/kernel"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// Verdict is what the checker thinks of a wait.
type Verdict uint8

// The verdicts. A wait is redundant when the program has no further hazard without it, and too strong when it
// has none with a larger count. Each wait is judged with all others as they are: of two redundant waits one
// may have to stay.
const (
	Needed Verdict = iota
	Redundant
	TooWeak
	TooStrong
	Unjudged // a limit was reached before the verdict
)

// String returns the verdict in words.
func (v Verdict) String() string {
	return [...]string{"needed", "redundant", "too weak", "stronger than necessary", "not judged"}[v]
}

// MarshalText implements encoding.TextMarshaler.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// WaitVerdict judges one wait operation, in all its executions together.
type WaitVerdict struct {
	Op    *ir.Op
	Place string
	// Part is the part of the innermost pipelined loop that the wait stands in: "prologue", "body" or
	// "epilogue", and "" where no loop was pipelined.
	Part string
	// Line is the line and the column of what the wait stands in front of, as line:column. Operations that a
	// transform made have the place of what they were made of.
	Line string
	// Before describes what the wait stands in front of: an operation, and the memory that it writes.
	Before  string
	Queue   int64  // CpAsyncQueue for cp.async
	N       string // the count as written: a number, or the name of a value
	Verdict Verdict
	// Exact is the largest count that leaves no hazard: for a constant count the exact N, for a dynamic one
	// that is too weak the smallest that was asked for. It has no meaning for a redundant wait.
	Exact int64
	// Slack is by how much the count can grow (TooStrong).
	Slack int64
	// Unknown is set when the count could not be evaluated, so that the wait was taken to force nothing.
	Unknown bool
}

// BufferVerdict judges one buffer.
type BufferVerdict struct {
	Buffer *ir.Value
	Name   string
	// Versions is the number of slots that the buffer has: the extent of its leading dimension where every
	// access has one leading subscript, not always the same, that no loop walks along; otherwise 1.
	Versions int64
	// VersionsNeeded is the number of contents that are needed at one time, with the synchronization as it
	// is: see versionLog. It is 0 where no number is enough, because more and more operations on the buffer
	// are in flight without a wait.
	VersionsNeeded int64
	// Hazards is the number of pairs of operations with a hazard on the buffer.
	Hazards int
}

// Stats tells what a check cost.
type Stats struct {
	Steps   int64 // of skeletons, weakened runs included
	Skipped int64 // iterations that repeat others
	Sizes   int   // combinations of sizes that were tried
}

// FuncReport is the verdict on one function and what it calls.
type FuncReport struct {
	Name     string
	Op       *ir.Op
	Waits    []WaitVerdict
	Buffers  []BufferVerdict
	Hazards  []*hazard.Hazard
	Dynamic  []string // the sizes that were tried from 0 up
	Complete bool     // no limit was reached
	Reasons  []string // why it is not complete
	Assumed  []string // what the verdict takes for granted of the sizes
	Stats    Stats
	// Deadlocks are waits that cannot end, and, as warnings, those that some schedule keeps from ending.
	Deadlocks diag.List
	// Bounds are accesses that certainly go beyond the extents of their memory.
	Bounds diag.List
	// Equal are writes of equal values by different threads that nothing orders, which are no hazards.
	Equal []*hazard.Hazard
}

// Report is the verdict on a module.
type Report struct {
	Functions []*FuncReport
	Complete  bool
}

// OK reports whether everything was checked and no hazard was found.
func (r *Report) OK() bool {
	return r.Complete &&
		!slices.ContainsFunc(r.Functions, func(f *FuncReport) bool {
			return len(f.Hazards) > 0 || f.Deadlocks.HasErrors() || f.Bounds.HasErrors()
		})
}

// report sums up what the runs found.
func (e *explorer) report() *FuncReport {
	f := &FuncReport{Name: e.fn.SymbolName(), Op: e.fn}
	hazards := map[*ir.Value]int{}
	for _, k := range e.order {
		h := e.found[k]
		hazards[h.Buffer]++
		f.Hazards = append(f.Hazards, h)
	}
	for _, k := range e.remarks {
		f.Equal = append(f.Equal, e.found[k])
	}
	f.Buffers = e.bufferVerdicts(hazards)
	c, sizes := e.c, e.sizes
	c.Later(func() { f.name(c, sizes) })
	f.assume(c, e.assumed)
	if !e.c.opts.SkipWaits && len(e.runs) > 0 {
		waits := e.look.Waits.List
		f.Waits = slices.Grow(f.Waits, len(waits))
		for i, w := range waits {
			f.Waits = append(f.Waits, e.verdict(&judged{w, e.findings[i]}))
		}
		if !e.complete() {
			f.withhold()
		}
	}
	f.Complete = e.complete()
	e.reasons(f)
	f.Stats = Stats{e.c.Steps, e.skipped, len(e.runs)}
	return f
}

// assume says what evaluations took for granted.
func (f *FuncReport) assume(c *checker, assumed []analysis.Assumption) {
	for _, a := range assumed {
		c.Later(func() {
			what := fmt.Sprintf("the sizes are not so large that arithmetic of %d bits on them wraps around",
				a.Width)
			if a.Op != nil {
				what += fmt.Sprintf(" (%s", a.Op.Name())
				if at := a.Op.Span().String(); at != "" {
					what += " at " + at
				}
				what += ")"
			}
			f.Assumed = append(f.Assumed, what)
		})
	}
}

// withhold takes back that waits can go or be weaker: what was not executed may need them.
func (f *FuncReport) withhold() {
	for i := range f.Waits {
		if w := &f.Waits[i]; w.Verdict == Redundant || w.Verdict == TooStrong {
			w.Verdict, w.Slack = Unjudged, 0
		}
	}
}

// name fills in what values are called.
func (f *FuncReport) name(c *checker, sizes []*ir.Value) {
	for i := range f.Buffers {
		f.Buffers[i].Name = c.Name(f.Buffers[i].Buffer)
	}
	for _, h := range f.Hazards {
		adviseVersions(h, f.Buffers)
	}
	for _, v := range sizes {
		f.Dynamic = append(f.Dynamic, c.Name(v))
	}
	at := places{writing: map[*ir.Op]string{}}
	for i := range f.Waits {
		f.Waits[i].N = waitCount(c, f.Waits[i].Op)
		at.fill(&f.Waits[i])
	}
}

// bufferVerdicts lists the buffers with several slots and those with hazards.
func (e *explorer) bufferVerdicts(hazards map[*ir.Value]int) []BufferVerdict {
	var list []BufferVerdict
	for _, v := range e.buffers {
		c := e.versions[v]
		c.versioned = c.versioned && !c.array
		if !c.versioned && hazards[v] == 0 {
			continue
		}
		b := BufferVerdict{Buffer: v, Versions: 1, VersionsNeeded: 1, Hazards: hazards[v]}
		if c.versioned {
			b.Versions, b.VersionsNeeded = c.used, c.needed
			if c.backlogged && b.Hazards > 0 {
				b.VersionsNeeded = 0
			}
			if t, ok := v.Type().(*ir.MemRefType); ok && len(t.Shape) > 0 && t.Shape[0] != ir.Dynamic {
				b.Versions = t.Shape[0]
			}
		}
		list = append(list, b)
	}
	return list
}

// adviseVersions adds to a hazard that more versions would remove it.
func adviseVersions(h *hazard.Hazard, buffers []BufferVerdict) {
	if h.Kind != hazard.WAR && h.Kind != hazard.WAW {
		return
	}
	for _, b := range buffers {
		if b.Buffer == h.Buffer && b.VersionsNeeded > b.Versions {
			h.Missing += fmt.Sprintf(", or %s needs %d versions (has %d)", b.Name, b.VersionsNeeded,
				b.Versions)
		}
	}
}

// Diagnostics returns hazards as errors, waits that could be removed or weakened as remarks, and what was
// left unchecked as warnings.
func (r *Report) Diagnostics() diag.List { return r.diagnostics(false) }

// AllDiagnostics is Diagnostics with every hazard, and not one for each cause.
func (r *Report) AllDiagnostics() diag.List { return r.diagnostics(true) }

func (r *Report) diagnostics(all bool) diag.List {
	var l diag.List
	for _, f := range r.Functions {
		l.Add(f.HazardDiagnostics(all)...)
		l.Add(f.Deadlocks...)
		l.Add(f.Bounds...)
		l.Add(f.barriers())
		l.Add(hazard.Tell(f.Equal, (*hazard.Hazard).EqualDiagnostic, all)...)
		for i := range f.Waits {
			l.Add(f.Waits[i].Diagnostic())
		}
		if !f.Complete {
			l.Add(f.incomplete())
		}
	}
	return l
}

// PlacingPasses are the flags of inflight opt that place the barriers that kernels lack.
const PlacingPasses = "--inject-software-pipeline --inject-ptx-async-copy --place-gpu-barriers"

// LacksBarriers reports whether the function is a kernel, or launches one that it contains, whose threads
// exchange data with no barrier between them.
func (f *FuncReport) LacksBarriers() bool {
	for p := range f.Op.Ancestors() {
		if p.Attr(gpu.PlacedAttr) != nil {
			return false
		}
	}
	return (kernel.IsFunction(f.Op) || launches(f.Op)) &&
		slices.ContainsFunc(f.Hazards, func(h *hazard.Hazard) bool {
			return h.Threads && !h.Parallel && h.First.Op != h.Second.Op
		})
}

// launches reports whether a function has a kernel in it.
func launches(fn *ir.Op) bool {
	for op := range fn.Walk() {
		if op.Name() == kernel.OpLaunch {
			return true
		}
	}
	return false
}

// barriers returns a remark on who can place the barriers that a kernel lacks.
func (f *FuncReport) barriers() *diag.Diagnostic {
	if !f.LacksBarriers() {
		return nil
	}
	return diag.Remarkf(CodeBarriers, f.Op.Span(),
		"the threads of @%s need barriers, which place-gpu-barriers can place", f.Name).
		Suggest("inflight opt FILE %s; 'run' and 'build' do so themselves", PlacingPasses)
}

// incomplete returns the warning that a verdict is not complete.
func (f *FuncReport) incomplete() *diag.Diagnostic {
	return diag.Warningf(CodeIncomplete, f.Op.Span(), "@%s was not checked in all that it does: %s", f.Name,
		f.Why())
}

// Diagnostic returns a remark for a wait that could be removed or weakened, and nil for others: what a wait
// that is too weak leaves open is told by the hazards.
func (w *WaitVerdict) Diagnostic() *diag.Diagnostic {
	switch w.Verdict {
	case Redundant:
		if w.Op.QueueEffect().Kind != ir.QueueWait {
			return diag.Remarkf(CodeRedundant, w.Op.Span(), "the wait for %s orders nothing", w.N)
		}
		return diag.Remarkf(CodeRedundant, w.Op.Span(), "the wait on %s for %s orders nothing",
			source.QueueName(w.Queue), w.N)
	case TooStrong:
		return diag.Remarkf(CodeTooStrong, w.Op.Span(),
			"the wait on %s could leave %s groups in flight, not only %s", source.QueueName(w.Queue),
			w.ExactText(), w.N)
	}
	return nil
}

// ExactText prints the exact count, relative to a dynamic one, and "-" where there is none.
func (w *WaitVerdict) ExactText() string {
	dynamic := w.Op.QueueEffect().Dynamic != nil
	switch {
	case w.Verdict == Redundant, w.Verdict == Unjudged, w.Exact < 0:
		return "-"
	case dynamic && w.Verdict == TooStrong:
		return fmt.Sprintf("%s + %d", w.N, w.Slack)
	case dynamic && w.Verdict == Needed:
		return w.N
	}
	return fmt.Sprint(w.Exact)
}

// Why says in words why a verdict is not complete.
func (f *FuncReport) Why() string { return strings.Join(f.Reasons, "; ") }

// QueueName returns the queue for the column of a table: its number, "cp.async", or "-" where there is none.
func (w *WaitVerdict) QueueName() string {
	switch w.Queue {
	case source.CpAsyncQueue:
		return "cp.async"
	case source.NoQueue:
		return "-"
	}
	return strconv.FormatInt(w.Queue, 10)
}
