package latencyhiding

import (
	"math/rand/v2"

	"github.com/inflight-compiler/inflight/timed"
)

// item is a node in a heap; the one with the largest key is first, of several the one with the least number.
type item struct {
	at  int32
	key timed.Time
}

type heap []item

func (h heap) less(i, j int) bool {
	return h[i].key > h[j].key || h[i].key == h[j].key && h[i].at < h[j].at
}

func (h *heap) push(x item) {
	*h = append(*h, x)
	for i := len(*h) - 1; i > 0; {
		up := (i - 1) / 2
		if !h.less(i, up) {
			return
		}
		(*h)[i], (*h)[up] = (*h)[up], (*h)[i]
		i = up
	}
}

func (h *heap) pop() item {
	old := *h
	top, n := old[0], len(old)-1
	old[0] = old[n]
	*h = old[:n]
	for i := 0; ; {
		child := 2*i + 1
		if child >= n {
			return top
		}
		if child+1 < n && h.less(child+1, child) {
			child++
		}
		if !h.less(child, i) {
			return top
		}
		(*h)[i], (*h)[child] = (*h)[child], (*h)[i]
		i = child
	}
}

// list is the state of the list scheduler.
type list struct {
	graph   *graph
	limits  map[string]int64
	key     func(i int32) timed.Time // the priority of a node
	missing []int32
	order   []int32
	// ready are the nodes that may be issued, by class.
	ready    [ends + 1]heap
	now      timed.Time            // the end of the stream of computations
	free     map[string]timed.Time // the ends of the other streams
	flying   map[string]int64
	finished map[*node]timed.Time // the ends of what starts have begun
	// window is how far a node may move in front of another one; first is the first node that is not issued.
	window int32
	issued []bool
	first  int32
}

// priority is a way to choose among computations.
type priority func(g *graph) func(i int32) timed.Time

// byRank prefers the longest chain of work behind a node.
func byRank(g *graph) func(i int32) timed.Time {
	return func(i int32) timed.Time { return g.nodes[i].rank }
}

// startsFirst prefers what starts need.
func startsFirst(g *graph) func(i int32) timed.Time {
	return func(i int32) timed.Time {
		n := g.nodes[i]
		if n.feeds || n.class == starts {
			return n.rank + 1<<60
		}
		return n.rank
	}
}

// asBefore prefers the order as it was.
func asBefore(*graph) func(i int32) timed.Time {
	return func(i int32) timed.Time { return -timed.Time(i) }
}

// byChance changes ranks at random, each by a factor of up to 2 or down to 1/2.
func byChance(r *rand.Rand) priority {
	return func(g *graph) func(i int32) timed.Time {
		keys := make([]timed.Time, len(g.nodes))
		for i, n := range g.nodes {
			keys[i] = timed.Time(float64(n.rank+1) * (0.5 + 1.5*r.Float64()))
		}
		return func(i int32) timed.Time { return keys[i] }
	}
}

// schedule returns the nodes of a graph in a new order, nil if the limits leave none. No start and no
// computation moves in front of a node that was more than a window ahead of it.
func schedule(g *graph, limits map[string]int64, p priority, window int) []int32 {
	l := &list{graph: g, limits: limits, key: p(g), missing: make([]int32, len(g.nodes)),
		window: int32(min(window, len(g.nodes))), issued: make([]bool, len(g.nodes)),
		free: map[string]timed.Time{}, flying: map[string]int64{}, finished: map[*node]timed.Time{}}
	for kind, n := range g.first {
		l.flying[kind] = n
	}
	for i, n := range g.nodes {
		if l.missing[i] = int32(len(n.before)); l.missing[i] == 0 {
			l.offer(int32(i))
		}
	}
	for len(l.order) < len(g.nodes) {
		if !l.next() {
			return nil
		}
	}
	return l.order
}

// offer makes a node ready. Dones are ready in the order in which their operations end.
func (l *list) offer(i int32) {
	n := l.graph.nodes[i]
	key := l.key(i)
	if n.class == ends {
		key = -l.end(n)
	}
	l.ready[n.class].push(item{i, key})
}

// end returns when the operation of a done has ended. One that was begun elsewhere began with the
// computation.
func (l *list) end(n *node) timed.Time {
	if n.start != nil {
		return l.finished[n.start]
	}
	return n.running
}

// next issues one node and reports whether it could.
func (l *list) next() bool {
	if len(l.ready[names]) > 0 {
		return l.issue(l.ready[names].pop().at)
	}
	dones := &l.ready[ends]
	if len(*dones) > 0 && -(*dones)[0].key <= l.now {
		return l.issue(dones.pop().at)
	}
	for l.first < int32(len(l.issued)) && l.issued[l.first] {
		l.first++
	}
	if i, ok := l.take(&l.ready[starts]); ok {
		return l.issue(i)
	}
	if i, ok := l.take(&l.ready[computes]); ok {
		return l.issue(i)
	}
	if len(*dones) > 0 {
		return l.issue(dones.pop().at)
	}
	return false
}

// maxTries is how many nodes are looked at for one that the limits allow.
const maxTries = 32

// take removes the first node that the limits allow.
func (l *list) take(h *heap) (int32, bool) {
	var refused []item
	found := int32(-1)
	for len(*h) > 0 && found < 0 && len(refused) < maxTries {
		x := h.pop()
		if x.at <= l.first+l.window && l.allows(l.graph.nodes[x.at]) {
			found = x.at
		} else {
			refused = append(refused, x)
		}
	}
	for _, x := range refused {
		h.push(x)
	}
	return found, found >= 0
}

// allows reports whether the limits allow a node to be issued now.
func (l *list) allows(n *node) bool {
	if n.class == starts && l.flying[n.kind] >= l.limits[n.kind] {
		return false
	}
	for _, x := range n.needs {
		if l.flying[x.kind]+x.count > l.limits[x.kind] {
			return false
		}
	}
	return true
}

// issue appends a node to the order.
func (l *list) issue(i int32) bool {
	n := l.graph.nodes[i]
	l.order, l.issued[i] = append(l.order, i), true
	switch n.class {
	case starts:
		l.flying[n.kind]++
		end := max(l.now, l.free[n.stream]) + n.running
		l.free[n.stream], l.finished[n] = end, end
	case ends:
		l.flying[n.kind]--
		l.now = max(l.now, l.end(n))
	default:
		l.now += n.takes
	}
	for _, a := range n.after {
		if l.missing[a]--; l.missing[a] == 0 {
			l.offer(a)
		}
	}
	return true
}
