package timing

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/timed"
)

// maxRows is how many asynchronous operations a report shows.
const maxRows = 40

// WriteText writes the timing for people: what was executed where, the asynchronous operations, those with
// the longest exposed time first, and the critical path.
func (t *Timing) WriteText(w io.Writer) error {
	b := &strings.Builder{}
	t.pairTable(b)
	for _, in := range t.Guessed {
		diag.Fprintf(b, "%s has an unknown number of iterations: %d are assumed (--trips).\n", in, t.Assumed)
	}
	if len(t.Guessed) > 0 {
		b.WriteString("\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return t.Result.WriteText(w, t.Graph)
}

// pairTable writes a row for each asynchronous operation.
func (t *Timing) pairTable(b *strings.Builder) {
	if len(t.Pairs) == 0 {
		b.WriteString("no asynchronous operations\n\n")
		return
	}
	takes := timed.Time(0)
	for _, p := range t.Pairs {
		takes += p.Takes
	}
	diag.Fprintf(b, "%s: %v, of which %v are hidden and %v exposed\n\n",
		diag.Count(len(t.Pairs), "asynchronous operation"), takes, max(0, takes-t.Exposed), t.Exposed)
	rows := slices.Clone(t.Pairs)
	slices.SortStableFunc(rows, func(a, b *Pair) int { return cmp.Compare(b.Exposed, a.Exposed) })
	table := diag.NewTable(b, "line", "operation", "stream", "times", "takes", "hidden", "exposed",
		"could hide it")
	for _, p := range rows[:min(len(rows), maxRows)] {
		table.Row(p.Start.Span().Place().Line, p.Start, p.Stream, p.Count, p.Takes, p.Hidden(), p.Exposed,
			p.Advice())
	}
	if more := len(rows) - maxRows; more > 0 {
		table.Row("...", fmt.Sprintf("%d more", more), "", "", "", "", "", "")
	}
	table.End()
}

// Advice says what could hide the exposed time of an operation.
func (p *Pair) Advice() string {
	switch {
	case p.Exposed == 0:
		return "-"
	case p.Start.IsSynchronous():
		return "nothing: is_sync is set"
	case p.Done == nil || p.Done.Parent != p.Start.Parent || p.Done.Index < p.Start.Index:
		return "the iteration before has its start"
	case p.Hider == nil:
		return "nothing: all else needs it, or is needed for it"
	}
	text := fmt.Sprintf("%s (line %d, %v)", p.Hider, p.Hider.Span().Place().Line, p.HiderTakes)
	if p.Movable > p.HiderTakes {
		text += fmt.Sprintf(", with others %v", p.Movable)
	}
	return text
}
