package tokengraph

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// The measures of a pipelined loop, in pixels.
const (
	rowHeight  = 32
	cellHeight = 22
	cellGap    = 26 // between columns, for the arrows
	wideGap    = 60 // in front of a column with a gap
	headHeight = 40 // for the names of parts and the times
)

// table is the state of drawing a pipelined loop.
type table struct {
	loop   *Pipeline
	out    *strings.Builder
	top    float64   // of the first row's heading
	left   []float64 // of each column
	wide   []float64 // each column
	right  float64
	bottom float64
}

func (t *table) draw(y float64) {
	p := t.loop
	heading(t.out, p.Name, p.Summary, y)
	t.place()
	t.headings()
	for i, row := range p.Rows {
		t.rowName(i, row)
	}
	for c := range p.Columns {
		for r := range p.Rows {
			if p.Columns[c].Cells[r].Text != "" {
				t.cell(c, r)
			}
		}
	}
	for c := range p.Columns {
		for r, cell := range p.Columns[c].Cells {
			if p.Rows[r].Kind == WaitRow && cell.Group > 0 {
				t.arrow(c, r, cell)
			}
		}
	}
}

// place computes the positions of columns.
func (t *table) place() {
	stage, label := 0, 0
	for _, row := range t.loop.Rows {
		stage, label = max(stage, utf8.RuneCountInString(row.Stage)),
			max(label, utf8.RuneCountInString(row.Label))
	}
	x := margin + float64(stage+label)*letter + 48
	part, partEnd := "", x // the names of parts must not overlap
	for _, c := range t.loop.Columns {
		if c.Part != part {
			part, x = c.Part, max(x, partEnd)
			partEnd = x + textWidth(part)
		}
		wide := textWidth(c.Time)
		for _, cell := range c.Cells {
			wide = max(wide, textWidth(cell.Text))
		}
		if c.Gap {
			x += wideGap - cellGap
		}
		t.left, t.wide = append(t.left, x), append(t.wide, wide)
		x += wide + cellGap
	}
	t.right = max(x, partEnd)
	t.bottom = t.top + headHeight + float64(len(t.loop.Rows)*rowHeight)
}

func textWidth(text string) float64 { return float64(utf8.RuneCountInString(text))*letter + 18 }

// centered returns the position of a text that is centered in a column.
func (t *table) centered(column int, text string) float64 {
	return t.left[column] + (t.wide[column]-float64(utf8.RuneCountInString(text))*letter)/2
}

// middle returns the vertical position of the middle of a row.
func (t *table) middle(row int) float64 {
	return t.top + headHeight + float64(row*rowHeight) + rowHeight/2
}

// headings draws the times, the parts above them, and a line where a part begins.
func (t *table) headings() {
	part := ""
	for i, c := range t.loop.Columns {
		if c.Part != part {
			part = c.Part
			fmt.Fprintf(t.out,
				`<text class="note" x="%.1f" y="%.1f">%s</text><path class="rule" d="M%.1f %.1f V%.1f"/>`+
					"\n",
				t.left[i], t.top+12, part, t.left[i]-cellGap/2, t.top, t.bottom)
		}
		if c.Gap {
			fmt.Fprintf(t.out, `<text class="note" x="%.1f" y="%.1f">…</text>`+"\n", t.left[i]-wideGap/2-4,
				t.top+30)
		}
		fmt.Fprintf(t.out, `<text class="note" x="%.1f" y="%.1f">%s</text>`+"\n", t.left[i]+9, t.top+30,
			svgText(c.Time))
	}
}

// rowName draws the background of a row, and its name.
func (t *table) rowName(i int, row Row) {
	y := t.middle(i)
	stage, class := float64(margin+8), "lane"
	label := stage
	for _, r := range t.loop.Rows {
		label = max(label, stage+float64(utf8.RuneCountInString(r.Stage))*letter+14)
	}
	fmt.Fprintf(t.out, `<g><title>%s</title><rect class="%s" x="%d" y="%.1f" width="%.1f" height="%d"/>`,
		svgText(row.Place), class, margin,
		y-rowHeight/2+1, t.right-margin, rowHeight-2)
	textClass := "note"
	if row.Kind == StatementRow {
		textClass = "name"
	}
	fmt.Fprintf(t.out,
		`<text class="note" x="%.1f" y="%.1f">%s</text><text class="%s" x="%.1f" y="%.1f">%s</text></g>`+"\n",
		stage, y+4, svgText(row.Stage), textClass, label, y+4, svgText(row.Label))
}

// cell draws a cell: an instance of a statement as a box, a group as a frame around its instances, a wait as
// a red box.
func (t *table) cell(column, row int) {
	r, c := t.loop.Rows[row], t.loop.Columns[column].Cells[row]
	class := hostLane
	if r.Queue >= 0 {
		class = fmt.Sprintf("queue%d", r.Queue%3)
	}
	x, y, wide := t.left[column], t.middle(row), t.wide[column]
	title, shape := r.Place,
		fmt.Sprintf(`<rect class="box" x="%.1f" y="%.1f" width="%.1f" height="%d" rx="4"/>`, x,
			y-cellHeight/2, wide, cellHeight)
	switch r.Kind {
	case CommitRow:
		top := t.middle(r.First) - cellHeight/2 - 4
		shape = fmt.Sprintf(`<rect class="group" x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="6"/>`, x-4,
			top, wide+8, y+cellHeight/2-top)
		if title = "group " + strings.TrimPrefix(c.Text, "#"); c.Empty {
			title += ", which is empty"
		}
	case WaitRow:
		shape = fmt.Sprintf(`<rect class="chip" x="%.1f" y="%.1f" width="%.1f" height="%d" rx="10"/>`, x,
			y-cellHeight/2, wide, cellHeight)
		title = "nothing is complete yet"
		if c.Completes != "" {
			title = "group " + strings.TrimPrefix(c.Completes, "#") + " and those before it are complete"
		}
	}
	fmt.Fprintf(t.out, `<g class="%s"><title>%s</title>%s<text x="%.1f" y="%.1f">%s</text></g>`+"\n", class,
		svgText(title), shape,
		t.centered(column, c.Text), y+4, svgText(c.Text))
}

// arrow draws an arrow from the commit of a group to the wait that completes it. If the commit is in an
// omitted time step, the arrow begins at the gap.
func (t *table) arrow(column, row int, wait Cell) {
	from, commit, hidden := t.loop.completed(t.loop.Rows[row], wait)
	x0, y0, x1, y1 := t.left[from]+t.wide[from]+4, t.middle(commit), t.left[column]-1, t.middle(row)
	switch {
	case hidden:
		x0 = t.left[from] - wideGap/2
	case from == column:
		x0, y0, x1 = t.left[from]+t.wide[from]/2, y0+cellHeight/2, t.left[column]+t.wide[column]/2
		fmt.Fprintf(t.out, `<path class="wait" marker-end="url(#tip)" d="M%.1f %.1f L%.1f %.1f"/>`+"\n", x0,
			y0, x1, y1-cellHeight/2-1)
		return
	}
	fmt.Fprintf(t.out,
		`<path class="wait" marker-end="url(#tip)" d="M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f"/>`+"\n",
		x0, y0, x0+cellGap*0.8, y0, x1-cellGap*0.8, y1, x1, y1)
}
