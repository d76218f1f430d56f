package cuda

import (
	"slices"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/ir"
)

// graphs makes graphs of operations, with edges instead of queues. The operations issued between two waits of
// the host are the nodes of one graph, which is launched at the second wait. Graphs run one after the other
// on one stream; a ticket's number is that of its graph, on queue 0.
//
// Nodes do not allocate and free memory. An allocation takes effect at once, and freed memory is used again
// when the graph has ended.
type graphs struct {
	flow    *flow
	current *device.Stream // nil if no operation was issued since the last launch
	number  int64          // number of the current graph or, without one, of the last graph
	behind  []set          // for each node of the current graph, the nodes that it comes after, and itself
	runs    []graphRun     // launched graphs that are not known to have ended
	free    []freed
	give    func(bytes int64, at device.Address)
}

// graphRun is a launched graph.
type graphRun struct {
	number int64
	at     device.Moments
}

// freed is memory that nothing uses any more when a graph has ended.
type freed struct {
	number, bytes int64
	at            device.Address
}

// set is a set of nodes.
type set []uint64

func (s set) has(node uint64) bool { return int(node/64) < len(s) && s[node/64]>>(node%64)&1 != 0 }

// with returns the union of two sets.
func (s set) with(o set) set {
	if len(o) > len(s) {
		s = append(s, make(set, len(o)-len(s))...)
	}
	for i, bits := range o {
		s[i] |= bits
	}
	return s
}

// single returns the set of one node.
func single(node uint64) set {
	s := make(set, node/64+1)
	s[node/64] = 1 << (node % 64)
	return s
}

// issue adds an operation to the current graph, after the operations in after.
func (g *graphs) issue(op *ir.Op, after []*ticket,
	put func(*device.Stream, device.Order) (device.Moments, error)) (*ticket, error) {
	if err := g.begin(); err != nil {
		return nil, err
	}
	order := device.Order{After: g.edges(after), End: true}
	at, err := put(g.current, order)
	if err != nil {
		return nil, err
	}
	t := &ticket{op: op, number: g.number, node: uint64(at.End), ended: clock{g.number}}
	behind := single(t.node)
	for _, e := range order.After {
		behind = behind.with(g.behind[e-1])
	}
	g.behind = append(g.behind, behind)
	g.flow.open = append(g.flow.open, t)
	g.flow.used.Operations++
	g.flow.used.Edges += len(order.After)
	return t, nil
}

// begin makes a graph the current one, if there is none.
func (g *graphs) begin() (err error) {
	if g.current != nil {
		return nil
	}
	if g.current, err = g.flow.device.NewGraph(); err != nil {
		return err
	}
	g.number, g.behind = g.number+1, nil
	return nil
}

// edges returns the nodes of the current graph that an operation comes directly after: a node that another
// one of them comes after is left out.
func (g *graphs) edges(after []*ticket) (list []device.Event) {
	for _, t := range after {
		implied := func(u *ticket) bool {
			return u.number == g.number && u.node != t.node && g.behind[u.node-1].has(t.node)
		}
		if e := device.Event(t.node); t.number == g.number && !slices.ContainsFunc(after, implied) &&
			!slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}

// launch launches the current graph, if there is one.
func (g *graphs) launch() error {
	if g.current == nil {
		return nil
	}
	s, err := g.flow.stream(0)
	if err != nil {
		return err
	}
	at, err := s.Run(g.current, device.Order{Begin: true, End: true})
	if err != nil {
		return err
	}
	if g.flow.origin == 0 {
		g.flow.origin = at.Begin
	}
	g.current = nil
	g.runs = append(g.runs, graphRun{g.number, at})
	g.flow.used.Graphs++
	return nil
}

// wait blocks the host until the operations in after have ended, and with them their graphs.
func (g *graphs) wait(after []*ticket) error {
	last := int64(0)
	for _, t := range after {
		last = max(last, t.number)
	}
	if g.flow.host.has(&ticket{number: last}) {
		return nil
	}
	return g.waitFor(last)
}

// waitFor blocks the host until a graph has ended.
func (g *graphs) waitFor(number int64) error {
	if number == g.number {
		if err := g.launch(); err != nil {
			return err
		}
	}
	i := slices.IndexFunc(g.runs, func(r graphRun) bool { return r.number == number })
	if err := g.flow.device.Await(g.runs[i].at.End); err != nil {
		return g.flow.suspects(err)
	}
	g.flow.used.HostWaits++
	g.flow.host = clock{number}
	if err := g.ended(i + 1); err != nil {
		return err
	}
	return g.flow.settle()
}

// ended records the end of the first count launched graphs: their times, and the memory that is free now.
func (g *graphs) ended(count int) error {
	var events []device.Event
	for _, r := range g.runs[:count] {
		times, err := g.flow.device.Elapsed(g.flow.origin, r.at.Begin, g.flow.origin, r.at.End)
		if err != nil {
			return err
		}
		g.flow.graphEnded(r.number, times[0], times[1])
		for _, e := range []device.Event{r.at.Begin, r.at.End} {
			if e != g.flow.origin {
				events = append(events, e)
			}
		}
	}
	g.runs = g.runs[count:]
	g.free = slices.DeleteFunc(g.free, func(x freed) bool {
		done := x.number <= g.flow.host[0]
		if done {
			g.give(x.bytes, x.at)
		}
		return done
	})
	return g.flow.device.Drop(events, nil)
}

// drain blocks the host until all operations have ended.
func (g *graphs) drain() error {
	if g.number == 0 || g.flow.host.has(&ticket{number: g.number}) {
		return nil
	}
	return g.waitFor(g.number)
}

// release makes memory free for later allocations when all operations issued so far have ended.
func (g *graphs) release(bytes int64, at device.Address) {
	if g.flow.host.has(&ticket{number: g.number}) {
		g.give(bytes, at)
		return
	}
	g.free = append(g.free, freed{g.number, bytes, at})
}
