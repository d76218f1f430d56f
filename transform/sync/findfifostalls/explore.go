package findfifostalls

import (
	"math/bits"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// mostStates is how many states of a device are tried.
const mostStates = 1 << 16

// edge says that one state follows from another one, and who has made steps.
type edge struct {
	from, to int
	moved    set
}

// set is a set of processes, by their numbers.
type set []uint64

func newSet(n int) set { return make(set, (n+63)/64) }

func (s set) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s set) has(i int) bool { return s[i/64]>>(i%64)&1 == 1 }

func (s set) len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// graph is the graph of the states of a network that matter.
type graph struct {
	*network
	states []*state
	known  map[string]int
	edges  []edge
}

// explore makes the graph.
func (n *network) explore() (*graph, *diag.Diagnostic) {
	g := &graph{network: n, known: map[string]int{}}
	first := n.start()
	if d := n.settle(first, make([]bool, len(n.processes))); d != nil {
		return nil, d
	}
	g.add(first)
	for i := 0; i < len(g.states); i++ {
		if len(g.states) > mostStates {
			return nil, n.device.Errorf(codeUnknown, "the processes of the device have more than %d states",
				mostStates).Suggest("judge a smaller size of the program, or a part of it")
		}
		if d := g.follow(i); d != nil {
			return nil, d
		}
	}
	return g, nil
}

// add returns the number of a state.
func (g *graph) add(s *state) int {
	key := g.key(s)
	i, known := g.known[key]
	if !known {
		i = len(g.states)
		g.known[key], g.states = i, append(g.states, s)
	}
	return i
}

// follow adds the states behind a state: that in which all endless loops that can do so have begun another
// iteration, and one for each use of a lock where order matters.
func (g *graph) follow(i int) *diag.Diagnostic {
	var chosen []*process
	next, moved := g.states[i].copy(), make([]bool, len(g.processes))
	for _, p := range g.processes {
		switch at := next.at[p.number]; {
		case p.ended(at):
		case p.step(at).restarts:
			next.at[p.number], moved[p.number] = p.next(at), true
		case p.step(at).lock != nil && g.chosen(p.step(at)):
			chosen = append(chosen, p)
		}
	}
	if slices.Contains(moved, true) {
		if d := g.connect(i, next, moved); d != nil {
			return d
		}
	}
	for _, p := range chosen {
		next, moved := g.states[i].copy(), make([]bool, len(g.processes))
		ok, d := g.take(p, next)
		if ok {
			moved[p.number] = true
			d = g.connect(i, next, moved)
		}
		if d != nil {
			return d
		}
	}
	g.choices = g.choices || len(chosen) > 1
	return nil
}

// connect adds the state that follows from next to those behind state i.
func (g *graph) connect(i int, next *state, moved []bool) *diag.Diagnostic {
	if d := g.settle(next, moved); d != nil {
		return d
	}
	e := edge{from: i, to: g.add(next), moved: newSet(len(moved))}
	for number, has := range moved {
		if has {
			e.moved.add(number)
		}
	}
	g.edges = append(g.edges, e)
	return nil
}

// stuck returns a state, and the processes that make no step any more from there on; as many as any state
// has. It leaves out processes that have ended. There is no such state if the set is empty.
func (g *graph) stuck() (at *state, who set) {
	back := make([][]int, len(g.states))
	for _, e := range g.edges {
		back[e.to] = append(back[e.to], e.from)
	}
	stuck := make([]set, len(g.states))
	for i := range stuck {
		stuck[i] = newSet(len(g.processes))
	}
	for _, p := range g.processes {
		goes := g.moves(p, back)
		for i, s := range g.states {
			if !goes[i] && !p.ended(s.at[p.number]) && g.counts(p, s) {
				stuck[i].add(p.number)
			}
		}
	}
	who = newSet(len(g.processes))
	for i, s := range g.states {
		if stuck[i].len() > who.len() {
			at, who = s, stuck[i]
		}
	}
	return at, who
}

// moves says of each state whether a process makes a step in some execution from there on.
func (g *graph) moves(p *process, back [][]int) []bool {
	goes := make([]bool, len(g.states))
	var work []int
	mark := func(i int) {
		if !goes[i] {
			goes[i] = true
			work = append(work, i)
		}
	}
	for _, e := range g.edges {
		if e.moved.has(p.number) {
			mark(e.from)
		}
	}
	for len(work) > 0 {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		for _, from := range back[i] {
			mark(from)
		}
	}
	return goes
}

// counts reports whether it is wrong that a process goes on no more in a state. What passes data on waits for
// more when there is none: that is wrong for a channel that has not moved anything yet.
func (g *graph) counts(p *process, s *state) bool {
	return p.kind == core || p.kind == engine && s.n[p.moved] == 0
}
