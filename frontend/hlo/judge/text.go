package judge

import (
	"fmt"
	"io"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// mostRows is how many operations the table of a report has.
const mostRows = 40

// WriteText writes the report without its findings: a table of the operations, and the verdict.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "module %s", r.Module.Name)
	if r.Buffers != nil {
		fmt.Fprintf(&b, ", with the buffers of %s", diag.Printable(r.Buffers.File.Name))
	}
	b.WriteString("\n\n")
	if len(r.Operations) > 0 {
		t := diag.NewTable(&b, "line", "operation", "kind", "done", "beside it", "hazards")
		for i, o := range r.Operations {
			if i == mostRows {
				break
			}
			t.Row(o.cells()...)
		}
		t.Flush()
		if n := len(r.Operations) - mostRows; n > 0 {
			fmt.Fprintf(&b, "and %d more\n", n)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "verdict: %s\n", r.Verdict())
	_, err := io.WriteString(w, b.String())
	return err
}

// cells returns the row of an operation.
func (o *Operation) cells() []any {
	kind := o.Kind
	if o.Thread != "" {
		kind += " on " + o.Thread
	}
	done, beside := "-", "-"
	if o.Done != nil {
		done = fmt.Sprint(o.Done.Span().Place().Line)
		beside = diag.Count(o.Beside, "instruction")
	}
	if o.Synchronous {
		beside = "synchronous"
	}
	hazards := "-"
	if o.Hazards > 0 {
		hazards = fmt.Sprint(o.Hazards)
	}
	return []any{o.Start.Span().Place().Line, diag.Printable(o.Start.String()), diag.Printable(kind), done,
		beside, hazards}
}

// Verdict returns one sentence without a full stop.
func (r *Report) Verdict() string {
	operations := diag.Count(len(r.Operations), "asynchronous operation")
	switch {
	case r.Hazards > 0:
		return fmt.Sprintf("%s, at most %d in flight: %s", operations, r.InFlight,
			diag.Count(r.Hazards, "hazard"))
	case len(r.Operations) == 0 && r.Scheduled && !r.Partial:
		return "no asynchronous operation: nothing to wait for"
	case !r.Scheduled && len(r.Operations) > 0:
		return operations + ": not judged, because the module is not scheduled"
	case !r.Scheduled:
		return "no asynchronous operation in a module that is not scheduled"
	case r.Partial:
		return fmt.Sprintf("%s, at most %d in flight: no hazard found in what was judged", operations,
			r.InFlight)
	}
	text := fmt.Sprintf("%s, at most %d in flight: free of hazards", operations, r.InFlight)
	if r.Buffers == nil {
		text += ", if XLA gives values memory of their own (--buffers FILE says what it gave them)"
	}
	return text
}
