package queues

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
)

// random returns a graph in which an operation depends on up to three of the `reach` operations before it.
func random(r *rand.Rand, n, reach, engines int) Graph { return randomOn(r, n, 3, reach, engines) }

// randomOn is random with up to `most` dependences of an operation.
func randomOn(r *rand.Rand, n, most, reach, engines int) Graph {
	g := Graph{Deps: make([][]int32, n), Cost: make([]int64, n), Engine: make([]int32, n)}
	for v := range n {
		for range r.IntN(most + 1) {
			if v > 0 {
				g.Deps[v] = append(g.Deps[v], int32(v-1-r.IntN(min(v, reach))))
			}
		}
		slices.Sort(g.Deps[v])
		g.Deps[v] = slices.Compact(g.Deps[v])
		g.Cost[v], g.Engine[v] = r.Int64N(9), r.Int32N(int32(engines))
	}
	return g
}

// closure returns, for every operation, all operations on which it depends directly or indirectly.
func closure(deps [][]int32) []map[int32]bool {
	all := make([]map[int32]bool, len(deps))
	for v := range deps {
		all[v] = map[int32]bool{}
		for _, u := range deps[v] {
			all[v][u] = true
			for w := range all[u] {
				all[v][w] = true
			}
		}
	}
	return all
}

func properties(t *testing.T, programs int, one func(t *testing.T, r *rand.Rand)) {
	for seed := range passtest.Programs(programs) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { one(t, rand.New(rand.NewPCG(8, uint64(seed)))) })
	}
}

// The reduced dependences imply all others, and none of them is implied.
func TestPropertyReduce(t *testing.T) {
	properties(t, 300, func(t *testing.T, r *rand.Rand) {
		n := 1 + r.IntN(60)
		if r.IntN(20) == 0 {
			n = span + r.IntN(2*span) // several sweeps
		}
		deps := random(r, n, 1+r.IntN(n), 1).Deps
		reduced, all := Reduce(deps), closure(deps)
		for v := range deps {
			for _, u := range deps[v] {
				implied := slices.ContainsFunc(deps[v], func(w int32) bool { return all[w][u] })
				if slices.Contains(reduced[v], u) == implied {
					t.Fatalf("%d depends on %d: implied %v in %v", v, u, implied, deps)
				}
			}
		}
	})
}

// fewest returns the fewest waits, and with these the fewest events, of all assignments that add no order.
func fewest(g Graph) (waits, events int) {
	all := closure(g.Deps)
	queue, tails := make([]int32, g.Len()), []int32(nil)
	waits = 1 << 30
	var try func(v int)
	try = func(v int) {
		if v == g.Len() {
			p := Elide(g.Deps, Assignment{queue, len(tails)}, nil)
			if c := Count(p.Waits); c < waits || c == waits && len(p.Events) < events {
				waits, events = c, len(p.Events)
			}
			return
		}
		for q, tail := range tails {
			if all[v][tail] && g.engine(v) == g.engine(int(tail)) {
				queue[v], tails[q] = int32(q), int32(v)
				try(v + 1)
				tails[q] = tail
			}
		}
		queue[v] = int32(len(tails))
		tails = append(tails, int32(v))
		try(v + 1)
		tails = tails[:len(tails)-1]
	}
	try(0)
	return waits, events
}

// Chains needs as few waits and events as the best of all assignments.
func TestPropertyChains(t *testing.T) {
	properties(t, 200, func(t *testing.T, r *rand.Rand) {
		g := random(r, 1+r.IntN(8), 8, 1+r.IntN(2))
		a := Chains(g, Reduce(g.Deps))
		p := Elide(g.Deps, a, nil)
		waits, events := fewest(g)
		if Count(p.Waits) != waits || len(p.Events) != events {
			t.Errorf("%d waits and %d events, where %d and %d are enough: %v on %v", Count(p.Waits),
				len(p.Events), waits, events, g.Deps, a.Queue)
		}
	})
}

// ordered returns the order by waits and queues, as dependences between starts (2v) and completions (2v+1).
func ordered(waits [][]int32, a Assignment, orders []ir.CompletionOrder) [][]int32 {
	deps := make([][]int32, 2*len(waits))
	for v, last := range a.last() {
		for _, u := range waits[v] {
			deps[2*v] = append(deps[2*v], 2*u+1)
		}
		deps[2*v+1] = []int32{int32(2 * v)}
		order := ir.InOrder
		if orders != nil {
			order = orders[a.Queue[v]]
		}
		switch {
		case last >= 0 && order == ir.InOrder:
			deps[2*v] = append(deps[2*v], 2*last+1)
		case last >= 0 && order == ir.StartOrder:
			deps[2*v] = append(deps[2*v], 2*last)
		}
	}
	return deps
}

// The waits that Elide leaves order every dependence. Without any one of them, a dependence would not be
// ordered.
func TestPropertyElide(t *testing.T) {
	properties(t, 300, func(t *testing.T, r *rand.Rand) {
		g := random(r, 1+r.IntN(30), 30, 1)
		a := Assignment{Queue: make([]int32, g.Len()), Count: 1 + r.IntN(5)}
		for v := range a.Queue {
			a.Queue[v] = r.Int32N(int32(a.Count))
		}
		var orders []ir.CompletionOrder
		if r.IntN(2) == 0 {
			for range a.Count {
				orders = append(orders, ir.CompletionOrder(r.IntN(3)))
			}
		}
		p := Elide(g.Deps, a, orders)
		holds := func() bool {
			all := closure(ordered(p.Waits, a, orders))
			for v := range g.Deps {
				for _, u := range g.Deps[v] {
					if !all[2*v][2*u+1] {
						return false
					}
				}
			}
			return true
		}
		if !holds() {
			t.Fatalf("a wait is missing: %v on %v (%v) leaves %v", g.Deps, a.Queue, orders, p.Waits)
		}
		for v, waits := range p.Waits {
			for i := range waits {
				p.Waits[v] = slices.Delete(slices.Clone(waits), i, i+1)
				if holds() {
					t.Errorf("%d need not wait for %d: %v on %v (%v)", v, waits[i], g.Deps, a.Queue, orders)
				}
			}
			p.Waits[v] = waits
		}
		if orders == nil {
			general := make([][]int32, g.Len())
			elideAny(g.Deps, a, nil, general)
			if fmt.Sprint(general) != fmt.Sprint(p.Waits) {
				t.Errorf("frontiers leave %v, the reduction %v", p.Waits, general)
			}
		}
	})
}

// makespan returns the time that an assignment takes.
func makespan(g Graph, a Assignment, l Limits) int64 {
	p := Elide(g.Deps, a, nil)
	ends, free, resources, end := make([]int64, g.Len()), make([]int64, a.Count), map[int32]int64{}, int64(0)
	for v, q := range a.Queue {
		at := free[q]
		for _, u := range g.Deps[v] {
			at = max(at, ends[u])
		}
		if l.Exclusive != nil && l.Exclusive[v] >= 0 {
			at = max(at, resources[l.Exclusive[v]])
		}
		ends[v] = at + int64(len(p.Waits[v]))*l.WaitCost + g.cost(v)
		free[q], end = ends[v], max(end, ends[v])
		if l.Exclusive != nil {
			resources[l.Exclusive[v]] = ends[v]
		}
	}
	return end
}

// Fold keeps to engines and to Affinity. On one queue it needs no wait. Apart from its waits, its assignment
// does not take longer than one queue.
func TestPropertyFold(t *testing.T) {
	properties(t, 200, func(t *testing.T, r *rand.Rand) {
		g := random(r, 1+r.IntN(40), 40, 1+r.IntN(3))
		l := Limits{Queues: 1 + r.IntN(4), WaitCost: r.Int64N(3)}
		if r.IntN(2) == 0 {
			for range g.Len() {
				l.Affinity = append(l.Affinity, r.Int32N(int32(l.Queues)+1)-1)
				l.Exclusive = append(l.Exclusive, r.Int32N(3)-1)
			}
		}
		a := Fold(g, l)
		engines := map[int32]int32{}
		for v, q := range a.Queue {
			if l.Affinity != nil && l.Affinity[v] >= 0 && q%int32(l.Queues) != l.Affinity[v] {
				t.Errorf("operation %d wishes queue %d and is on %d", v, l.Affinity[v], q)
			}
			if e, ok := engines[q]; ok && e != g.Engine[v] {
				t.Errorf("queue %d belongs to the engines %d and %d", q, e, g.Engine[v])
			}
			engines[q] = g.Engine[v]
		}
		one := Graph{Deps: g.Deps, Cost: g.Cost}
		alone := Fold(one, Limits{Queues: 1})
		if p := Elide(g.Deps, alone, nil); Count(p.Waits) != 0 {
			t.Errorf("one queue waits: %v", p.Waits)
		}
		if l.WaitCost == 0 && makespan(g, a, l) > makespan(one, alone, Limits{}) {
			t.Errorf("%d queues take %d, one %d", a.Count, makespan(g, a, l), makespan(one, alone, Limits{}))
		}
	})
}

// A resource prevents that two operations execute at the same time, and does not order them.
func TestExclusive(t *testing.T) {
	g := Graph{Deps: make([][]int32, 3), Cost: []int64{5, 3, 1}}
	l := Limits{Queues: 2, Exclusive: []int32{0, 0, -1}}
	a := Fold(g, l)
	if got := makespan(g, a, l); got != 8 { // 9 if the last were behind the one that waits for the resource
		t.Errorf("the program takes %d on %v, not 8", got, a.Queue)
	}
	if p := Elide(g.Deps, a, nil); Count(p.Waits) != 0 {
		t.Errorf("a resource became a wait: %v", p.Waits)
	}
}

// Fold avoids waits that cost more than they gain.
func TestWaitCost(t *testing.T) {
	g := Graph{Deps: [][]int32{nil, {0}, {0}, {1, 2}}}
	for cost, want := range map[int64]int{0: 2, 100: 0} {
		if p := Elide(g.Deps, Fold(g, Limits{Queues: 2, WaitCost: cost}), nil); Count(p.Waits) != want {
			t.Errorf("with waits that cost %d there are %d, not %d: %v", cost, Count(p.Waits), want, p.Waits)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, g := range []Graph{{Deps: [][]int32{{0}}}, {Deps: [][]int32{nil, {-1}}},
		{Deps: [][]int32{nil, nil, {1, 0}}}, {Deps: [][]int32{nil}, Cost: []int64{1, 2}}} {
		if g.Check() == nil {
			t.Errorf("%v is no graph", g)
		}
	}
	if err := (Graph{Deps: [][]int32{nil, {0}, {0, 1}}}).Check(); err != nil {
		t.Error(err)
	}
}

// BenchmarkAssign assigns queues to the operations of a graph whose dependences reach back up to 100
// operations, or anywhere.
func BenchmarkAssign(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		for _, reach := range []int{100, n} {
			if n > 100_000 && reach == n {
				continue // quadratic: 20 s
			}
			g := random(rand.New(rand.NewPCG(1, 2)), n, reach, 1)
			b.Run(fmt.Sprintf("n=%d/reach=%d/chains", n, reach), func(b *testing.B) {
				for b.Loop() {
					Elide(g.Deps, Chains(g, Reduce(g.Deps)), nil)
				}
			})
			b.Run(fmt.Sprintf("n=%d/reach=%d/fold8", n, reach), func(b *testing.B) {
				for b.Loop() {
					Elide(g.Deps, Fold(g, Limits{Queues: 8, WaitCost: 1}), nil)
				}
			})
		}
	}
}

// BenchmarkWaits reports how many waits and events are left in graphs of 20 to 40 operations: of operations
// that depend on up to three others, on up to four, and of graphs in which each pair depends on each other
// with a probability of 0.09. The second and the third are as dense as graphs whose fewest waits are 19.2.
func BenchmarkWaits(b *testing.B) {
	graphs := []struct {
		name string
		make func(r *rand.Rand, n int) Graph
	}{
		{"three", func(r *rand.Rand, n int) Graph { return random(r, n, 40, 1) }},
		{"four", func(r *rand.Rand, n int) Graph { return randomOn(r, n, 4, n, 1) }},
		{"pairs", func(r *rand.Rand, n int) Graph { return randomPairs(r, n, 0.09) }},
	}
	for _, g := range graphs {
		b.Run(g.name+"/chains",
			meanWaits(g.make, func(g Graph) Assignment { return Chains(g, Reduce(g.Deps)) }))
		b.Run(g.name+"/fold4",
			meanWaits(g.make, func(g Graph) Assignment { return Fold(g, Limits{Queues: 4, WaitCost: 1}) }))
	}
}

// meanWaits measures the waits and events of an assignment in a thousand graphs.
func meanWaits(makeGraph func(*rand.Rand, int) Graph, assign func(Graph) Assignment) func(*testing.B) {
	return func(b *testing.B) {
		waits, events, edges, graphs := 0, 0, 0, 0
		for b.Loop() {
			for seed := range uint64(1000) {
				r := rand.New(rand.NewPCG(7, seed))
				g := makeGraph(r, 20+r.IntN(21))
				p := Elide(g.Deps, assign(g), nil)
				waits, events, graphs = waits+Count(p.Waits), events+len(p.Events), graphs+1
				edges += Count(g.Deps)
			}
		}
		b.ReportMetric(float64(edges)/float64(graphs), "dependences/graph")
		b.ReportMetric(float64(waits)/float64(graphs), "waits/graph")
		b.ReportMetric(float64(events)/float64(graphs), "events/graph")
	}
}

// randomPairs returns a graph in which each operation depends on each before it with a probability.
func randomPairs(r *rand.Rand, n int, probability float64) Graph {
	g := Graph{Deps: make([][]int32, n), Cost: make([]int64, n), Engine: make([]int32, n)}
	for v := range n {
		for u := range v {
			if r.Float64() < probability {
				g.Deps[v] = append(g.Deps[v], int32(u))
			}
		}
		g.Cost[v] = 1 + r.Int64N(9)
	}
	return g
}
