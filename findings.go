package inflight

import (
	"strconv"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/verdict"
)

// Findings is the judge's report as data: everything that check.Report.WriteText writes, and the hazards. In
// JSON numbers are numbers, or null where there is none, and lists are never null. docs/json.md documents the
// format.
type Findings struct {
	Functions []FunctionFindings `json:"functions"`
	Devices   []DeviceFinding    `json:"devices"`
	Complete  bool               `json:"complete"` // everything was checked
	OK        bool               `json:"ok"`       // everything was checked, and nothing is wrong
}

// DeviceFinding is the verdict on an array of tiles that is right.
type DeviceFinding struct {
	Name    string `json:"name"`    // "aie.device(npu1)"
	Line    string `json:"line"`    // line:column
	Parts   string `json:"parts"`   // what was judged, in words
	Verdict string `json:"verdict"` // in words
}

// FunctionFindings holds the findings on one function and the functions that it calls.
type FunctionFindings struct {
	Name    string          `json:"name"`
	Verdict string          `json:"verdict"` // in words
	Waits   []WaitFinding   `json:"waits"`
	Buffers []BufferFinding `json:"buffers"`
	Hazards []HazardFinding `json:"hazards"`
	// EqualWrites are pairs of writes of equal values by different threads. Nothing orders the two, but they
	// are no hazard.
	EqualWrites []HazardFinding `json:"equal_writes"`
	// Deadlocks and OutOfBounds count the errors of these kinds.
	Deadlocks   int      `json:"deadlocks"`
	OutOfBounds int      `json:"out_of_bounds"`
	Dynamic     []string `json:"dynamic"`  // the sizes that were tried from 0 up
	Complete    bool     `json:"complete"` // no limit was reached
	Reasons     []string `json:"reasons"`  // why the check is not complete
	Assumed     []string `json:"assumed"`  // the conditions on the sizes under which the verdict holds
	// Stats says what the check cost.
	Stats StatsFinding `json:"stats"`
}

// StatsFinding says what a check cost: the steps of the judge, how many steps it skipped because an iteration
// repeats an earlier one, and how many combinations of sizes it tried.
type StatsFinding struct {
	Steps   int64 `json:"steps"`
	Skipped int64 `json:"skipped"`
	Sizes   int   `json:"sizes"`
}

// WaitFinding is the verdict on one wait.
type WaitFinding struct {
	Place string `json:"place"` // file:line:column
	// Part is the part of a pipelined loop that the wait stands in: prologue, body or epilogue. Before
	// describes the operation behind the wait.
	Part   *string `json:"part"`
	Line   string  `json:"line"` // line:column
	Before string  `json:"before"`
	// Queue is the number of the queue, null if the queue has none. QueueName is the name of the queue in
	// reports.
	Queue     *int64 `json:"queue"`
	QueueName string `json:"queue_name"`
	// N is the count, null if the program computes the count or the wait has none. NText is the count as
	// written.
	N     *int64 `json:"n"`
	NText string `json:"n_text"`
	// Exact is the largest count that leaves no hazard, null if there is no such number or if it is relative
	// to N. ExactText is the exact count as text.
	Exact     *int64        `json:"exact"`
	ExactText string        `json:"exact_text"`
	Verdict   check.Verdict `json:"verdict"`
	// Slack is by how much the count can grow.
	Slack int64 `json:"slack"`
	// Unknown says that the judge could not evaluate the count. It then assumes that the wait completes
	// nothing.
	Unknown bool `json:"unknown"`
}

// BufferFinding is the verdict on one buffer.
type BufferFinding struct {
	Name     string `json:"name"`
	Versions int64  `json:"versions"`
	// VersionsNeeded is null if no number of versions is enough.
	VersionsNeeded *int64 `json:"versions_needed"`
	Hazards        int    `json:"hazards"`
}

// HazardFinding is a hazard: two accesses to common memory, one of them a write, that nothing orders.
type HazardFinding struct {
	Kind   check.HazardKind `json:"kind"`
	Buffer string           `json:"buffer"`
	First  PointFinding     `json:"first"`
	Second PointFinding     `json:"second"`
	Sizes  []SizeFinding    `json:"sizes"`
	// Queue is the number of the queue of the first operation's group, null if the operation is in no group,
	// or the queue has no number. Position is the number of younger groups behind that group. InFlight is the
	// number of groups in flight in all queues.
	Queue    *int64 `json:"queue"`
	Position int64  `json:"position"`
	InFlight int    `json:"in_flight"`
	// Threads says that the accesses belong to different threads of a block, Parallel that they belong to
	// different iterations of a parallel loop.
	Threads  bool `json:"threads"`
	Parallel bool `json:"parallel"`
	// Token names the token of the first operation, null if the operation has no token of its own.
	// TokenDropped says that nothing uses this token.
	Token        *string `json:"token"`
	TokenDropped bool    `json:"token_dropped"`
	Missing      string  `json:"missing"` // the synchronization that would order the two accesses
	More         int     `json:"more"`    // how many hazards with the same cause are not listed
}

// PointFinding is one of the two accesses of a hazard.
type PointFinding struct {
	Operation string `json:"op"`
	Place     string `json:"place"`
	// the indices of the thread, if the accesses belong to different threads
	Thread     *string            `json:"thread"`
	Iterations []IterationFinding `json:"iterations"`
}

// IterationFinding is an iteration of a loop: the name of the loop's variable, the number of the iteration
// from 0 on, and the value of the variable, null if that is not a number.
type IterationFinding struct {
	Name      string `json:"name"`
	Number    int64  `json:"number"`
	Value     *int64 `json:"value"`
	ValueText string `json:"value_text"`
}

// SizeFinding is the value of an extent in a counterexample.
type SizeFinding struct {
	Name  string `json:"name"`
	Value int64  `json:"value"`
}

// NewFindings converts the judge's report.
func NewFindings(r *check.Report) Findings {
	j := Findings{Functions: []FunctionFindings{}, Devices: []DeviceFinding{}, Complete: r.Complete,
		OK: r.OK()}
	for _, f := range r.Functions {
		j.Functions = append(j.Functions, functionFindings(f))
	}
	for _, d := range r.Devices {
		j.Devices = append(j.Devices, DeviceFinding{d.Name, d.Line, d.Parts, verdict.Lively})
	}
	return j
}

// Findings returns the findings on the program that ran.
func (r *RunReport) Findings() Findings { return NewFindings(r.Check.Folded()) }

func functionFindings(f *check.FuncReport) FunctionFindings {
	j := FunctionFindings{
		Name: f.Name, Verdict: f.Verdict(), Waits: []WaitFinding{}, Buffers: []BufferFinding{},
		Hazards: hazardFindings(f.Hazards), EqualWrites: hazardFindings(f.Equal),
		Dynamic: list(f.Dynamic), Complete: f.Complete, Reasons: list(f.Reasons), Assumed: list(f.Assumed),
		Stats: StatsFinding(f.Stats),
	}
	for i := range f.Waits {
		j.Waits = append(j.Waits, waitFinding(&f.Waits[i]))
	}
	for _, b := range f.Buffers {
		j.Buffers = append(j.Buffers,
			BufferFinding{b.Name, b.Versions, known(b.VersionsNeeded, b.VersionsNeeded > 0), b.Hazards})
	}
	j.Deadlocks, j.OutOfBounds = errorCount(f.Deadlocks), errorCount(f.Bounds)
	return j
}

// errorCount returns how many diagnostics are errors.
func errorCount(l diag.List) int {
	n := 0
	for _, d := range l {
		if d.Severity == diag.Error {
			n++
		}
	}
	return n
}

func waitFinding(w *check.WaitVerdict) WaitFinding {
	n, err := strconv.ParseInt(w.N, 10, 64)
	text := w.ExactText()
	largest, err2 := strconv.ParseInt(text, 10, 64)
	return WaitFinding{
		Place: w.Place, Part: known(w.Part, w.Part != ""), Line: w.Line, Before: w.Before,
		Queue: known(w.Queue, w.Queue >= 0), QueueName: w.QueueName(), N: known(n, err == nil), NText: w.N,
		Exact: known(largest, err2 == nil), ExactText: text, Verdict: w.Verdict, Slack: w.Slack,
		Unknown: w.Unknown,
	}
}

func hazardFindings(all []*check.Hazard) []HazardFinding {
	j := []HazardFinding{}
	for _, h := range all {
		sizes := []SizeFinding{}
		for _, s := range h.Sizes {
			sizes = append(sizes, SizeFinding(s))
		}
		j = append(j, HazardFinding{
			Kind: h.Kind, Buffer: h.Name, First: pointFinding(h.First), Second: pointFinding(h.Second),
			Sizes: sizes,
			Queue: known(h.Queue, h.Queue >= 0), Position: h.Position, InFlight: h.InFlight,
			Threads: h.Threads, Parallel: h.Parallel,
			Token: known(h.Token, h.Token != ""), TokenDropped: h.Dropped, Missing: h.Missing, More: h.More,
		})
	}
	return j
}

func pointFinding(p check.Point) PointFinding {
	j := PointFinding{Operation: p.Text, Place: p.Place, Thread: known(p.Thread, p.Thread != ""),
		Iterations: []IterationFinding{}}
	for _, i := range p.Iterations {
		value, err := strconv.ParseInt(i.Value, 10, 64)
		j.Iterations = append(j.Iterations,
			IterationFinding{i.Name, i.Number, known(value, err == nil), i.Value})
	}
	return j
}

// known returns a pointer to v, or nil, which is null in JSON, if ok is false.
func known[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	return &v
}

// list returns a copy of l that is never nil: JSON writes an empty list as [] and not as null.
func list[T any](l []T) []T { return append([]T{}, l...) }
