package latencyhiding

import (
	"slices"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/timed"
)

// class is what the scheduler does with an instruction.
type class uint8

const (
	names    class = iota // takes no time
	computes              // keeps the stream of computations busy
	starts                // begins an asynchronous operation
	ends                  // ends one
)

// node is an instruction, or several that stay together.
type node struct {
	instructions []*hlo.Instruction
	class        class
	takes        timed.Time // on the stream of computations
	running      timed.Time // of an asynchronous operation, for its start and its done
	stream       string
	kind         string // of the operation that it starts or ends
	start        *node  // of a done, nil if that is elsewhere
	needs        []need // what a loop has in flight at once
	before       []int32
	after        []int32
	rank         timed.Time // the longest chain of work from its beginning to the end of the computation
	feeds        bool       // whether a start needs it
}

// need is how many operations of a kind are in flight.
type need struct {
	kind  string
	count int64
}

// graph is a computation as nodes, numbered by the order as it is.
type graph struct {
	nodes []*node
	of    []int32 // the node of each instruction
	// limits are how many operations of a kind may be in flight, first how many are at the beginning.
	limits, first map[string]int64
}

// newGraph returns the graph of a computation, nil if groups that stay together depend on each other in a
// circle.
func (s *scheduler) newGraph(c *hlo.Computation) (*graph, error) {
	g := &graph{of: make([]int32, len(c.Instructions)), limits: map[string]int64{}, first: map[string]int64{}}
	groups := map[string]int32{}
	for i, in := range c.Instructions {
		n, err := s.node(in)
		if err != nil {
			return nil, err
		}
		if id, ok := in.FrontendAttribute("_scheduling_group_id"); ok && id != "" {
			if at, known := groups[id]; known {
				g.of[i] = at
				g.nodes[at].join(n)
				continue
			}
			groups[id] = int32(len(g.nodes))
		}
		g.of[i] = int32(len(g.nodes))
		g.nodes = append(g.nodes, n)
	}
	g.connect(c)
	if len(g.sorted()) < len(g.nodes) {
		return nil, nil
	}
	g.pair()
	g.rank()
	return g, nil
}

// node returns the node of one instruction.
func (s *scheduler) node(in *hlo.Instruction) (*node, error) {
	n := &node{instructions: []*hlo.Instruction{in}}
	switch phase, _ := in.Async(); {
	case phase == hlo.Start && !in.IsSynchronous():
		n.class, n.kind = starts, kindOf(in)
		var err error
		n.stream, n.running, err = s.costs.Running(in)
		return n, err
	case phase == hlo.Done:
		n.class, n.kind = ends, kindOf(in)
		if from := in.Start(); from != nil && !from.IsSynchronous() {
			var err error
			_, n.running, err = s.costs.Running(from)
			return n, err
		}
		n.class = names
		return n, nil
	}
	t, err := s.costs.Alone(in)
	if n.takes = t; t > 0 {
		n.class = computes
	}
	for _, call := range in.Called() {
		n.needs = append(n.needs, s.inFlight[call.Computation]...)
	}
	return n, err
}

// join adds a node to a group, which then counts as a computation.
func (n *node) join(m *node) {
	n.instructions = append(n.instructions, m.instructions...)
	n.class, n.takes = computes, n.takes+m.takes
	n.needs = append(n.needs, m.needs...)
}

// kindOf returns which limit an asynchronous operation counts for: its opcode, with "host" for transfers from
// and to the host, "send-recv" for other sends and receives, and "async" for computations.
func kindOf(in *hlo.Instruction) string {
	start := in.Start()
	if start == nil {
		start = in
	}
	op := start.Wrapped()
	switch {
	case start.Attribute("is_host_transfer").Bool():
		return op + "-host"
	case op == "send" || op == "recv":
		return "send-recv"
	case cost.IsCollective(op) || op == "copy":
		return op
	}
	return "async"
}

// edge makes a node come before another one.
func (g *graph) edge(from, to int32) {
	if from == to || slices.Contains(g.nodes[to].before[max(0, len(g.nodes[to].before)-4):], from) {
		return
	}
	g.nodes[to].before = append(g.nodes[to].before, from)
	g.nodes[from].after = append(g.nodes[from].after, to)
}

// connect finds what must stay behind what.
func (g *graph) connect(c *hlo.Computation) {
	last := int32(-1) // with side effects
	for i, in := range c.Instructions {
		to := g.of[i]
		for _, o := range in.Operands {
			g.edge(g.of[o.Index], to)
		}
		for _, o := range in.ControlPredecessors() {
			g.edge(g.of[o.Index], to)
		}
		if hasEffects(in) {
			if last >= 0 {
				g.edge(last, to)
			}
			last = to
		}
	}
	for _, e := range memoryEdges(c) {
		g.edge(g.of[e[0].Index], g.of[e[1].Index])
	}
}

// hasEffects reports whether an instruction has an effect beside its result, so that it keeps its place among
// others of that kind.
func hasEffects(in *hlo.Instruction) bool {
	switch in.Opcode {
	case "infeed", "outfeed", "rng-get-and-update-state", "rng":
		return true
	}
	return in.Attribute("custom_call_has_side_effect").Bool()
}

// pair finds the starts of dones, and how many operations are in flight at the beginning and at most, in the
// order as it is.
func (g *graph) pair() {
	flying := map[string]int64{}
	for _, n := range g.nodes {
		if n.class != ends {
			continue
		}
		from := n.instructions[0].Start()
		if from != nil && from.Parent == n.instructions[0].Parent && from.Index < n.instructions[0].Index {
			if m := g.nodes[g.of[from.Index]]; m.class == starts {
				n.start = m
				continue
			}
		}
		g.first[n.kind]++
		flying[n.kind]++
	}
	for _, n := range g.nodes {
		switch n.class {
		case starts:
			flying[n.kind]++
		case ends:
			flying[n.kind]--
		}
		if n.kind != "" {
			g.limits[n.kind] = max(g.limits[n.kind], flying[n.kind], g.first[n.kind])
		}
		for _, x := range n.needs {
			g.limits[x.kind] = max(g.limits[x.kind], flying[x.kind]+x.count)
		}
	}
}

// rank computes the chains of work behind nodes.
func (g *graph) rank() {
	for _, i := range slices.Backward(g.sorted()) {
		n := g.nodes[i]
		for _, a := range n.after {
			m := g.nodes[a]
			extra := timed.Time(0)
			if n.class == starts {
				extra = n.running
			}
			n.rank = max(n.rank, m.rank+extra)
			n.feeds = n.feeds || m.feeds || m.class == starts
		}
		n.rank += n.takes
	}
}

// sorted returns the nodes so that each is behind those that it needs; among these, as it was. Nodes on a
// circle are left out.
func (g *graph) sorted() []int32 {
	missing := make([]int, len(g.nodes))
	var ready heap
	for i, n := range g.nodes {
		if missing[i] = len(n.before); missing[i] == 0 {
			ready.push(item{at: int32(i), key: timed.Time(-i)})
		}
	}
	order := make([]int32, 0, len(g.nodes))
	for len(ready) > 0 {
		i := ready.pop().at
		order = append(order, i)
		for _, a := range g.nodes[i].after {
			if missing[a]--; missing[a] == 0 {
				ready.push(item{at: a, key: timed.Time(-int(a))})
			}
		}
	}
	return order
}

// reversed returns the graph with all edges turned round, in which dones begin operations and starts end
// them.
func (g *graph) reversed() *graph {
	r := &graph{nodes: make([]*node, len(g.nodes)), of: g.of, limits: g.limits, first: map[string]int64{}}
	flying := map[string]int64{}
	for i, n := range g.nodes {
		m := *n
		m.before, m.after, m.start, m.rank, m.feeds = n.after, n.before, nil, 0, false
		switch n.class {
		case starts:
			m.class = ends
			flying[n.kind]++
		case ends:
			m.class = starts
			flying[n.kind]--
		}
		r.nodes[i] = &m
	}
	for i, n := range g.nodes {
		if n.start != nil {
			r.nodes[g.of[n.start.instructions[0].Index]].start = r.nodes[i]
			r.nodes[i].stream = n.start.stream
		}
	}
	for kind, k := range flying {
		r.first[kind] = max(0, k+g.first[kind])
	}
	r.rank()
	return r
}
