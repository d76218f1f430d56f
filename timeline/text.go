package timeline

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// defaultWidth is the width of a drawing if the options have none.
	defaultWidth = 80
	// axisName stands to the left of the time axis.
	axisName = "ticks"
)

// Options configure RenderText and RenderBoxes.
type Options struct {
	// Width is the largest number of columns of a line; 0 means 80.
	Width int
	// ASCII restricts the drawing to ASCII characters, which every terminal shows.
	ASCII bool
	// Color asks for ANSI colours, which take no columns.
	Color bool
	// Simulated says that RenderBoxes draws no measured run: the heading does not call it one of several, and
	// the axis has microseconds or milliseconds, depending on the length.
	Simulated bool
}

// RenderText draws a timeline: a time axis, below it a row for each lane and kind of work, a legend, and how
// much asynchronous work was hidden. Events in the same column happen at the same time. A number in a bar is
// its iteration. If a schedule is too long, the first pipelined loop is shown; if that is too long, its
// beginning and its end, with prologue and epilogue. The error is one of the writer.
func RenderText(w io.Writer, tl *Timeline, o Options) error {
	if o.Width <= 0 {
		o.Width = defaultWidth
	}
	var b bytes.Buffer
	if len(tl.Events) == 0 {
		drawing{out: &b, options: o}.prose("no events")
	} else {
		newDrawing(&b, tl, o).render()
	}
	_, err := w.Write(b.Bytes())
	return err
}

// drawing is the state of one RenderText.
type drawing struct {
	out                    *bytes.Buffer
	timeline               *Timeline
	options                Options
	look                   look
	rows                   []*row
	laneColumns, labelCols int
	view                   view
	stretches              []stretch // the first of them is shown; none if the whole schedule is
}

// newDrawing chooses the part of the schedule to show.
func newDrawing(out *bytes.Buffer, tl *Timeline, o Options) drawing {
	d := drawing{out: out, timeline: tl, options: o, look: lookFor(o)}
	all, stretches := tl.whole(), tl.stretches()
	shown := all
	if len(stretches) > 0 {
		shown = stretches[0].within(all.start, all.end).measured(tl.Events)
		all.period, all.typical, all.digits = shown.period, shown.typical, max(shown.digits, all.digits)
	}
	atLeast := uint64(0)
	if len(stretches) > 1 {
		atLeast = legible // one loop that is easy to read is better than all of them
	}
	// This test is cheap, and avoids distributing all events to rows for nothing.
	if _, ok := wholeView(all, o.Width, atLeast); ok {
		if d.view, ok = wholeView(all, d.plotColumns(all), atLeast); ok {
			return d
		}
	}
	d.stretches = stretches
	d.view = stretchView(shown, d.plotColumns(shown), shown.start > all.start, shown.end < all.end)
	return d
}

// plotColumns distributes the events of a stretch to rows and returns the width of the plot. Names get the
// width that they need, but together no more than about two fifths.
func (d *drawing) plotColumns(s stretch) int {
	d.rows = rowsOf(d.timeline.Lanes(), s.clip(d.timeline.Events))
	d.laneColumns, d.labelCols = 0, len(axisName)
	for _, r := range d.rows {
		d.laneColumns = max(d.laneColumns, utf8.RuneCountInString(r.lane))
		d.labelCols = max(d.labelCols, utf8.RuneCountInString(r.label))
	}
	d.laneColumns = min(d.laneColumns, d.options.Width/5)
	d.labelCols = min(d.labelCols, d.options.Width/5)
	return max(d.options.Width-d.nameColumns(), 1)
}

// nameColumns returns how many columns stand to the left of the plot.
func (d drawing) nameColumns() int { return d.laneColumns + 1 + d.labelCols + 1 }

// render draws everything.
func (d drawing) render() {
	d.axis()
	d.plots()
	d.legend()
	d.summary()
}

// plots draws the rows that have visible events. It does not repeat a name.
func (d drawing) plots() {
	lane, label := "", ""
	for i, r := range d.rows {
		c := newCanvas(d.view, d.look)
		if !c.row(r) {
			continue
		}
		newLane := i == 0 || lane != r.lane
		names := [2]string{}
		if newLane {
			names[0] = r.lane
		}
		if newLane || label != r.label {
			names[1] = r.label
		}
		lane, label = r.lane, r.label
		d.line(names[0], names[1], c.String())
	}
}

// axis draws the numbers of the ticks and, below them, the axis itself.
func (d drawing) axis() {
	numbers, axis := newCanvas(d.view, d.look), newCanvas(d.view, d.look)
	step := d.view.tickStep()
	for _, w := range d.view.windows {
		for column := w.from; column < w.to; column++ {
			axis.cells[w.at+int(column-w.from)] = cell{r: d.look.axis, style: faint}
		}
		d.view.eachTick(w, step, func(column uint64, tick int64) {
			if numbers.text(w, column, strconv.FormatInt(tick, 10)) {
				axis.cells[w.at+int(column-w.from)].r = d.look.tick
			}
		})
	}
	d.line("", axisName, numbers.String())
	d.line("", "", axis.String())
}

// tickStep returns the distance of numbers on the axis: 1, 2 or 5 times a power of ten, and at least ten
// columns.
func (v view) tickStep() uint64 {
	const columns = 10
	for power := uint64(1); power < 1e18; power *= 10 {
		for _, factor := range []uint64{1, 2, 5} {
			if v.scale.at(power*factor) >= columns {
				return power * factor
			}
		}
	}
	return 1e18
}

// eachTick calls a function for every multiple of step in a window.
func (v view) eachTick(w window, step uint64, visit func(column uint64, tick int64)) {
	first := v.scale.ticksAt(w.from)
	remainder := (v.origin + int64(first)) % int64(step)
	offset := first
	switch {
	case remainder < 0:
		offset += uint64(-remainder)
	case remainder > 0:
		offset += step - uint64(remainder)
	}
	// The sum overflows if a schedule ends at the largest time.
	for ; offset >= first && v.scale.at(offset) < w.to; offset += step {
		visit(v.scale.at(offset), v.origin+int64(offset))
		first = offset
	}
}

// legend explains the characters that occur, and names the omitted parts.
func (d drawing) legend() {
	examples := []string{
		Compute: d.look.bars[0] + " compute", Async: d.look.bars[1] + " async",
		Wait: d.look.waitBar + " wait", Commit: d.look.commitBar + " commit",
	}
	var items []string
	for kind, example := range examples {
		if slices.ContainsFunc(d.timeline.Events, func(e Event) bool { return int(e.Kind) == kind }) {
			items = append(items, example)
		}
	}
	if slices.ContainsFunc(d.timeline.Events, func(e Event) bool { return e.isWork() && e.Iteration >= 0 }) {
		items = append(items, "numbers are iterations")
	}
	d.prose(append(items, d.leftOut()...)...)
}

// leftOut returns texts about the omitted parts.
func (d drawing) leftOut() []string {
	var parts []string
	for _, p := range d.view.leftOut(d.timeline.bounds()) {
		parts = append(parts, fmt.Sprintf("%d to %d", p[0], p[1]))
	}
	var items []string
	if len(parts) > 0 {
		items = append(items,
			fmt.Sprintf("%s ticks %s left out", strings.TrimSpace(d.look.gap), strings.Join(parts, ", ")))
	}
	if n := len(d.stretches); n > 1 {
		what := fmt.Sprintf("first of %d runs of pipelined loops", n)
		if async := d.stretches[0].async; !slices.ContainsFunc(d.stretches, func(s stretch) bool {
			return s.async != async
		}) {
			what += fmt.Sprintf(", each with %d async operations", async)
		}
		items = append(items, what)
	}
	return items
}

// summary writes the total time, the share of the asynchronous work that was hidden, and the time of waits.
// The share is rounded down, so that 100% means all of it.
func (d drawing) summary() {
	start, end := d.timeline.bounds()
	items := []string{fmt.Sprintf("total: %d ticks", ticksBetween(start, end))}
	if async, hidden := d.timeline.asyncTicks(); async > 0 {
		items = append(items,
			fmt.Sprintf("async work: %.0f ticks, %d%% hidden behind other work", async,
				int(hidden/async*100)))
	} else {
		items = append(items, "no async work")
	}
	items = append(items, fmt.Sprintf("waiting: %.0f ticks", d.timeline.waitTicks()))
	d.prose(items...)
}

// line writes a row of the drawing with its names.
func (d drawing) line(lane, label, plot string) {
	names := fmt.Sprintf("%s %s ", d.name(lane, d.laneColumns, true), d.name(label, d.labelCols, false))
	if utf8.RuneCountInString(names) >= d.options.Width {
		names = "" // a plot without names says more than names without a plot
	}
	d.out.WriteString(strings.TrimRight(names+plot, " "))
	d.out.WriteByte('\n')
}

// name fits a name into a number of columns. It omits the beginning or the end of a name that is too long,
// and replaces characters that are not one column wide.
func (d drawing) name(s string, columns int, keepEnd bool) string {
	runes := []rune(s)
	for i, r := range runes {
		isNarrow := unicode.IsPrint(r) && r < 0x1100 && !unicode.In(r, unicode.Mn, unicode.Me)
		if !isNarrow || d.options.ASCII && r > unicode.MaxASCII {
			runes[i] = '?'
		}
	}
	switch {
	case len(runes) <= columns || columns == 0:
		runes = runes[:min(len(runes), columns)]
	case keepEnd:
		runes = runes[len(runes)-columns:]
		runes[0] = d.look.ellipsis
	default:
		runes = runes[:columns]
		runes[columns-1] = d.look.ellipsis
	}
	return string(runes) + strings.Repeat(" ", columns-len(runes))
}

// prose writes items, two spaces apart, in lines within the width. An item that is too long for a line is
// broken at its spaces, and a word that is too long is cut.
func (d drawing) prose(items ...string) {
	for _, line := range wrap(items, "  ", d.options.Width) {
		d.out.WriteString(line + "\n")
	}
}

// wrap joins items to lines of at most width characters.
func wrap(items []string, separator string, width int) []string {
	var lines []string
	for _, item := range items {
		last := len(lines) - 1
		n := utf8.RuneCountInString(item)
		switch {
		case last >= 0 && utf8.RuneCountInString(lines[last])+len(separator)+n <= width:
			lines[last] += separator + item
		case n <= width:
			lines = append(lines, item)
		case strings.Contains(item, " "):
			lines = append(lines, wrap(strings.Fields(item), " ", width)...)
		default:
			lines = append(lines, string([]rune(item)[:width]))
		}
	}
	return lines
}
