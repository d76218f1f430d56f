package ranks

import (
	"fmt"
	"io"
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
	g := &timed.Graph{Ops: make([]timed.Op, len(order))}
	number := make([]int32, len(order)) // of the operation of an event
	for i, event := range order {
		number[event] = int32(i)
		op := timed.Op{Queue: timed.None, Latency: e.duration(s, t, event)}
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

// duration returns how long it takes from the last predecessor of an event to the event.
func (g *events) duration(s *System, t Transport, event int32) timed.Time {
	if !g.isEnd(event) {
		return 0
	}
	a := s.Action(g.refs[g.action[event]])
	if a.Kind == Recv && t.Slots != 0 {
		return 0 // the message has come with the end of the send
	}
	return timed.Time(a.Cost)
}

// Timeline draws the computations and transfers of a system that take time, a lane for each rank and one for
// its transfers.
func (t *Times) Timeline(s *System) *timeline.Timeline {
	tl := &timeline.Timeline{TicksPerMicrosecond: 1_000_000}
	for r := range s.Ranks {
		for _, transfers := range []bool{false, true} {
			for i := range s.Ranks[r].Actions {
				a := &s.Ranks[r].Actions[i]
				begin, end := t.Begin[r][i], t.End[r][i]
				if a.Transfers() != transfers || begin == end {
					continue
				}
				lane := diag.Sprintf("rank %d", r)
				if transfers {
					lane += " p2p"
				}
				tl.Add(timeline.Event{Lane: lane, Label: a.Label, Iteration: -1, Start: int64(begin),
					End: int64(end)})
			}
		}
	}
	return tl
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
			letter := (strings.TrimLeft(a.Label, "0123456789(") + "#")[:1]
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
