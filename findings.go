package inflight

import (
	"strconv"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
)

// Findings are what the judge found, as data: all that WriteVerdicts writes, and the hazards. In JSON numbers
// are numbers, or null where there is none, and lists are never null; docs/json.md documents it.
type Findings struct {
	Functions []FunctionFindings `json:"functions"`
	Complete  bool               `json:"complete"` // everything was checked
	OK        bool               `json:"ok"`       // and nothing is wrong
}

// FunctionFindings are those on one function and what it calls.
type FunctionFindings struct {
	Name    string          `json:"name"`
	Verdict string          `json:"verdict"` // in words
	Waits   []WaitFinding   `json:"waits"`
	Buffers []BufferFinding `json:"buffers"`
	Hazards []HazardFinding `json:"hazards"`
	// EqualWrites are writes of equal values by different threads that nothing orders, which are no hazards.
	EqualWrites []HazardFinding `json:"equal_writes"`
	// Deadlocks and OutOfBounds are how many errors of these kinds there are.
	Deadlocks   int      `json:"deadlocks"`
	OutOfBounds int      `json:"out_of_bounds"`
	Dynamic     []string `json:"dynamic"`  // the sizes that were tried from 0 up
	Complete    bool     `json:"complete"` // no limit was reached
	Reasons     []string `json:"reasons"`  // why it is not complete
	Assumed     []string `json:"assumed"`  // what the verdict takes for granted of the sizes
	// Stats are what the check cost: steps, those of iterations that repeat others, and combinations of
	// sizes.
	Stats StatsFinding `json:"stats"`
}

// StatsFinding tells what a check cost.
type StatsFinding struct {
	Steps   int64 `json:"steps"`
	Skipped int64 `json:"skipped"`
	Sizes   int   `json:"sizes"`
}

// WaitFinding judges one wait.
type WaitFinding struct {
	Place string `json:"place"` // file:line:column
	// Part is the one of a pipelined loop that the wait is in: prologue, body or epilogue. Before is what it
	// stands in front of.
	Part   *string `json:"part"`
	Line   string  `json:"line"` // and column
	Before string  `json:"before"`
	// Queue is the number of the queue, null where it has none; QueueName is what it is called.
	Queue     *int64 `json:"queue"`
	QueueName string `json:"queue_name"`
	// N is the count, null if the program computes it or the wait has none, and NText the count as written.
	N     *int64 `json:"n"`
	NText string `json:"n_text"`
	// Exact is the largest count that leaves no hazard, null where there is none or it is relative to N;
	// ExactText is that as text.
	Exact     *int64        `json:"exact"`
	ExactText string        `json:"exact_text"`
	Verdict   check.Verdict `json:"verdict"`
	// Slack is by how much the count can grow.
	Slack int64 `json:"slack"`
	// Unknown says that the count could not be evaluated, so that the wait was taken to force nothing.
	Unknown bool `json:"unknown"`
}

// BufferFinding judges one buffer.
type BufferFinding struct {
	Name     string `json:"name"`
	Versions int64  `json:"versions"`
	// VersionsNeeded is null where no number is enough.
	VersionsNeeded *int64 `json:"versions_needed"`
	Hazards        int    `json:"hazards"`
}

// HazardFinding is a pair of accesses to common memory, one a write, that nothing orders.
type HazardFinding struct {
	Kind   check.HazardKind `json:"kind"`
	Buffer string           `json:"buffer"`
	First  PointFinding     `json:"first"`
	Second PointFinding     `json:"second"`
	Sizes  []SizeFinding    `json:"sizes"`
	// Queue is where the first operation's group is, null while it is in none or in one without a number;
	// Position is how many younger groups are behind it, and InFlight how many are in flight in all queues.
	Queue    *int64 `json:"queue"`
	Position int64  `json:"position"`
	InFlight int    `json:"in_flight"`
	// Threads says that the two are accesses of different threads of a block, and Parallel of a parallel
	// loop.
	Threads  bool `json:"threads"`
	Parallel bool `json:"parallel"`
	// Token names the token of the first operation where it has one of its own; TokenDropped says that
	// nothing uses it.
	Token        *string `json:"token"`
	TokenDropped bool    `json:"token_dropped"`
	Missing      string  `json:"missing"` // what would order the two
	More         int     `json:"more"`    // other hazards with the same cause, which are not listed
}

// PointFinding is one of the accesses.
type PointFinding struct {
	Operation  string             `json:"op"`
	Place      string             `json:"place"`
	Thread     *string            `json:"thread"` // its indices, where two threads meet
	Iterations []IterationFinding `json:"iterations"`
}

// IterationFinding is a loop's iteration: the name of its variable, its number from 0, and the value of the
// variable, null where that is not a number.
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

// NewFindings returns what the judge found as data. written is the program before it was pipelined, nil if it
// was judged as it stands.
func NewFindings(r *check.Report, written *Module) Findings {
	j := Findings{Functions: []FunctionFindings{}, Complete: r.Complete, OK: r.OK()}
	p := newPlaces(written)
	for _, f := range r.Functions {
		j.Functions = append(j.Functions, functionFindings(f, p))
	}
	return j
}

// Findings returns what the judge found of the program that ran.
func (r *RunReport) Findings() Findings { return NewFindings(r.Check.Folded(), r.written) }

func functionFindings(f *check.FuncReport, p *places) FunctionFindings {
	j := FunctionFindings{
		Name: f.Name, Verdict: verdictText(f), Waits: []WaitFinding{}, Buffers: []BufferFinding{},
		Hazards: hazardFindings(f.Hazards), EqualWrites: hazardFindings(f.Equal),
		Dynamic: list(f.Dynamic), Complete: f.Complete, Reasons: list(f.Reasons), Assumed: list(f.Assumed),
		Stats: StatsFinding(f.Stats),
	}
	for i := range f.Waits {
		j.Waits = append(j.Waits, waitFinding(&f.Waits[i], p))
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

func waitFinding(w *check.WaitVerdict, p *places) WaitFinding {
	at := p.of(w.Op)
	n, err := strconv.ParseInt(w.N, 10, 64)
	text := exact(w)
	largest, err2 := strconv.ParseInt(text, 10, 64)
	return WaitFinding{
		Place: w.Place, Part: known(at.Part, at.Part != ""), Line: at.Line, Before: at.Before,
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

// known returns a pointer to a value, nil if it is not known: null in JSON.
func known[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	return &v
}

// list returns a list that is not nil, which JSON has as [].
func list[T any](l []T) []T { return append([]T{}, l...) }
