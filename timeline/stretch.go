package timeline

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"
)

// stretch is a part of a schedule that is drawn. Usually it is a pipelined loop, from its first asynchronous
// operation to the end of the work that waited for the last one, with a few ticks before and after.
type stretch struct {
	start, end int64
	async      int    // number of asynchronous operations
	period     uint64 // ticks from one iteration to the next
	typical    uint64 // ticks of a typical statement
	digits     uint64 // of the largest iteration number that is shown
}

const (
	// drainPeriods is the largest number of periods between the last asynchronous operation and the end of a
	// stretch.
	drainPeriods = 4
	// fragmentsPerPeriod says which work counts as a fragment of a statement, such as an iteration of a loop
	// in it: work that takes less than this part of a period.
	fragmentsPerPeriod = 16
)

// whole returns the stretch that is the whole schedule.
func (tl *Timeline) whole() stretch {
	s := stretch{}
	s.start, s.end = tl.bounds()
	s.period = max(weightedMedian(durations(tl.Events, 0)), 1)
	return s.measured(tl.Events)
}

// stretches returns the pipelined parts of a schedule. A stretch ends if no asynchronous operation is in
// flight and the next one is issued much later than after the usual period.
func (tl *Timeline) stretches() []stretch {
	var async, other []Event
	for _, e := range sorted(tl.Events) {
		switch e.Kind {
		case Async:
			async = append(async, e)
		case Compute:
			other = append(other, e)
		}
	}
	period := max(usual(distances(async)), 1)
	var list []stretch
	for i, e := range async {
		if i == 0 || e.Start >= list[len(list)-1].end &&
			ticksBetween(async[i-1].Start, e.Start)/3 > period/2 {
			list = append(list, stretch{start: e.Start, end: e.End, period: period})
		}
		last := &list[len(list)-1]
		last.async++
		last.end = max(last.end, e.End)
	}
	_, end := tl.bounds()
	for i := range slices.Backward(list) {
		list[i].drain(other, end)
		end = list[i].start
	}
	return list
}

// drain extends a stretch to the end of its epilogue: the work after the last asynchronous operation of the
// kinds that also occur before it. Work that begins only some time later does not belong to the stretch.
func (s *stretch) drain(work []Event, limit int64) {
	users := map[[2]string]bool{}
	issued := s.end
	if ticksBetween(issued, max(limit, issued))/drainPeriods > s.period {
		limit = issued + drainPeriods*int64(s.period)
	}
	first := sort.Search(len(work), func(i int) bool { return work[i].Start >= s.start })
	for _, e := range work[first:] {
		name := [2]string{e.Lane, e.Label}
		switch {
		case e.Start >= limit || e.Start > s.end && ticksBetween(s.end, e.Start) > s.period:
			return
		case e.Start < issued:
			users[name] = true
		case !users[name]:
			continue
		}
		s.end = max(s.end, min(e.End, limit))
	}
}

// within returns the stretch with a small margin, inside the bounds of the whole schedule.
func (s stretch) within(start, end int64) stretch {
	margin := s.period / 8
	if ticksBetween(start, s.start) < s.period/2 {
		s.start = start
	} else {
		s.start -= int64(margin)
	}
	if ticksBetween(s.end, end) < s.period/2 {
		s.end = end
	}
	return s
}

// measured returns the stretch with the duration of typical work and the width of iteration numbers.
func (s stretch) measured(events []Event) stretch {
	events = s.clip(events)
	fragment := s.period / fragmentsPerPeriod
	s.typical = max(weightedMedian(durations(events, fragment)), 1)
	largest := 0
	for _, e := range events {
		if e.isWork() && ticksBetween(e.Start, e.End) >= fragment {
			largest = max(largest, e.Iteration)
		}
	}
	s.digits = uint64(len(strconv.Itoa(largest)))
	return s
}

// clip returns the parts of events that are in the stretch.
func (s stretch) clip(events []Event) []Event {
	clipped := make([]Event, 0, len(events))
	for _, e := range events {
		if e = e.normal(); e.Start > s.end || e.End < s.start || e.End == s.start && e.Start < s.start {
			continue
		}
		e.Start, e.End = max(e.Start, s.start), min(e.End, s.end)
		clipped = append(clipped, e)
	}
	return clipped
}

// sorted returns the events ordered by start. An end before its start is moved to the start.
func sorted(events []Event) []Event {
	events = slices.Clone(events)
	for i := range events {
		events[i] = events[i].normal()
	}
	slices.SortStableFunc(events, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	return events
}

// durations returns the durations of all work that takes at least so many ticks, and more than none.
func durations(events []Event, atLeast uint64) []uint64 {
	var list []uint64
	for _, e := range events {
		if d := ticksBetween(e.Start, e.normal().End); e.isWork() && d > 0 && d >= atLeast {
			list = append(list, d)
		}
	}
	return list
}

// distances returns the ticks between the starts of successive events with the same lane and label. The
// events are sorted.
func distances(events []Event) []uint64 {
	var list []uint64
	last := map[[2]string]int64{}
	for _, e := range events {
		name := [2]string{e.Lane, e.Label}
		if before, ok := last[name]; ok && before < e.Start {
			list = append(list, ticksBetween(before, e.Start))
		}
		last[name] = e.Start
	}
	return list
}

// usual returns the usual distance in a loop. Small distances belong to the prologue, or to statements with
// the same label; a few large ones lie between loops.
func usual(distances []uint64) uint64 {
	if len(distances) == 0 {
		return 0
	}
	slices.Sort(distances)
	return min(distances[len(distances)*7/10], math.MaxInt64/8) // so that a few periods do not overflow
}

// weightedMedian returns the duration d such that half of the total time is spent in durations of at most d.
// Unlike in a plain median, many short durations do not outweigh a few long ones. It is 0 without durations.
func weightedMedian(durations []uint64) uint64 {
	slices.Sort(durations)
	total := 0.0
	for _, d := range durations {
		total += float64(d)
	}
	sum := 0.0
	for _, d := range durations {
		if sum += float64(d); sum >= total/2 {
			return min(d, math.MaxInt64/8)
		}
	}
	return 0
}
