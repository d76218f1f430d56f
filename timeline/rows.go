package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
)

// maxRows is the largest number of rows of work in a lane. If there are more, the last row shows all work
// that has no row of its own.
const maxRows = 6

// row is a line of a drawing: events of one lane of which no two overlap.
type row struct {
	lane, label string
	work        []Event // sorted; no two overlap
	marks       []Event // events between the work: waits, commits, and work without a label
}

// rowsOf distributes events to rows, lane by lane. A lane has at least one row for each label of its work,
// and more if work with one label overlaps. Waits, commits and work without a label go to the row of the work
// that they belong to.
func rowsOf(lanes []string, events []Event) []*row {
	byLane := map[string][]Event{}
	for _, e := range events {
		byLane[e.Lane] = append(byLane[e.Lane], e)
	}
	var rows []*row
	for _, lane := range lanes {
		rows = append(rows, laneRows(lane, byLane[lane])...)
	}
	return rows
}

// laneRows distributes the events of one lane.
func laneRows(lane string, events []Event) []*row {
	byLabel := map[string][]Event{}
	var work, marks []Event
	for _, e := range events {
		if e.isWork() && e.Label != "" {
			work = append(work, e)
			byLabel[e.Label] = append(byLabel[e.Label], e)
		} else {
			marks = append(marks, e)
		}
	}
	var rows []*row
	for _, label := range appearance(work, func(e Event) string { return e.Label }) {
		for _, packed := range pack(byLabel[label]) {
			rows = append(rows, &row{lane: lane, label: label, work: joined(packed)})
		}
	}
	return placeMarks(lane, limitRows(lane, rows), marks)
}

// joined joins successive pieces of one iteration in a row.
func joined(work []Event) []Event {
	var list []Event
	for _, e := range work {
		if n := len(list); n > 0 && list[n-1].End == e.Start && list[n-1].Iteration == e.Iteration &&
			list[n-1].Kind == e.Kind {
			list[n-1].End = e.End
		} else {
			list = append(list, e)
		}
	}
	return list
}

// limitRows returns at most maxRows rows: those with the most work, and one that shows when any of the others
// works.
func limitRows(lane string, rows []*row) []*row {
	if len(rows) <= maxRows {
		return rows
	}
	busiest := slices.Clone(rows)
	slices.SortStableFunc(busiest, func(a, b *row) int { return cmp.Compare(b.busy(), a.busy()) })
	rest := &row{lane: lane, label: fmt.Sprintf("%d more", len(rows)-maxRows+1)}
	var events []Event
	for _, r := range busiest[maxRows-1:] {
		events = append(events, r.work...)
	}
	rest.work = union(events)
	kept := slices.DeleteFunc(rows, func(r *row) bool { return slices.Contains(busiest[maxRows-1:], r) })
	return append(kept, rest)
}

// busy returns the ticks that the work of a row takes.
func (r *row) busy() (ticks float64) {
	for _, e := range r.work {
		ticks += float64(ticksBetween(e.Start, e.End))
	}
	return ticks
}

// union returns events without a number for the times at which any of the given events takes place.
func union(events []Event) []Event {
	var list []Event
	for _, e := range sorted(events) {
		e.Iteration = -1
		if n := len(list); n > 0 && e.Start < list[n-1].End {
			list[n-1].End = max(list[n-1].End, e.End)
		} else {
			list = append(list, e)
		}
	}
	return list
}

// pack puts events into as few rows as possible such that no two in a row overlap, the earliest into the
// first.
func pack(events []Event) [][]Event {
	var rows [][]Event
	for _, e := range sorted(events) {
		i := slices.IndexFunc(rows, func(r []Event) bool { return r[len(r)-1].End <= e.Start })
		if i < 0 {
			i = len(rows)
			rows = append(rows, nil)
		}
		rows[i] = append(rows[i], e)
	}
	return rows
}

// placeMarks adds every commit to the row of the work that it commits, and every other mark to the row whose
// next work it delays. A mark that fits into no row gets a row of its own.
func placeMarks(lane string, rows []*row, marks []Event) []*row {
	var homeless []Event
	for _, mark := range marks {
		if best := bestRow(rows, mark); best != nil {
			best.marks = append(best.marks, mark)
		} else {
			homeless = append(homeless, mark)
		}
	}
	for _, packed := range pack(homeless) {
		rows = append(rows, &row{lane: lane, label: packed[0].Label, marks: packed})
	}
	return rows
}

// bestRow returns the row for a mark: the row with its label, otherwise the row whose work is nearest. It
// returns nil if the mark overlaps work in every row.
func bestRow(rows []*row, mark Event) *row {
	var best *row
	var bestDistance uint64
	for _, r := range rows {
		distance, fits := r.distance(mark)
		if !fits {
			continue
		}
		if r.label == mark.Label {
			return r
		}
		if best == nil || distance < bestDistance {
			best, bestDistance = r, distance
		}
	}
	return best
}

// distance returns the distance of a mark from its work in this row. It returns false if the mark overlaps
// work of the row.
func (r *row) distance(mark Event) (ticks uint64, fits bool) {
	next := sort.Search(len(r.work), func(i int) bool { return r.work[i].Start >= mark.End })
	if next > 0 && r.work[next-1].End > mark.Start {
		return 0, false
	}
	switch {
	case mark.Kind != Commit && next < len(r.work):
		return ticksBetween(mark.End, r.work[next].Start), true
	case mark.Kind == Commit && next > 0:
		return ticksBetween(r.work[next-1].End, mark.Start), true
	}
	return 1<<64 - 1, true
}
