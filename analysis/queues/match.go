package queues

import "slices"

// Chains assigns every operation to a queue such that the order of queues adds nothing to the dependences,
// and the fewest waits are left. Of all such assignments it returns one with the fewest events. reduced is
// the result of Reduce for the graph.
//
// A dependence needs no wait if its operations follow each other in a queue. Each operation has at most one
// successor and one predecessor in a queue. So the problem is a matching of maximum size in the bipartite
// graph of producers and consumers. A producer needs no event if its only consumer follows it. The sets of
// producers that a matching can cover are a matroid. Therefore it is optimal for both goals to cover the
// producers with one consumer first, and then the others, each by an augmenting path, which keeps covered
// producers covered.
func Chains(g Graph, reduced [][]int32) Assignment {
	m := newMatching(g, reduced)
	m.cover(func(consumers int) bool { return consumers == 1 })
	m.cover(func(consumers int) bool { return consumers > 1 })
	a := Assignment{Queue: make([]int32, g.Len())}
	for v, u := range m.before {
		if u < 0 {
			a.Queue[v] = int32(a.Count)
			a.Count++
		} else {
			a.Queue[v] = a.Queue[u]
		}
	}
	return a
}

// matching assigns consumers to producers. Only operations of one engine can follow each other.
type matching struct {
	consumers     [][]int32 // per producer, the consumers on its engine
	all           []int     // per producer, the number of consumers on all engines
	before, after []int32   // the partner of each consumer, and of each producer, or -1
	level         []int32   // of producers in the breadth-first search
	next          []int32   // the consumer of each producer to try next
	queue         []int32
}

func newMatching(g Graph, reduced [][]int32) *matching {
	n := g.Len()
	m := &matching{consumers: make([][]int32, n), all: make([]int, n), level: make([]int32, n),
		next: make([]int32, n)}
	m.before, m.after = slices.Repeat([]int32{-1}, n), slices.Repeat([]int32{-1}, n)
	for v, deps := range reduced {
		for _, u := range deps {
			m.all[u]++
			if g.engine(int(u)) == g.engine(v) {
				m.consumers[u] = append(m.consumers[u], int32(v))
			}
		}
	}
	return m
}

// cover matches as many producers as possible of those for which kind holds (Hopcroft and Karp: shortest
// augmenting paths, many at a time).
func (m *matching) cover(kind func(consumers int) bool) {
	var free []int32
	for u := range m.consumers {
		if m.after[u] < 0 && kind(m.all[u]) {
			free = append(free, int32(u))
		}
	}
	for m.search(free) {
		clear(m.next)
		free = slices.DeleteFunc(free, m.augment)
	}
}

// search assigns levels to the producers that alternating paths from free ones reach. It reports whether a
// path ends at a free consumer.
func (m *matching) search(free []int32) bool {
	for u := range m.level {
		m.level[u] = -1
	}
	m.queue = append(m.queue[:0], free...)
	for _, u := range free {
		m.level[u] = 0
	}
	found := false
	for i := 0; i < len(m.queue); i++ {
		u := m.queue[i]
		for _, v := range m.consumers[u] {
			if w := m.before[v]; w < 0 {
				found = true
			} else if m.level[w] < 0 {
				m.level[w] = m.level[u] + 1
				m.queue = append(m.queue, w)
			}
		}
	}
	return found
}

// augment searches for a path from a free producer to a free consumer, level by level, and flips it. It uses
// a stack of its own, because a path may be as long as the graph.
func (m *matching) augment(u int32) bool {
	path := []int32{u}
	for len(path) > 0 {
		u := path[len(path)-1]
		if int(m.next[u]) == len(m.consumers[u]) {
			m.level[u] = -1 // no path from here
			path = path[:len(path)-1]
			if len(path) > 0 {
				m.next[path[len(path)-1]]++
			}
			continue
		}
		w := m.before[m.consumers[u][m.next[u]]]
		switch {
		case w < 0:
			m.flip(path)
			return true
		case m.level[w] == m.level[u]+1:
			path = append(path, w)
		default:
			m.next[u]++
		}
	}
	return false
}

// flip matches every producer of a path with its next consumer on the path.
func (m *matching) flip(path []int32) {
	for _, u := range path {
		v := m.consumers[u][m.next[u]]
		m.before[v], m.after[u] = u, v
		m.next[u]++
	}
}
