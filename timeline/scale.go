package timeline

import (
	"math"
	"math/bits"
)

const (
	// comfortable is the number of columns for a typical piece of work if there is room, legible if there is
	// little.
	comfortable, legible = 12, 6
	// periodColumns is the smallest number of columns for an iteration.
	periodColumns = 8
	// headPeriods is the number of iterations at the beginning of a schedule that are shown if its middle is
	// omitted.
	headPeriods = 5
	// gapColumns is the width of the mark for an omitted part.
	gapColumns = 4
	// minTailed is the smallest width at which the drawing is split into a beginning and an end.
	minTailed = 6 * gapColumns
)

// scale is the length of a column: so many columns for so many ticks. One of the two numbers is 1. So work of
// equal duration is drawn with equal length if each tick has its own column.
type scale struct{ columns, ticks uint64 }

// scaleFor returns the scale at which a duration gets at least the target number of columns.
func scaleFor(duration, target uint64) scale {
	if duration >= target {
		return scale{columns: 1, ticks: duration / target}
	}
	return scale{columns: (target + duration - 1) / duration, ticks: 1}
}

// at returns the column of a number of ticks after the origin, at most the largest uint64.
func (s scale) at(ticks uint64) uint64 {
	if s.columns == 1 {
		return ticks / s.ticks
	}
	high, low := bits.Mul64(ticks, s.columns)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

// ticksAt returns the first tick that a column shows, at most the largest uint64.
func (s scale) ticksAt(column uint64) uint64 {
	if s.columns > 1 {
		return column/s.columns + (column%s.columns+s.columns-1)/s.columns
	}
	high, low := bits.Mul64(column, s.ticks)
	if high != 0 {
		return math.MaxUint64
	}
	return low
}

// scaleFor returns the largest comfortable scale at which the ticks fit into the columns, typical work of the
// stretch has at least atLeast columns, and its iteration number fits in. If there is none, it returns a
// scale with a few columns for each iteration, and the ticks may not fit.
func (s stretch) scaleFor(ticks uint64, columns int, atLeast uint64) (result scale, fits bool) {
	atLeast = max(atLeast, s.digits+2)
	for target := max(comfortable, atLeast); target >= atLeast; target-- {
		if result = scaleFor(s.typical, target); result.at(ticks) < uint64(columns) {
			return result, true
		}
	}
	result = scaleFor(s.period, max(periodColumns, s.digits+3))
	return result, result.at(ticks) < uint64(columns)
}

// window shows the columns [from, to) of the schedule at a position of the drawing.
type window struct {
	from, to uint64
	at       int
}

// view is the shown part of a schedule, and its scale.
type view struct {
	origin  int64
	scale   scale
	windows []window // one, or the beginning and the end
	gaps    []int    // positions of the marks for omitted parts
	columns int      // of the plot
}

// wholeView returns the view of a whole schedule. It returns false if the schedule does not fit with at least
// so many columns for typical work.
func wholeView(s stretch, columns int, atLeast uint64) (v view, ok bool) {
	v = view{origin: s.start, columns: columns}
	v.scale, ok = s.scaleFor(ticksBetween(s.start, s.end), columns, atLeast)
	v.windows = []window{{to: v.scale.at(ticksBetween(s.start, s.end)) + 1}}
	return v, ok
}

// stretchView returns the view of a stretch: the whole stretch or, if that would be too small to read, its
// beginning and end. before and after say whether the schedule has events before and after it.
func stretchView(s stretch, columns int, before, after bool) view {
	v := view{origin: s.start, columns: columns}
	total := ticksBetween(s.start, s.end)
	if columns < minTailed {
		v.scale, _ = s.scaleFor(headPeriods*s.period, columns, legible)
		v.windows = []window{{to: min(v.scale.at(total), uint64(columns)-1) + 1}}
		return v
	}
	left, right := 0, columns
	if before {
		v.gaps, left = append(v.gaps, 0), gapColumns
	}
	if after {
		right -= gapColumns
	}
	var fits bool
	if v.scale, fits = s.scaleFor(total, right-left, 0); !fits {
		head := (right - left - gapColumns) * 2 / 3
		v.scale, _ = s.scaleFor(headPeriods*s.period, head, legible)
	}
	v.split(left, right, v.scale.at(total))
	if after {
		last := v.windows[len(v.windows)-1]
		v.gaps = append(v.gaps, last.at+int(last.to-last.from))
	}
	return v
}

// split makes a window between two positions of the drawing, which shows all columns up to last. If there is
// no room, it makes windows for the beginning and the end.
func (v *view) split(left, right int, last uint64) {
	if last < uint64(right-left) {
		v.windows = []window{{to: last + 1, at: left}}
		return
	}
	head := (right - left - gapColumns) * 2 / 3
	tail := right - left - gapColumns - head
	v.gaps = append(v.gaps, left+head)
	v.windows = []window{
		{to: uint64(head), at: left},
		{from: last - uint64(tail) + 1, to: last + 1, at: left + head + gapColumns},
	}
	if last == math.MaxUint64 { // saturated
		v.windows[1].from, v.windows[1].to = last-uint64(tail), last
	}
}

// column returns the column that shows a tick, which is not before the view.
func (v view) column(tick int64) uint64 { return v.scale.at(ticksBetween(v.origin, tick)) }

// leftOut returns the parts of a schedule that the view does not show, as pairs of ticks.
func (v view) leftOut(start, end int64) [][2]int64 {
	var parts [][2]int64
	add := func(from, to int64) {
		if from < to {
			parts = append(parts, [2]int64{from, to})
		}
	}
	tick := func(column uint64) int64 {
		return v.origin + int64(min(v.scale.ticksAt(column), ticksBetween(v.origin, end)))
	}
	from := start
	for _, w := range v.windows {
		add(from, tick(w.from))
		from = tick(w.to)
	}
	add(from, end)
	return parts
}
