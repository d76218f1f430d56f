package timeline

import (
	"cmp"
	"math"
	"slices"
	"sort"
	"strconv"
)

// stretch is a part of a schedule that is drawn: as a rule a pipelined loop from its first asynchronous
// operation until what was waiting for the last one is done, including some ticks at either side.
type stretch struct {
	start, end int64
	async      int    // number of asynchronous operations
	period     uint64 // ticks from one iteration to the next
	typical    uint64 // ticks of a typical statement
	digits     uint64 // of the largest iteration number that is worth showing
}

const (
	// drainPeriods is how many periods after its last asynchronous operation a stretch may take to end.
	drainPeriods = 4
	// fragmentsPerPeriod says what is a fragment of a statement, such as an iteration of a loop inside it,
	// rather than a statement: what takes less than this part of a period.
	fragmentsPerPeriod = 16
)

// whole returns the stretch that is the whole schedule.
func (tl *Timeline) whole() stretch {
	s := stretch{}
	s.start, s.end = tl.bounds()
	s.period = max(weightedMedian(durations(tl.Events, 0)), 1)
	return s.measured(tl.Events)
}

// stretches returns the pipelined parts of a schedule. One ends where no asynchronous operation is in flight
// and the next is issued far later than the last ones were.
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

// drain extends a stretch to the end of its epilogue: what is done after the last asynchronous operation, but
// was also done before it. Work that only begins some time later is something else.
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

// within returns the stretch with a little of what is around it, at most as much as the whole schedule.
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

// measured returns the stretch with what the events in it take.
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

// sorted returns events in the order of their beginnings, with ends that are not before them.
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

// durations returns how long each piece of work takes that takes any time, and at least so many ticks.
func durations(events []Event, atLeast uint64) []uint64 {
	var list []uint64
	for _, e := range events {
		if d := ticksBetween(e.Start, e.normal().End); e.isWork() && d > 0 && d >= atLeast {
			list = append(list, d)
		}
	}
	return list
}

// distances returns the ticks between the beginnings of events of one lane and label. The events are sorted.
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

// usual returns the distance that is usual in a loop. The small ones are those of its prologue, or of
// statements that share a label; a few large ones lie between loops.
func usual(distances []uint64) uint64 {
	if len(distances) == 0 {
		return 0
	}
	slices.Sort(distances)
	return min(distances[len(distances)*7/10], math.MaxInt64/8) // so that some periods are still a number
}

// weightedMedian returns the duration that half of all time is spent in, or in shorter ones. Unlike in a
// plain median, many short durations do not outweigh a few long ones. It is 0 if there are none.
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
