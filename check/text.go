package check

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/verdict"
)

// WriteText writes the report for people: for each function the versions of buffers, the waits, and the
// verdict. Hazards are only counted; Diagnostics explains them.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	r.text(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// Text returns the text of WriteText, with a line for each hazard, each deadlock and each access out of
// bounds.
func (r *Report) Text() string {
	var b strings.Builder
	r.text(&b)
	for _, f := range r.Functions {
		f.findings(&b)
	}
	return b.String()
}

func (r *Report) text(b *strings.Builder) {
	for i, f := range r.Functions {
		if i > 0 {
			b.WriteByte('\n')
		}
		diag.Fprintf(b, "@%s\n\n", f.Name)
		f.text(b)
	}
	for i, d := range r.Devices {
		if i+len(r.Functions) > 0 {
			b.WriteByte('\n')
		}
		diag.Fprintf(b, "%s in line %s: %s\n\nverdict: %s\n", d.Name, d.Line, d.Parts, verdict.Lively)
	}
}

// WriteText writes the part of the report on the function, without the function's name.
func (f *FuncReport) WriteText(w io.Writer) error {
	var b strings.Builder
	f.text(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// findings writes a line for each error.
func (f *FuncReport) findings(b *strings.Builder) {
	for _, h := range f.Hazards {
		diag.Fprintf(b, "%s\n", h.Text())
	}
	for _, h := range f.Equal {
		diag.Fprintf(b, "%s\n", h.EqualText())
	}
	for _, d := range f.Deadlocks {
		diag.Fprintf(b, "deadlock: %s at %s\n", d.Message, d.Span)
	}
	for _, d := range f.Bounds {
		diag.Fprintf(b, "%s at %s\n", d.Message, d.Span)
	}
}

func (f *FuncReport) text(b *strings.Builder) {
	f.bufferTable(b)
	f.waitTable(b)
	diag.Fprintf(b, "verdict: %s\n", f.Verdict())
	for _, what := range f.Assumed {
		diag.Fprintf(b, "assumed: %s\n", what)
	}
}

func (f *FuncReport) bufferTable(b *strings.Builder) {
	if len(f.Buffers) == 0 {
		return
	}
	t := diag.NewTable(b, "buffer", "versions", "needed", "hazards")
	for _, v := range f.Buffers {
		t.Row(v.Name, v.Versions, orDash(v.VersionsNeeded), orDash(int64(v.Hazards)))
	}
	t.End()
}

// orDash returns a number, or a dash for 0.
func orDash(n int64) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

func (f *FuncReport) waitTable(b *strings.Builder) {
	if len(f.Waits) == 0 {
		return
	}
	inParts := false
	for i := range f.Waits {
		inParts = inParts || f.Waits[i].Part != ""
	}
	first := "wait"
	if inParts {
		first = "wait in"
	}
	t := diag.NewTable(b, first, "line", "in front of", "queue", "N", "exact N", "verdict")
	for i := range f.Waits {
		v := &f.Waits[i]
		judged := v.Verdict.String()
		if v.Unknown {
			judged += " (N not known, taken to force nothing)"
		}
		at := fmt.Sprint(i + 1)
		if inParts {
			at = cmp.Or(v.Part, "-")
		}
		t.Row(at, v.Line, v.Before, v.QueueName(), v.N, v.ExactText(), judged)
	}
	t.End()
}

// Verdict returns the text of the verdict on the function.
func (f *FuncReport) Verdict() string {
	text := f.HazardText()
	switch {
	case len(f.Hazards) > 0:
	case f.Deadlocks.HasErrors():
		return verdict.Endless
	case f.Bounds.HasErrors():
		return verdict.Outside
	case f.InPTX != nil && f.Complete:
		text = "in PTX: " + f.InPTX.Verdict
	case f.Complete:
		text = verdict.Proven
	default:
		text = verdict.Incomplete + f.Why()
	}
	if len(f.Dynamic) > 0 && len(f.Hazards) == 0 {
		text += " for every " + strings.Join(f.Dynamic, " and ")
	}
	if n := len(f.Equal); n > 0 {
		text += ", with " + verdict.Equal(n)
	}
	if len(f.Waits) > 0 {
		text += "; " + f.waitSummary()
	}
	return text
}

// waitSummary counts the waits by verdict.
func (f *FuncReport) waitSummary() string {
	list := make([]Verdict, len(f.Waits))
	for i := range f.Waits {
		list[i] = f.Waits[i].Verdict
	}
	return verdict.Waits(list)
}
