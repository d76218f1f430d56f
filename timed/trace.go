package timed

import (
	"github.com/inflight-compiler/inflight/timeline"
)

// Timeline converts a result for drawing, in picoseconds. There is a lane for each queue, and one for each
// engine with operations on no queue. Each dependence between threads of control is an arrow.
func (r *Result) Timeline(g *Graph) *timeline.Timeline {
	tl := &timeline.Timeline{TicksPerMicrosecond: 1e6}
	for i := range g.Ops {
		kind := timeline.Async
		if r.Engine[i] == 0 {
			kind = timeline.Compute
		}
		tl.Add(timeline.Event{
			Lane: g.track(r, int32(i)), Label: g.Ops[i].Label, Iteration: -1, Start: int64(r.Start[i]),
			End: int64(r.End[i]), Kind: kind,
		})
		for _, d := range g.Ops[i].Deps {
			if g.Ops[i].Source != nil && g.Ops[i].Source == g.Ops[d].Source {
				continue // both belong to one thread of control
			}
			tl.Arrows = append(tl.Arrows, timeline.Arrow{From: int(d), To: i, Name: Dependence.String()})
		}
	}
	return tl
}

// track returns the name of an operation's lane.
func (g *Graph) track(r *Result, op int32) string {
	switch q := g.Ops[op].Queue; {
	case q != None:
		return g.Queues[q].Name
	case r.Engine[op] != None:
		return g.Engines[r.Engine[op]].Name
	}
	return "no engine"
}
