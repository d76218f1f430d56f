package timeline

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// cell is one character of a plot. A zero rune is a blank.
type cell struct {
	r     rune
	style string // SGR parameters, "" for none
}

// blank reports whether the cell shows nothing.
func (c cell) blank() bool { return c.r == 0 || c.r == ' ' }

// canvas is one row of a plot under construction.
type canvas struct {
	view  view
	look  look
	cells []cell
}

// newCanvas returns an empty row, with marks for omitted parts.
func newCanvas(v view, l look) *canvas {
	c := &canvas{view: v, look: l, cells: make([]cell, v.columns)}
	for _, at := range v.gaps {
		for i, r := range []rune(l.gap) {
			c.cells[at+i] = cell{r: r, style: faint}
		}
	}
	return c
}

// row draws a row and reports whether any of it is visible.
func (c *canvas) row(r *row) (visible bool) {
	var bars, commits []Event
	for _, e := range slices.Concat(r.work, r.marks) {
		if e.Kind == Commit && e.Start == e.End {
			commits = append(commits, e)
		} else {
			bars = append(bars, e)
		}
	}
	bars = sorted(bars)
	if r.label != "" {
		bars = absorbed(bars)
	}
	visible = c.bars(bars)
	for _, e := range commits {
		visible = c.commit(e) || visible
	}
	return visible
}

// absorbed joins work without a label to the work that follows it at once.
func absorbed(events []Event) []Event {
	list := events[:0]
	for i, e := range events {
		if e.Label == "" && i+1 < len(events) && events[i+1].Start == e.End && events[i+1].isWork() {
			events[i+1].Start = e.Start
		} else {
			list = append(list, e)
		}
	}
	return list
}

// bars draws events that do not overlap, in the order of time, and reports whether any of them is visible.
// Each event gets at least one column. If the next event begins in the same column, it is drawn from the
// following column on. If it also ends in that column, the column stands for all of these events and has the
// look of the longest.
func (c *canvas) bars(events []Event) (visible bool) {
	var next uint64
	var longest Event // in the last column
	for _, e := range events {
		from := c.view.column(e.Start)
		to := max(c.view.column(e.End), from+1)
		if to > next {
			visible = c.bar(e, max(from, next), to) || visible
			next, longest = to, e
			continue
		}
		if ticksBetween(e.Start, e.End) > ticksBetween(longest.Start, longest.End) {
			longest = e
		}
		longest.Iteration = -1
		visible = c.bar(longest, next-1, next) || visible
	}
	return visible
}

// bar draws an event in the columns [from, to) and reports whether any of it is visible.
func (c *canvas) bar(e Event, from, to uint64) (visible bool) {
	for _, w := range c.view.windows {
		for column := max(from, w.from); column < min(to, w.to); column++ {
			c.cells[w.at+int(column-w.from)] = cell{r: c.look.glyph(e, column-from, to-from),
				style: styleOf(e)}
			visible = true
		}
	}
	return visible
}

// commit draws a commit and reports whether it is visible. It takes the last column of the bar before it, so
// that the beginning of the next bar stays visible.
func (c *canvas) commit(e Event) bool {
	at := c.cell(e.Start, 0)
	if before := c.cell(e.Start, 1); before != nil && (at == nil || at.r != 0) {
		at = before
	}
	if at == nil {
		return false
	}
	*at = cell{r: c.look.commit, style: styleOf(e)}
	return true
}

// cell returns the cell of a tick, or the cell some columns to its left; nil if that is not visible.
func (c *canvas) cell(tick int64, left uint64) *cell {
	column := c.view.column(tick)
	for _, w := range c.view.windows {
		if column >= w.from+left && column < w.to+left {
			return &c.cells[w.at+int(column-left-w.from)]
		}
	}
	return nil
}

// text writes a word at a column of a window, unless it would overlap other text. It reports whether it has
// written the word.
func (c *canvas) text(w window, column uint64, word string) bool {
	at, end := w.at+int(column-w.from), len(c.cells)
	for _, gap := range c.view.gaps {
		if gap >= at {
			end = min(end, gap)
		}
	}
	if at+len(word) > end || at > 0 && !c.cells[at-1].blank() {
		return false
	}
	for i, r := range word {
		c.cells[at+i] = cell{r: r}
	}
	return true
}

// String returns the row without trailing blanks, with styles if the look has them.
func (c *canvas) String() string {
	var b strings.Builder
	style, blanks := "", 0
	for _, cell := range c.cells {
		if cell.blank() {
			blanks++
			continue
		}
		if style != "" && (blanks > 0 || cell.style != style) {
			b.WriteString(c.look.reset())
			style = ""
		}
		b.WriteString(strings.Repeat(" ", blanks))
		blanks = 0
		if cell.style != style {
			b.WriteString(c.look.set(cell.style))
			style = cell.style
		}
		b.WriteRune(cell.r)
	}
	if style != "" {
		b.WriteString(c.look.reset())
	}
	return b.String()
}

// look is a set of characters to draw with.
type look struct {
	open, close        rune    // 0 if bars have no ends
	compute, async     [2]rune // for even and odd iterations
	wait, commit       rune
	axis, tick         rune
	gap                string // gapColumns wide
	ellipsis           rune
	color              bool
	bars               [2]string // examples for the legend
	waitBar, commitBar string
}

// lookFor returns the characters for the options.
func lookFor(o Options) look {
	if o.ASCII {
		return look{open: '[', close: ']', compute: [2]rune{'=', '='}, async: [2]rune{'-', '-'}, wait: '.',
			commit: '+',
			axis:   '-', tick: '|', gap: " // ", ellipsis: '~', color: o.Color,
			bars: [2]string{"[0==][1==]", "[0--][1--]"}, waitBar: "....", commitBar: "+"}
	}
	return look{compute: [2]rune{'█', '▓'}, async: [2]rune{'▒', '░'}, wait: '·', commit: '◆',
		axis: '─', tick: '┬', gap: " ⋯⋯ ", ellipsis: '…', color: o.Color,
		bars: [2]string{"0██1▓▓", "0▒▒1░░"}, waitBar: "····", commitBar: "◆"}
}

// The styles in use, as SGR parameters.
const (
	faint = "2"
	bold  = "1"
)

// styleOf gives neighbouring iterations different colours.
func styleOf(e Event) string {
	switch {
	case e.Kind == Wait:
		return faint
	case e.Kind == Commit:
		return bold
	case e.Iteration < 0:
		return ""
	}
	return strconv.Itoa(31 + e.Iteration%6)
}

func (l look) set(style string) string {
	if !l.color || style == "" {
		return ""
	}
	return fmt.Sprintf("\x1b[%sm", style)
}

func (l look) reset() string {
	if !l.color {
		return ""
	}
	return "\x1b[0m"
}

// glyph returns the i-th character of an event that is drawn n columns wide: the iteration number, if there
// is room for all of it, in a bar.
func (l look) glyph(e Event, i, n uint64) rune {
	switch e.Kind {
	case Wait:
		return l.wait
	case Commit:
		return l.commit
	}
	number := ""
	if e.Iteration >= 0 {
		number = strconv.Itoa(e.Iteration)
	}
	digits := uint64(len(number))
	if l.open != 0 && n >= digits+2 {
		switch i {
		case 0:
			return l.open
		case n - 1:
			return l.close
		}
		i--
	}
	if i < digits && digits <= n {
		return rune(number[i])
	}
	return l.fill(e)
}

// fill returns the character that bars are made of.
func (l look) fill(e Event) rune {
	shades := l.compute
	if e.Kind == Async {
		shades = l.async
	}
	return shades[max(e.Iteration, 0)%2]
}
