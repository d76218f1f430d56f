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
	"github.com/inflight-compiler/inflight/verdict"
)

// Verdict is the checker's verdict on a wait.
type Verdict = verdict.Wait

// The verdicts on waits. A wait that is not judged reached a limit of the check first.
const (
	Needed    = verdict.Needed
	Redundant = verdict.Redundant
	TooWeak   = verdict.TooWeak
	TooStrong = verdict.TooStrong
	Unjudged  = verdict.Unjudged
)

// WaitVerdict is the verdict on one wait operation, for all its executions together.
type WaitVerdict struct {
	Op    *ir.Op
	Place string
	// Part is the part of the innermost pipelined loop around the wait: "prologue", "body" or "epilogue". It
	// is "" if no loop was pipelined.
	Part string
	// Line is the place, as line:column, of the operation that the wait stands in front of. An operation that
	// a pass made has the place of the operation it was made of.
	Line string
	// Before describes the operation that the wait stands in front of, and the memory that the operation
	// writes.
	Before  string
	Queue   int64  // CpAsyncQueue for cp.async
	N       string // the count as written: a number, or the name of a value
	Verdict Verdict
	// Exact is the largest count that leaves no hazard. If the program computes the count and it is too weak,
	// Exact is the smallest count that a hazard requires. It has no meaning for a redundant wait.
	Exact int64
	// Slack is by how much the count can grow (TooStrong).
	Slack int64
	// Unknown says that the judge could not evaluate the count. It then assumes that the wait completes
	// nothing.
	Unknown bool
	// Accepted says that somebody has accepted what Diagnostic tells of the wait.
	Accepted bool
}

// BufferVerdict is the verdict on one buffer.
type BufferVerdict struct {
	Buffer *ir.Value
	Name   string
	// Versions is the number of slots of the buffer: the extent of its leading dimension, if every access has
	// a single leading subscript, that subscript varies, and no loop moves along it; otherwise 1.
	Versions int64
	// VersionsNeeded is the largest number of contents that are needed at the same time with the present
	// synchronization; see versionLog in check/internal/machine. It is 0 if no number is enough, because more
	// and more operations on the buffer are in flight without a wait.
	VersionsNeeded int64
	// Hazards is the number of pairs of operations with a hazard on the buffer.
	Hazards int
}

// Stats says what a check cost.
type Stats struct {
	Steps   int64 // of skeletons, with runs with weakened waits
	Skipped int64 // iterations that repeat others
	Sizes   int   // combinations of sizes that were tried
}

// FuncReport is the verdict on one function and the functions that it calls.
type FuncReport struct {
	Name     string
	Op       *ir.Op
	Waits    []WaitVerdict
	Buffers  []BufferVerdict
	Hazards  []*hazard.Hazard
	Dynamic  []string // the sizes that were tried from 0 up
	Complete bool     // no limit was reached
	Reasons  []string // why the check is not complete
	Assumed  []string // the conditions on the sizes under which the verdict holds
	Stats    Stats
	// Deadlocks are waits that cannot end, and, as warnings, waits that do not end in some schedule.
	Deadlocks diag.List
	// Bounds are accesses that certainly go beyond the extents of their memory.
	Bounds diag.List
	// Equal are pairs of writes of equal values by different threads. Nothing orders the two, but they are no
	// hazard.
	Equal []*hazard.Hazard
	// InPTX is what the judge of PTX says of a kernel that is left to it, nil if it was not asked.
	InPTX *InPTX
}

// errors returns the errors beside hazards.
func (f *FuncReport) errors() diag.List {
	list := slices.Concat(f.Deadlocks, f.Bounds)
	if f.InPTX != nil {
		list = append(list, f.InPTX.Errors...)
	}
	return list
}

// Report is the verdict on a module.
type Report struct {
	Functions []*FuncReport
	Devices   []DeviceReport
	Complete  bool
}

// DeviceReport is the verdict on an array of tiles in which no core and no DMA channel waits for ever. An
// array in which one does is an error.
type DeviceReport struct {
	Name  string // "aie.device(npu1)"
	Line  string // line:column
	Parts string // what was judged: "2 cores and 3 object FIFOs"
}

// OK reports whether everything was checked and no hazard was found.
func (r *Report) OK() bool {
	return r.Complete &&
		!slices.ContainsFunc(r.Functions, func(f *FuncReport) bool {
			return len(f.Hazards) > 0 || f.errors().HasErrors()
		})
}

// report makes the report of the explored runs.
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

// assume adds the assumptions of evaluations to the report.
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

// withhold withdraws the verdicts redundant and too strong: executions beyond the limit may need these waits.
func (f *FuncReport) withhold() {
	for i := range f.Waits {
		if w := &f.Waits[i]; w.Verdict == Redundant || w.Verdict == TooStrong {
			w.Verdict, w.Slack = Unjudged, 0
		}
	}
}

// name fills in the names of values.
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

// bufferVerdicts returns the verdicts on buffers with several slots or with hazards.
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

// adviseVersions adds to a hazard that more versions of its buffer would remove it.
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

// Diagnostics returns hazards as errors, waits that can be removed or weakened as remarks, and incomplete
// checks as warnings.
func (r *Report) Diagnostics() diag.List { return r.diagnostics(false) }

// AllDiagnostics is Diagnostics with every hazard instead of one for each cause.
func (r *Report) AllDiagnostics() diag.List { return r.diagnostics(true) }

func (r *Report) diagnostics(all bool) diag.List {
	var l diag.List
	for _, f := range r.Functions {
		l.Add(f.HazardDiagnostics(all)...)
		l.Add(f.errors()...)
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

// LacksBarriers reports whether the function is a kernel, or contains a launch, whose threads exchange data
// without a barrier between them.
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

// launches reports whether a function contains a launch of a kernel.
func launches(fn *ir.Op) bool {
	for op := range fn.Walk() {
		if _, ok := op.Launch(); ok {
			return true
		}
	}
	return false
}

// barriers returns a remark on the pass that can place the barriers that a kernel lacks.
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

// Diagnostic returns a remark for a wait that can be removed or weakened, and nil for others. Hazards tell
// about waits that are too weak.
func (w *WaitVerdict) Diagnostic() *diag.Diagnostic {
	switch {
	case w.Accepted:
		return nil
	case w.Verdict == Redundant:
		if w.Op.QueueEffect().Kind != ir.QueueWait {
			return diag.Remarkf(CodeRedundant, w.Op.Span(), "the wait for %s orders nothing", w.N)
		}
		return diag.Remarkf(CodeRedundant, w.Op.Span(), "the wait on %s for %s orders nothing",
			source.QueueName(w.Queue), w.N)
	case w.Verdict == TooStrong:
		return diag.Remarkf(CodeTooStrong, w.Op.Span(),
			"the wait on %s could leave %s groups in flight, not only %s", source.QueueName(w.Queue),
			w.ExactText(), w.N)
	}
	return nil
}

// ExactText returns the text of the exact count, relative to a count that the program computes, and "-" if
// there is none.
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

// Why returns the reasons why a check is not complete.
func (f *FuncReport) Why() string { return strings.Join(f.Reasons, "; ") }

// QueueName returns the name of the queue for a column of a table: its number, "cp.async", or "-" if there is
// none.
func (w *WaitVerdict) QueueName() string {
	switch w.Queue {
	case source.CpAsyncQueue:
		return "cp.async"
	case source.NoQueue:
		return "-"
	}
	return strconv.FormatInt(w.Queue, 10)
}
