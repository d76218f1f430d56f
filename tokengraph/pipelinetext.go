package tokengraph

import (
	"strings"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
)

// writeText lists the rows of a pipelined loop.
func (p *Pipeline) writeText(b *strings.Builder) {
	diag.Fprintf(b, "%s: %s\n", p.Name, p.Summary)
	if len(p.Rows) == 0 {
		return
	}
	lines := make([][]string, len(p.Rows)+2) // the parts and the times in front
	lines[0], lines[1] = []string{"", ""}, []string{"", "time"}
	for i, row := range p.Rows {
		lines[i+2] = []string{row.Stage, diag.Printable(row.Label)}
	}
	part := ""
	for _, c := range p.Columns {
		if c.Gap {
			appendColumn(lines, "", "..", func(int) string { return "" })
		}
		name := c.Part
		if name == part {
			name = ""
		}
		part = c.Part
		appendColumn(lines, name, c.Time, func(row int) string { return c.Cells[row].cellText() })
	}
	for _, line := range aligned(lines) {
		diag.Fprintf(b, "  %s\n", line)
	}
}

// appendColumn adds a column to a table.
func appendColumn(lines [][]string, part, time string, cell func(row int) string) {
	lines[0], lines[1] = append(lines[0], part), append(lines[1], time)
	for i := range lines[2:] {
		lines[i+2] = append(lines[i+2], cell(i))
	}
}

// cellText returns the text of a cell in a list. For a wait it has the number of the youngest group that the
// wait completes.
func (c Cell) cellText() string {
	switch {
	case c.Empty:
		return c.Text + " empty"
	case c.Completes != "":
		return c.Text + " " + c.Completes
	}
	return c.Text
}

// aligned returns the lines of a table with aligned columns. A text in the first line may extend into the
// next columns.
func aligned(lines [][]string) []string {
	out := make([]string, len(lines))
	for column := range lines[0] {
		at := 0
		for i, line := range out {
			if i > 0 || lines[i][column] != "" {
				at = max(at, utf8.RuneCountInString(line))
			}
		}
		if column > 0 {
			at += 2
		}
		for i, line := range lines {
			if text := line[column]; text != "" {
				out[i] += strings.Repeat(" ", at-utf8.RuneCountInString(out[i])) + text
			}
		}
	}
	return out
}
