package hazard

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Kind says what a hazard is about.
type Kind uint8

// The kinds of hazards. AtReturn is an operation that may outlive the function.
const (
	RAW Kind = iota
	WAR
	WAW
	AtReturn
)

// String returns "RAW", "WAR", "WAW" or "in flight at return".
func (k Kind) String() string {
	return [...]string{"RAW", "WAR", "WAW", "in flight at return"}[k]
}

// MarshalText implements encoding.TextMarshaler.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// Iteration is a loop's iteration in a counterexample.
type Iteration struct {
	Name   string // of the induction variable
	Number int64  // counted from 0
	Value  string // of the induction variable
}

// Point is one of the two accesses of a hazard: the operation that touches memory, in which iterations.
type Point struct {
	Op         *ir.Op
	Kind       ir.EffectKind
	Access     *analysis.Access
	Async      *ir.Op // the asynchronous operation it belongs to, or nil
	Thread     string // the indices of the thread, where two threads meet
	Text       string
	Place      string
	Iterations []Iteration
}

// Size is the value of an extent in a counterexample.
type Size struct {
	Name  string
	Value int64
}

// Hazard is a pair of accesses to common memory, one a write, that nothing orders. First is part of an
// asynchronous operation that was issued before Second happens.
type Hazard struct {
	Kind   Kind
	Buffer *ir.Value
	Name   string
	First  Point
	Second Point
	Sizes  []Size
	// Queue and Position tell where the first operation's group is: on Queue, with Position younger groups
	// behind it. Queue is -1 while it is in no group, and CpAsyncQueue for cp.async.
	Queue    int64
	Position int64
	// Threads says that the two are accesses of different threads of a block, or iterations of a parallel
	// loop.
	Threads  bool
	Parallel bool // of a parallel loop
	// Token names the token of the first operation where it has one of its own; Dropped says that nothing
	// uses it.
	Token   string
	Dropped bool
	// InFlight is the number of groups that are not known to be complete at the second access, in all queues.
	InFlight int
	// Missing says what would order the two.
	Missing string
	// More is how many hazards have the same cause and are left out of a report that is folded.
	More int

	Wait *ir.Op // behind which a barrier is missing, nil if something else is
}

// String names the operation, its place and its iterations.
func (p *Point) String() string { return p.text(true) }

func (p *Point) text(place bool) string {
	var b strings.Builder
	b.WriteString(p.Text)
	if place && p.Place != "" {
		b.WriteString(" (" + p.Place + ")")
	}
	if p.Thread != "" {
		b.WriteString(" in " + p.Thread)
	}
	if len(p.Iterations) > 0 {
		b.WriteString(" at ")
	}
	for i, it := range p.Iterations {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%s = %s", it.Name, it.Value)
	}
	return b.String()
}

// Diagnostic returns the hazard as an error at its second access, or at the first where the function returns.
func (h *Hazard) Diagnostic() *diag.Diagnostic {
	if h.Kind == AtReturn {
		return diag.Errorf(CodeAtReturn, h.First.Op.Span(),
			"%s may still touch %s when the function returns%s",
			h.First.text(false), h.Name, sizesText(h.Sizes)).Suggest("%s", h.Missing)
	}
	if h.Threads {
		return h.threadDiagnostic()
	}
	code := [...]diag.Code{RAW: CodeRAW, WAR: CodeWAR, WAW: CodeWAW}[h.Kind]
	first, second := verb(h.First.Kind), verb(h.Second.Kind)
	d := diag.Errorf(code, h.Second.Op.Span(),
		"%s %s %s while an asynchronous operation in flight %s it (%s)%s",
		h.Second.text(false), second, h.Name, first, h.Kind, sizesText(h.Sizes))
	d.Note(h.First.Op.Span(), "the asynchronous %s; %s", h.First.text(false), h.where())
	return d.Suggest("%s", h.Missing)
}

// threadDiagnostic returns a hazard between threads as an error at its second access.
func (h *Hazard) threadDiagnostic() *diag.Diagnostic {
	code := [...]diag.Code{RAW: CodeRAW, WAR: CodeWAR, WAW: CodeWAW}[h.Kind]
	first, second := verb(h.First.Kind), verb(h.Second.Kind)
	how := "which %s in %s %s without a barrier between (%s)"
	if h.Parallel {
		how = "which %s in %s %s, and nothing orders the two (%s)"
	}
	if h.First.Async != nil {
		how = "which %s in %s %s asynchronously (%s)"
	}
	d := diag.Errorf(code, h.Second.Op.Span(), "%s in %s %s %s, "+how, h.Second.Text, h.threadText(&h.Second),
		second, h.Name,
		h.First.Text, h.threadText(&h.First), first, h.Kind)
	d.Note(h.First.Op.Span(), "the %s of %s", h.First.Text, h.threadText(&h.First))
	return d.Suggest("%s", h.Missing)
}

// EqualDiagnostic returns writes of equal values as a remark at the second.
func (h *Hazard) EqualDiagnostic() *diag.Diagnostic {
	if !h.Threads {
		d := diag.Remarkf(CodeEqual, h.Second.Op.Span(),
			"%s writes to %s the value that %s of a task writes there, and nothing orders the two",
			h.Second.Text, h.Name, h.First.Text)
		d.Note(h.First.Op.Span(), "the %s of the task", h.First.Text)
		return d
	}
	d := diag.Remarkf(CodeEqual, h.Second.Op.Span(),
		"%s in %s writes to %s the value that %s in %s writes there, and nothing orders the two",
		h.Second.Text, h.threadText(&h.Second), h.Name, h.First.Text, h.threadText(&h.First))
	d.Note(h.First.Op.Span(), "the %s of %s", h.First.Text, h.threadText(&h.First))
	return d
}

func (h *Hazard) threadText(p *Point) string {
	if h.Parallel {
		return "iteration " + p.Thread
	}
	return "thread " + p.Thread
}

func verb(k ir.EffectKind) string {
	return map[ir.EffectKind]string{ir.Read: "reads", ir.Write: "writes", ir.Free: "frees"}[k]
}

// where tells the place of the first operation among the groups.
func (h *Hazard) where() string {
	if h.Token != "" {
		return "its token is " + h.Token
	}
	if h.Queue == -1 {
		return fmt.Sprintf("not in a group, %d groups in flight", h.InFlight)
	}
	return fmt.Sprintf("its group on %s has %d younger ones, %d groups in flight", source.QueueName(h.Queue),
		h.Position, h.InFlight)
}

func sizesText(sizes []Size) string {
	if len(sizes) == 0 {
		return ""
	}
	parts := make([]string, len(sizes))
	for i, s := range sizes {
		parts[i] = fmt.Sprintf("%s = %d", s.Name, s.Value)
	}
	return ", with " + strings.Join(parts, ", ")
}

// EqualText says of writes of equal values what text says of a hazard.
func (h *Hazard) EqualText() string {
	return fmt.Sprintf("equal writes of %s: %s and %s", h.Name, h.First.String(), h.Second.String())
}

// Text returns the hazard as a line of a report.
func (h *Hazard) Text() string {
	if h.Threads {
		return fmt.Sprintf("%s on %s between %s: %s and then %s; %s", h.Kind, h.Name,
			map[bool]string{false: "threads", true: "iterations"}[h.Parallel], h.First.String(),
			h.Second.String(), h.Missing)
	}
	if h.Kind == AtReturn {
		return fmt.Sprintf("%s: %s %s%s; %s", h.Kind, h.Name, h.First.String(), sizesText(h.Sizes), h.Missing)
	}
	return fmt.Sprintf("%s on %s: %s (%s) and then %s%s; %s", h.Kind, h.Name, h.First.String(), h.where(),
		h.Second.String(), sizesText(h.Sizes), h.Missing)
}
