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

// RenderBoxes draws what really ran, in microseconds, for people who have not seen such a drawing before: a
// row for each kind of work, whose name is given by the caller, with a box for each piece of it that is as
// long as the piece took, below a time axis. Where a row is empty nothing of its kind ran. Asynchronous work
// comes first, and its pieces are numbered. Of a run with more pieces than there is room for, the beginning
// is shown. The result is an error of the writer.
func RenderBoxes(w io.Writer, tl *Timeline, o Options, name func(Event) string) error {
	var b bytes.Buffer
	newBoxes(tl, cmp.Or(max(o.Width, 0), defaultWidth), name).render(&b)
	_, err := w.Write(b.Bytes())
	return err
}

// boxes is the state of one RenderBoxes.
type boxes struct {
	rows         []boxRow
	names, plot  int // columns
	from, length int64
	whole        bool // the drawing shows the whole run
}

// boxRow is the work of one name, packed so that no two pieces overlap.
type boxRow struct {
	name     string
	numbered bool
	pieces   []Event
}

const (
	boxIndent = 2
	axisTitle = "time in ms"
	// leastBox is how many columns a box should have.
	leastBox = 5
	// mostNames is the share of the width that names may have, as one in so many columns.
	mostNames = 3
)

func newBoxes(tl *Timeline, width int, name func(Event) string) *boxes {
	d := &boxes{rows: boxRows(tl.Events, name)}
	for _, r := range d.rows {
		d.names = max(d.names, utf8.RuneCountInString(r.name))
	}
	d.names = min(max(d.names, len(axisTitle)), width/mostNames)
	d.plot = max(width-boxIndent-d.names-1, 1)
	start, end := tl.bounds()
	d.from, d.length, d.whole = start, max(end-start, 1), true
	if piece := typicalPiece(d.rows); piece > 0 {
		if shown := piece * int64(d.plot/leastBox); shown < d.length {
			d.length, d.whole = max(shown, 1), false
		}
	}
	return d
}

// boxRows distributes work to rows: asynchronous work first, and each kind in the order in which it begins.
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
	busy := func(r boxRow) float64 { return (&row{work: r.pieces}).busy() }
	order := slices.Clone(rows)
	slices.SortStableFunc(order, func(a, b boxRow) int { return cmp.Compare(busy(b), busy(a)) })
	least := busy(order[maxRows-1])
	return slices.DeleteFunc(rows, func(r boxRow) bool { return busy(r) < least })
}

// typicalPiece returns the median length of the pieces in the row with the most work among those with several
// pieces, 0 without any.
func typicalPiece(rows []boxRow) int64 {
	var lengths []int64
	most := 0.0
	for _, r := range rows {
		if busy := (&row{work: r.pieces}).busy(); len(r.pieces) > 1 && busy > most {
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
	what := "What ran when, in one of the runs"
	if !d.whole {
		what += ", at its beginning"
	}
	fmt.Fprintf(b, "\n%s. A box is a piece of work:\n\n", what)
	numbers, marks := d.axis()
	d.line(b, axisTitle, numbers)
	d.line(b, "", marks)
	last := ""
	for _, r := range d.rows {
		plot, any := d.row(r)
		if !any {
			continue
		}
		name := r.name
		if name == last {
			name = ""
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

// column returns the column of a moment, which need not be in view.
func (d *boxes) column(at int64) int {
	return int(float64(at-d.from) * float64(d.plot) / float64(d.length))
}

// axis returns the numbers of the axis and the marks below them: 1, 2 or 5 times a power of ten microseconds
// apart.
func (d *boxes) axis() (numbers, marks string) {
	n, m := blank(d.plot), blank(d.plot)
	step := int64(1)
	for i := 0; d.column(d.from+step) < 2*leastBox && step < 1e17; i++ {
		step = []int64{2, 5, 10}[i%3] * pow10(i/3)
	}
	for at := int64(0); at < d.length; at += step {
		column := d.column(d.from + at)
		text := strconv.FormatFloat(float64(at)/1000, 'g', -1, 64)
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

// row draws the boxes of a row and reports whether any is in view.
func (d *boxes) row(r boxRow) (plot string, any bool) {
	line := blank(d.plot)
	for _, e := range r.pieces {
		from, to := max(d.column(e.Start), 0), min(d.column(e.End), d.plot)
		if to-from < 1 {
			continue
		}
		any = true
		box(line[from:to], r.numbered, e.Iteration)
	}
	return string(line), any
}

// box fills the columns of a piece: with brackets, and its number where there is room.
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
