package judge

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// tables writes a line per wait and a line per fence.
func (r *Report) tables(b *strings.Builder) {
	lines := r.Kernel.Module().SourceLines()
	waits := &table{head: []string{"wait", "line", "source", "N", "exact N", "in flight", "verdict", "note"}}
	for i := range r.Waits {
		w := &r.Waits[i]
		waits.add(fmt.Sprint(i+1), fmt.Sprint(w.Line), sourceText(lines, w.Instruction), fmt.Sprint(w.N),
			dash(w.Exact), dash(w.InFlight), w.Verdict.String(), w.note())
	}
	waits.write(b)
	for i, ring := range r.Rings {
		diag.Fprintf(b, "ring %d (%s): %s\n", i+1, ring.lines(), ring)
	}
	if len(r.Rings) > 0 {
		b.WriteByte('\n')
	}
	fences := &table{head: []string{"fence", "line", "source", "orders", "before", "verdict"}}
	for i := range r.Fences {
		f := &r.Fences[i]
		fences.add(fmt.Sprint(i+1), fmt.Sprint(f.Line), sourceText(lines, f.Instruction), lineOf(f.From),
			lineOf(f.To), f.Verdict.String())
	}
	fences.write(b)
}

// table is a table with a head. A column in which every line is empty is not written.
type table struct {
	head  []string
	lines [][]string
}

func (t *table) add(cells ...string) { t.lines = append(t.lines, cells) }

// write writes the table, if it has lines, and an empty line behind it.
func (t *table) write(b *strings.Builder) {
	if len(t.lines) == 0 {
		return
	}
	used := make([]bool, len(t.head))
	for _, cells := range t.lines {
		for i, c := range cells {
			used[i] = used[i] || c != ""
		}
	}
	w := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	for _, cells := range append([][]string{t.head}, t.lines...) {
		var shown []string
		for i, c := range cells {
			if used[i] {
				shown = append(shown, diag.Printable(c))
			}
		}
		fmt.Fprintln(w, strings.TrimRight(strings.Join(shown, "\t"), "\t"))
	}
	_ = w.Flush()
	b.WriteByte('\n')
}

// sourceText names the place of an instruction in the program that the PTX was made of, "" if no directive
// tells it.
func sourceText(lines *ptx.Lines, in *ptx.Instruction) string {
	at := lines.At(in.Span.Start)
	if at == nil {
		return ""
	}
	return fmt.Sprintf("%s:%d", at.Filename, at.Line)
}

// lineOf says in which line an instruction is, if there is one.
func lineOf(in *ptx.Instruction) string {
	if in == nil {
		return "-"
	}
	return fmt.Sprintf("line %d", in.Span.Place().Line)
}
