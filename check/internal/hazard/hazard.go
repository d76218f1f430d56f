package hazard

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Kind is the kind of a hazard: which of the two accesses writes, or that an operation outlives the function.
type Kind uint8

// The kinds of hazards. AtReturn is the kind of an operation that may outlive the function.
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

// Iteration is an iteration of a loop in a counterexample.
type Iteration struct {
	Name   string // of the induction variable
	Number int64  // counted from 0
	Value  string // of the induction variable
}

// Point is one of the two accesses of a hazard: the operation that accesses memory, and the iterations of the
// loops around it.
type Point struct {
	Op         *ir.Op
	Kind       ir.EffectKind
	Async      *ir.Op // the asynchronous operation that it belongs to, or nil
	Thread     string // the indices of the thread, if the accesses belong to different threads
	Text       string
	Place      string
	Iterations []Iteration
}

// Size is the value of an extent in a counterexample.
type Size struct {
	Name  string
	Value int64
}

// Hazard is a pair of accesses to common memory, one of them a write, that nothing orders. First is part of
// an asynchronous operation that was issued before Second happens.
type Hazard struct {
	Kind   Kind
	Buffer *ir.Value
	Name   string
	First  Point
	Second Point
	Sizes  []Size
	// Queue is the queue of the first operation's group, and Position the number of younger groups behind it.
	// Queue is -1 if the operation is in no group, and CpAsyncQueue for cp.async.
	Queue    int64
	Position int64
	// Threads says that the accesses belong to different threads of a block, or to different iterations of a
	// parallel loop.
	Threads  bool
	Parallel bool // they belong to iterations of a parallel loop
	// Token is the name of the first operation's token, if it has a token of its own. Dropped says that
	// nothing uses the token.
	Token   string
	Dropped bool
	// InFlight is the number of groups in all queues that may be in flight at the second access.
	InFlight int
	// Missing describes the synchronization that would order the two accesses.
	Missing string
	// More is the number of hazards with the same cause that a folded report omits.
	More int

	Wait *ir.Op // the wait behind which a barrier is missing; nil if other synchronization is missing
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

// Diagnostic returns the hazard as an error at its second access, or at its first if the second is the return
// of the function.
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

// EqualDiagnostic returns writes of equal values as a remark at the second write.
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

// where describes the position of the first operation's group in its queue.
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

// EqualText returns writes of equal values as a line of a report.
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
