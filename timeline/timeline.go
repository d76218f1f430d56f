package timeline

import (
	"cmp"
	"fmt"
	"slices"
)

// Kind is the kind of an event.
type Kind uint8

// The kinds of events.
const (
	// Compute is work that the lane's thread of control does itself.
	Compute Kind = iota
	// Async is an asynchronous operation between its issue and its completion.
	Async
	// Wait is the time in which a thread of control waits for a completion.
	Wait
	// Commit is the moment at which a group of operations is pushed to its queue.
	Commit
)

// String returns the word for legends.
func (k Kind) String() string {
	switch k {
	case Compute:
		return "compute"
	case Async:
		return "async"
	case Wait:
		return "wait"
	case Commit:
		return "commit"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// Event is one activity of a unit.
type Event struct {
	// Lane names the unit: a thread, a copy engine, a queue.
	Lane string
	// Label describes the activity in a few letters, such as "copy A". Work without a label is drawn as a
	// part of the work that follows it.
	Label string
	// Iteration is the loop iteration to which the activity belongs, -1 if there is none.
	Iteration int
	// Start and End are in ticks; the event covers [Start, End). An End before Start counts as Start.
	Start, End int64
	Kind       Kind

	number int // index in Timeline.Events, while a trace is written
}

// Timeline is a schedule. The order of the events determines the order of the lanes and of their rows, and
// nothing else.
type Timeline struct {
	Events []Event
	// Arrows lead from the end of one event to the start of another; only traces show them.
	Arrows []Arrow
	// TicksPerMicrosecond is the number of ticks in a microsecond, for traces; 0 stands for 1.
	TicksPerMicrosecond int64
}

// Arrow is a pair of events, by their indices.
type Arrow struct {
	From, To int
	Name     string
}

// Add appends events.
func (tl *Timeline) Add(events ...Event) { tl.Events = append(tl.Events, events...) }

// Lanes returns the names of the lanes in the order in which they first appear.
func (tl *Timeline) Lanes() []string {
	return appearance(tl.Events, func(e Event) string { return e.Lane })
}

// appearance returns the different keys of events in the order in which they first appear.
func appearance(events []Event, key func(Event) string) []string {
	var keys []string
	seen := map[string]bool{}
	for _, e := range events {
		if k := key(e); !seen[k] {
			seen[k] = true
			keys = append(keys, k)
		}
	}
	return keys
}

// bounds returns the first start and the last end.
func (tl *Timeline) bounds() (start, end int64) {
	for i, e := range tl.Events {
		e = e.normal()
		if i == 0 {
			start, end = e.Start, e.End
		}
		start, end = min(start, e.Start), max(end, e.End)
	}
	return start, end
}

// normal returns the event with an End that is not before its Start.
func (e Event) normal() Event {
	e.End = max(e.Start, e.End)
	return e
}

// isWork reports whether the event is work, and not a wait or a commit.
func (e Event) isWork() bool { return e.Kind == Compute || e.Kind == Async }

// ticksBetween returns b - a for a <= b. The result fits even if the difference of two int64 does not.
func ticksBetween(a, b int64) uint64 { return uint64(b) - uint64(a) }

// Overlap returns the share of the asynchronous work that was hidden behind other work, between 0 and 1. It
// sums the time of all asynchronous events; hidden is the time at which another lane was busy too. A lane
// that waits is not busy, and its own asynchronous events do not count during the wait. It returns false if
// no asynchronous work takes any time.
func (tl *Timeline) Overlap() (share float64, ok bool) {
	async, hidden := tl.asyncTicks()
	if async == 0 {
		return 0, false
	}
	return hidden / async, true
}

// asyncTicks returns the time of all asynchronous work, and the hidden part of it.
func (tl *Timeline) asyncTicks() (total, hidden float64) {
	now := activity{underWay: map[string]*[Wait + 1]int{}}
	edges := tl.edges()
	for i, edge := range edges {
		now.apply(edge)
		if i+1 == len(edges) {
			break
		}
		// Each product is rounded before it is added, so that the result is the same on every architecture.
		span := float64(float64(ticksBetween(edge.at, edges[i+1].at)) * float64(now.async))
		total += span
		if now.lanes > 1 {
			hidden += span
		}
	}
	return total, hidden
}

// waitTicks returns the time of all waits.
func (tl *Timeline) waitTicks() (total float64) {
	for _, e := range tl.Events {
		if e = e.normal(); e.Kind == Wait {
			total += float64(ticksBetween(e.Start, e.End))
		}
	}
	return total
}

// edge is the beginning (change 1) or the end (change -1) of an event.
type edge struct {
	at     int64
	change int
	event  Event
}

// edges returns the beginnings and the ends of all work and of all waits in the order of time.
func (tl *Timeline) edges() []edge {
	edges := make([]edge, 0, 2*len(tl.Events))
	for _, e := range tl.Events {
		if e = e.normal(); e.isWork() || e.Kind == Wait {
			edges = append(edges, edge{e.Start, 1, e}, edge{e.End, -1, e})
		}
	}
	slices.SortStableFunc(edges, func(a, b edge) int { return cmp.Compare(a.at, b.at) })
	return edges
}

// activity is the state of the lanes at one moment.
type activity struct {
	underWay map[string]*[Wait + 1]int // events of each kind, by lane
	async    int                       // asynchronous events on lanes that do not wait
	lanes    int                       // number of lanes that work
}

// apply advances the state past one edge.
func (a *activity) apply(e edge) {
	counts := a.underWay[e.event.Lane]
	if counts == nil {
		counts = new([Wait + 1]int)
		a.underWay[e.event.Lane] = counts
	}
	a.count(counts, -1)
	counts[e.event.Kind] += e.change
	a.count(counts, 1)
}

// count adds the contribution of one lane, multiplied by n.
func (a *activity) count(counts *[Wait + 1]int, n int) {
	if counts[Wait] == 0 && counts[Compute]+counts[Async] > 0 {
		a.async += n * counts[Async]
		a.lanes += n
	}
}
