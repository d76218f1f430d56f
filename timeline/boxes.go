package timeline

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// RenderBoxes draws a measured run, in microseconds, or a simulated one, for people who have not seen such a
// drawing before. Below a time axis it has a row for each kind of work, which the caller names. A box is a
// piece of work, as long as the piece took, but at least one column. Pieces of one kind that ran at the same
// time are in several rows. Asynchronous work comes first, and its pieces are numbered.
//
// If the run has too many pieces, RenderBoxes shows a part of it. The part begins with the first piece of the
// kind of asynchronous work that takes the most time, because before it there is little to overlap. The
// heading says so, and kinds of asynchronous work that have no piece in the part are omitted. The error is
// one of the writer.
func RenderBoxes(w io.Writer, tl *Timeline, o Options, name func(Event) string) error {
	var b bytes.Buffer
	d := newBoxes(tl, cmp.Or(max(o.Width, 0), defaultWidth), name)
	if o.Simulated {
		d.simulated(float64(tl.TicksPerMicrosecond))
	}
	d.render(&b)
	_, err := w.Write(b.Bytes())
	return err
}

// boxes is the state of one RenderBoxes.
type boxes struct {
	rows         []boxRow
	names, plot  int // columns
	from, length int64
	part         string // the shown part of the run, "" for all of it
	heading      string
	axisTitle    string
	unit         float64 // ticks of the unit of the axis
}

// simulated makes the drawing that of a simulation.
func (d *boxes) simulated(ticksPerMicrosecond float64) {
	d.heading, d.axisTitle, d.unit = "What runs when", "time in µs", max(1, ticksPerMicrosecond)
	if float64(d.length) >= 1e4*d.unit {
		d.axisTitle, d.unit = axisTitle, 1000*d.unit
	}
}

// boxRow is a row of pieces of one kind of work. No two pieces overlap.
type boxRow struct {
	name         string
	asynchronous bool
	pieces       []Event // in the order of time
}

// busy returns the time of the pieces.
func (r boxRow) busy() float64 { return (&row{work: r.pieces}).busy() }

const (
	boxIndent = 2
	axisTitle = "time in ms"
	// leastBox is the number of columns that a typical box should have.
	leastBox = 5
	// mostNames limits the width of names: to one of so many columns.
	mostNames = 3
)

func newBoxes(tl *Timeline, width int, name func(Event) string) *boxes {
	d := &boxes{rows: boxRows(tl.Events, name), heading: "What ran when, in one of the runs",
		axisTitle: axisTitle,
		unit:      1000}
	for _, r := range d.rows {
		d.names = max(d.names, utf8.RuneCountInString(r.name))
	}
	d.names = min(max(d.names, len(axisTitle)), width/mostNames)
	d.plot = max(width-boxIndent-d.names-1, 1)
	start, end := tl.bounds()
	d.from, d.length = start, max(end-start, 1)
	if piece := typicalPiece(d.rows); piece > 0 {
		if shown := piece * int64(d.plot/leastBox); shown < d.length {
			d.from, d.part = instructive(d.rows, start)
			d.length = max(min(shown, end-d.from), 1)
		}
	}
	return d
}

// instructive returns where the shown part of a run begins, and the words for the heading. It begins with the
// first piece of the asynchronous row with the most work, or at the start of the run if there is no such row.
func instructive(rows []boxRow, start int64) (from int64, part string) {
	from, part = start, ", at its beginning"
	most := -1.0
	for _, r := range rows {
		if busy := r.busy(); r.asynchronous && busy > most {
			most, from = busy, r.pieces[0].Start
			part = fmt.Sprintf(", from the first '%s' on", r.name)
		}
	}
	return from, part
}

// boxRows distributes work to rows. Asynchronous work comes first, and each kind in the order of its
// beginning.
func boxRows(events []Event, name func(Event) string) []boxRow {
	var rows []boxRow
	for _, kind := range []Kind{Async, Compute} {
		byName := map[string][]Event{}
		var work []Event
		for _, e := range sorted(events) {
			if e.Kind == kind {
				work = append(work, e)
				byName[name(e)] = append(byName[name(e)], e)
			}
		}
		for _, n := range appearance(work, name) {
			pieces := byName[n]
			for i := range pieces {
				pieces[i].Iteration = i
			}
			for _, packed := range pack(pieces) {
				rows = append(rows, boxRow{n, kind == Async, packed})
			}
		}
	}
	return busiestRows(rows)
}

// busiestRows returns the maxRows rows with the most work.
func busiestRows(rows []boxRow) []boxRow {
	if len(rows) <= maxRows {
		return rows
	}
	order := slices.Clone(rows)
	slices.SortStableFunc(order, func(a, b boxRow) int { return cmp.Compare(b.busy(), a.busy()) })
	least := order[maxRows-1].busy()
	return slices.DeleteFunc(rows, func(r boxRow) bool { return r.busy() < least })
}

// typicalPiece returns the median length of pieces in the row with the most work, of rows with several
// pieces. It returns 0 if there is none.
func typicalPiece(rows []boxRow) int64 {
	var lengths []int64
	most := 0.0
	for _, r := range rows {
		if busy := r.busy(); len(r.pieces) > 1 && busy > most {
			most, lengths = busy, nil
			for _, e := range r.pieces {
				lengths = append(lengths, e.End-e.Start)
			}
		}
	}
	if len(lengths) == 0 {
		return 0
	}
	slices.Sort(lengths)
	return max(lengths[len(lengths)/2], 1)
}

func (d *boxes) render(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n%s%s.\nA box is a piece of work:\n\n", d.heading, d.part)
	numbers, marks := d.axis()
	d.line(b, d.axisTitle, numbers)
	d.line(b, "", marks)
	last := ""
	for _, r := range d.rows {
		plot, any := d.row(r)
		name := r.name
		if name == last {
			name = ""
		}
		if !any && (r.asynchronous || name == "") {
			continue
		}
		last = r.name
		d.line(b, name, plot)
	}
}

func (d *boxes) line(b *bytes.Buffer, name, plot string) {
	runes := []rune(name)
	name = string(runes[:min(len(runes), d.names)])
	fmt.Fprintf(b, "%s\n",
		strings.TrimRight(fmt.Sprintf("%*s%-*s %s", boxIndent, "", d.names, name, plot), " "))
}

// column returns the column of a time, which may lie outside of the drawing.
func (d *boxes) column(at int64) int {
	return int(float64(at-d.from) * float64(d.plot) / float64(d.length))
}

// axis returns the numbers of the axis and the marks below them. The distance of the numbers is 1, 2 or 5
// times a power of ten ticks.
func (d *boxes) axis() (numbers, marks string) {
	n, m := blank(d.plot), blank(d.plot)
	step := int64(1)
	for i := 0; d.column(d.from+step) < 2*leastBox && step < 1e17; i++ {
		step = []int64{2, 5, 10}[i%3] * pow10(i/3)
	}
	for at := int64(0); at < d.length; at += step {
		column := d.column(d.from + at)
		text := strconv.FormatFloat(float64(at)/d.unit, 'g', -1, 64)
		if column >= d.plot || column+len(text) > d.plot {
			break
		}
		copy(n[column:], text)
		m[column] = '|'
	}
	return string(n), string(m)
}

func pow10(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// row draws the boxes of a row and reports whether any of them is visible.
func (d *boxes) row(r boxRow) (plot string, any bool) {
	line := blank(d.plot)
	for _, e := range r.pieces {
		if e.Start < d.from && e.End <= d.from || e.Start >= d.from+d.length {
			continue
		}
		from := min(max(d.column(e.Start), 0), d.plot-1)
		to := min(max(d.column(e.End), from+1), d.plot)
		any = true
		box(line[from:to], r.asynchronous, e.Iteration)
	}
	return string(line), any
}

// box draws a piece: brackets, and the number if there is room for it.
func box(columns []byte, numbered bool, number int) {
	for i := range columns {
		columns[i] = '='
	}
	if len(columns) == 1 {
		return
	}
	columns[0], columns[len(columns)-1] = '[', ']'
	if text := strconv.Itoa(number); numbered && len(text) <= len(columns)-2 {
		copy(columns[(len(columns)-len(text))/2:], text)
	}
}

func blank(n int) []byte { return bytes.Repeat([]byte{' '}, n) }
