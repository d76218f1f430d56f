package diag

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Table writes columns of text under a headline, indented by two.
type Table struct {
	columns *tabwriter.Writer
	out     *strings.Builder
}

// NewTable begins a table in a text.
func NewTable(b *strings.Builder, headline ...any) *Table {
	t := &Table{columns: tabwriter.NewWriter(b, 0, 0, 2, ' ', 0), out: b}
	t.Row(headline...)
	return t
}

// Row adds a line. What cells hold is made Printable, and lines do not end in blanks.
func (t *Table) Row(cells ...any) {
	texts := make([]string, len(cells))
	for i, c := range cells {
		texts[i] = Printable(fmt.Sprint(c))
	}
	fmt.Fprintf(t.columns, "  %s\n", strings.Join(texts, "\t"))
}

// Flush writes the table.
func (t *Table) Flush() { _ = t.columns.Flush() } // into memory

// End writes the table, and an empty line behind it.
func (t *Table) End() {
	t.Flush()
	t.out.WriteByte('\n')
}
