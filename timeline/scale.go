package timeline

import (
	"math"
	"math/bits"
	"slices"
	"strconv"
)

const (
	// comfortable is how many columns the typical piece of work gets where there is room.
	comfortable = 8
	// gapColumns is how wide the mark is that stands for the left-out middle of a schedule.
	gapColumns = 4
	// minTailed is the smallest plot that is worth being split into a beginning and an end.
	minTailed = 4 * gapColumns
)

// scale says how long a column is: so many columns for so many ticks. One of the two is 1, so that work that takes
// equally long is drawn equally long whenever a tick has its own column.
type scale struct{ columns, ticks uint64 }

// scaleFor returns the scale at which a duration gets at least the target number of columns.
func scaleFor(duration, target uint64) scale {
	if duration >= target {
		return scale{columns: 1, ticks: duration / target}
	}
	return scale{columns: (target + duration - 1) / duration, ticks: 1}
}

// at returns the column of a number of ticks after the origin; it saturates.
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

// ticksAt returns the first tick that a column shows.
func (s scale) ticksAt(column uint64) uint64 {
	if s.columns > 1 {
		return column/s.columns + (column%s.columns+s.columns-1)/s.columns
	}
	return column * s.ticks
}

// window shows the columns [from, to) of the schedule at a place of the plot.
type window struct {
	from, to uint64
	at       int
}

// view is what of a schedule is shown, and how large.
type view struct {
	origin  int64
	scale   scale
	windows []window // one, or the beginning and the end
	columns int      // of the plot
}

// newView chooses the largest scale at which the schedule fits into a number of columns. Where none is large enough for
// the iterations to be told apart, the middle is left out instead of everything being squeezed to noise.
func newView(tl *Timeline, columns int, maxTicks int64) view {
	start, end := tl.bounds()
	total, typical, digits := ticksBetween(start, end), tl.typicalTicks(), tl.iterationDigits()
	v := view{origin: start, columns: columns}
	elided := maxTicks > 0 && total > uint64(maxTicks)
	for target := max(comfortable, digits+4); target >= digits+2 && !elided; target-- {
		v.scale = scaleFor(typical, target)
		if last := v.scale.at(total); last < uint64(columns) {
			v.windows = []window{{from: 0, to: last + 1}}
			return v
		}
	}
	v.scale = scaleFor(typical, digits+4)
	v.windows = ends(v.scale, total, columns, maxTicks)
	return v
}

// ends returns windows on the beginning and the end of a schedule that does not fit.
func ends(s scale, total uint64, columns int, maxTicks int64) []window {
	width := s.at(total)
	if width < math.MaxUint64 {
		width++ // for a commit at the very end
	}
	if columns < minTailed {
		return []window{{from: 0, to: min(width, uint64(columns))}}
	}
	shown := uint64(columns - gapColumns)
	if maxTicks > 0 {
		shown = min(shown, max(s.at(uint64(maxTicks)), 2))
	}
	if width <= shown {
		return []window{{from: 0, to: width}}
	}
	head := max(shown*3/5, 1)
	return []window{
		{from: 0, to: head},
		{from: width - (shown - head), to: width, at: int(head) + gapColumns},
	}
}

// gap returns the ticks that the view leaves out between its windows.
func (v view) gap() (from, to int64, ok bool) {
	if len(v.windows) < 2 {
		return 0, 0, false
	}
	from = v.origin + int64(v.scale.ticksAt(v.windows[0].to))
	to = v.origin + int64(v.scale.ticksAt(v.windows[1].from))
	return from, to, from < to
}

// typicalTicks returns the median duration of the work, at least 1.
func (tl *Timeline) typicalTicks() uint64 {
	var durations []uint64
	for _, e := range tl.Events {
		if e = e.normal(); e.isWork() && e.End > e.Start {
			durations = append(durations, ticksBetween(e.Start, e.End))
		}
	}
	if len(durations) == 0 {
		return 1
	}
	slices.Sort(durations)
	return durations[len(durations)/2]
}

// iterationDigits returns how many digits the largest iteration number has.
func (tl *Timeline) iterationDigits() uint64 {
	largest := 0
	for _, e := range tl.Events {
		largest = max(largest, e.Iteration)
	}
	return uint64(len(strconv.Itoa(largest)))
}
