package ranks

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/timed"
	"github.com/inflight-compiler/inflight/timeline"
)

// Times is when the actions of a system happen, in picoseconds.
type Times struct {
	Makespan timed.Time
	// Begin and End are the times of the actions of each rank. A transfer begins when both sides are there.
	Begin, End [][]timed.Time
	// Busy is how long each rank computes.
	Busy []timed.Time
}

// Bubble returns how long a rank does not compute.
func (t *Times) Bubble(rank int) timed.Time { return t.Makespan - t.Busy[rank] }

// Time computes when everything happens under a transport, if each action starts as soon as it can. The
// computations of a rank are on one queue or on its host, so that they do not overlap. It returns an error if
// the system blocks.
func Time(s *System, t Transport) (*Times, error) {
	e := newEvents(s, t)
	_, order := e.happen()
	if len(order) < len(e.action) {
		return nil, diag.Errorf(codeDeadlock, s.Ranks[0].At,
			"the programs block, and have no time: inflight "+
				"check --ranks says where")
	}
	durations := e.durations(s, t)
	g := &timed.Graph{Ops: make([]timed.Op, len(order))}
	number := make([]int32, len(order)) // of the operation of an event
	for i, event := range order {
		number[event] = int32(i)
		op := timed.Op{Queue: timed.None}
		if e.isEnd(event) {
			op.Latency = durations[e.action[event]]
		}
		for _, p := range e.before(event) {
			op.Deps = append(op.Deps, number[p])
		}
		g.Ops[i] = op
	}
	r, err := timed.Run(g)
	if err != nil {
		return nil, err
	}
	times := &Times{Makespan: r.Makespan, Busy: make([]timed.Time, len(s.Ranks))}
	times.Begin, times.End = make([][]timed.Time, len(s.Ranks)), make([][]timed.Time, len(s.Ranks))
	for i, ref := range e.refs {
		op := number[end(int32(i))]
		times.Begin[ref.Rank] = append(times.Begin[ref.Rank], r.Start[op])
		times.End[ref.Rank] = append(times.End[ref.Rank], r.End[op])
		if s.Action(ref).Kind == Compute {
			times.Busy[ref.Rank] += r.End[op] - r.Start[op]
		}
	}
	return times, nil
}

// durations returns how long each action takes from the last predecessor of its end to the end. What ends
// together takes as long as the longest of it.
func (g *events) durations(s *System, t Transport) []timed.Time {
	all := make([]timed.Time, len(g.refs))
	for i, ref := range g.refs {
		all[i] = timed.Time(s.Action(ref).Cost)
	}
	for _, members := range g.meetings {
		longest := timed.Time(0)
		for _, x := range members {
			longest = max(longest, all[x])
		}
		for _, x := range members {
			all[x] = longest
		}
	}
	for i, ref := range g.refs {
		switch p := g.partner[i]; {
		case s.Action(ref).Kind != Recv:
		case t.Slots != 0:
			all[i] = 0 // the message has come with the end of the send
		case p != none:
			all[i] = max(all[i], all[p])
			all[p] = all[i]
		}
	}
	return all
}

// Timeline draws the actions of a system that take time: a lane for the computations of each rank, and one
// for each kind of what is beside them.
func (t *Times) Timeline(s *System) *timeline.Timeline {
	tl := &timeline.Timeline{TicksPerMicrosecond: 1_000_000}
	for r := range s.Ranks {
		rank := &s.Ranks[r]
		lanes, events := []string{diag.Sprintf("rank %d", r)}, [][]timeline.Event{nil}
		for i := range rank.Actions {
			a := &rank.Actions[i]
			begin, end := t.Begin[r][i], t.End[r][i]
			if begin == end || a.Kind == Wait {
				continue
			}
			lane := lanes[0] + rank.beside(a)
			n := slices.Index(lanes, lane)
			if n < 0 {
				n = len(lanes)
				lanes, events = append(lanes, lane), append(events, nil)
			}
			events[n] = append(events[n], timeline.Event{Lane: lane, Label: a.Label, Iteration: -1,
				Start: int64(begin), End: int64(end)})
		}
		for _, list := range events {
			for _, e := range list {
				tl.Add(e)
			}
		}
	}
	return tl
}

// beside is what the name of a lane has for an action behind the number of the rank: nothing for a
// computation.
func (r *Rank) beside(a *Action) string {
	switch {
	case a.Transfers():
		return " p2p"
	case a.Kind == Collective:
		return " collectives"
	case a.Kind == Background && a.Queue != Host:
		return " " + r.Queues[a.Queue]
	}
	return ""
}

// Idle is time in which a rank does not compute because it waits at one place.
type Idle struct {
	Rank, Action int32 // the first of the actions at that place
	Count        int   // how many actions that is
	Takes        timed.Time
}

// Idles returns where the hosts of the ranks wait, the longest times first. What stands on queues is not
// counted.
func (t *Times) Idles(s *System) []Idle {
	type place struct {
		rank int
		at   diag.Span
	}
	var all []Idle
	found := map[place]int{}
	for r := range s.Ranks {
		free := timed.Time(0)
		for i := range s.Ranks[r].Actions {
			a := &s.Ranks[r].Actions[i]
			if !a.Blocks() {
				continue
			}
			idle := t.End[r][i] - free
			free = t.End[r][i]
			if a.Kind == Compute || idle == 0 {
				continue
			}
			n, ok := found[place{r, a.At}]
			if !ok {
				n = len(all)
				found[place{r, a.At}] = n
				all = append(all, Idle{Rank: int32(r), Action: int32(i)})
			}
			all[n].Count++
			all[n].Takes += idle
		}
	}
	slices.SortStableFunc(all, func(a, b Idle) int { return cmp.Compare(b.Takes, a.Takes) })
	return all
}

// columns is the width of a drawing.
const columns = 96

// WriteText draws a line for each rank: what it computes when. A computation has its label if that fits into
// its columns, else the letter of its kind; dots are bubbles.
func (t *Times) WriteText(w io.Writer, s *System) error {
	for r := range s.Ranks {
		line := []byte(strings.Repeat(".", columns))
		for i := range s.Ranks[r].Actions {
			a := &s.Ranks[r].Actions[i]
			if a.Kind != Compute || t.Begin[r][i] == t.End[r][i] {
				continue
			}
			from, to := t.column(t.Begin[r][i]), t.column(t.End[r][i])
			letter := (strings.TrimLeft(a.Label, "0123456789(%@") + "#")[:1]
			text := strings.Repeat(letter, to-from)
			if room := to - from - len(a.Label); room >= 0 {
				text = a.Label + strings.Repeat("_", max(room-1, 0)) + " "
			}
			copy(line[from:to], text)
		}
		if _, err := fmt.Fprintf(w, "  rank %-3d %s\n", r, line); err != nil {
			return err
		}
	}
	return nil
}

// column returns the column of a time.
func (t *Times) column(x timed.Time) int {
	return int(float64(x) / float64(t.Makespan) * columns)
}
