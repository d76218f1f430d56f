package timed_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/timed"
)

// reference simulates a graph step by step: at each end of an operation it looks at all operations, in the
// order of the program.
func reference(g *timed.Graph) (start, end []timed.Time) {
	n := len(g.Ops)
	start, end = slices.Repeat([]timed.Time{-1}, n), slices.Repeat([]timed.Time{-1}, n)
	units, held := make([]int, len(g.Engines)), make([]bool, len(g.Resources))
	engine, done := make([]int, n), make([]bool, n)
	for e := range units {
		units[e] = g.Engines[e].Units
	}
	for now := timed.Time(0); ; {
		for i := range g.Ops {
			if start[i] >= 0 || !mayStart(g, i, start, done, held) {
				continue
			}
			best := -1
			for k, c := range g.Ops[i].Choices {
				if units[c.Engine] > 0 && (best < 0 || c.Duration < g.Ops[i].Choices[best].Duration) {
					best = k
				}
			}
			if best < 0 && len(g.Ops[i].Choices) > 0 {
				continue
			}
			start[i], end[i], engine[i] = now, now+g.Ops[i].Latency, -1
			if best >= 0 {
				c := g.Ops[i].Choices[best]
				end[i], engine[i] = now+c.Duration, int(c.Engine)
				units[c.Engine]--
			}
			for _, r := range g.Ops[i].Uses {
				held[r] = true
			}
		}
		next := timed.Time(-1)
		for i := range g.Ops {
			if start[i] >= 0 && !done[i] && (next < 0 || end[i] < next) {
				next = end[i]
			}
		}
		if next < 0 {
			return start, end
		}
		now = next
		for i := range g.Ops {
			if start[i] >= 0 && !done[i] && end[i] == now {
				done[i] = true
				if engine[i] >= 0 {
					units[engine[i]]++
				}
				for _, r := range g.Ops[i].Uses {
					held[r] = g.Ops[i].Keeps
				}
			}
		}
	}
}

// mayStart reports whether dependences, the queue and resources let an operation start.
func mayStart(g *timed.Graph, i int, start []timed.Time, done, held []bool) bool {
	op := &g.Ops[i]
	for _, d := range op.Deps {
		if !done[d] {
			return false
		}
	}
	for _, r := range op.Uses {
		if held[r] && !op.Has {
			return false
		}
	}
	if op.Queue == timed.None {
		return true
	}
	q, before := g.Queues[op.Queue], 0
	for u := i - 1; u >= 0; u-- {
		if g.Ops[u].Queue != op.Queue {
			continue
		}
		before++
		if before == 1 && (q.Order == ir.InOrder && !done[u] || q.Order == ir.StartOrder && start[u] < 0) ||
			before == q.Depth && !done[u] {
			return false
		}
	}
	return true
}

// randomGraph returns a graph of n operations with all features of graphs.
func randomGraph(r *rand.Rand, n int) *timed.Graph {
	g := &timed.Graph{Memories: []timed.Memory{{Name: "host"}, {Name: "device"}}}
	for e := range 1 + r.IntN(4) {
		g.Engines = append(g.Engines, timed.Engine{Name: fmt.Sprint("engine ", e), Units: 1 + r.IntN(3)})
	}
	for q := range r.IntN(5) {
		g.Queues = append(g.Queues,
			timed.Queue{Name: fmt.Sprint("queue ", q), Order: ir.CompletionOrder(r.IntN(3)),
				Depth: r.IntN(4)})
	}
	for x := range r.IntN(4) {
		g.Resources = append(g.Resources, fmt.Sprint("resource ", x))
	}
	for i := range n {
		op := timed.Op{Label: fmt.Sprint(i), Queue: int32(r.IntN(len(g.Queues)+1)) - 1,
			Latency: timed.Time(r.IntN(5))}
		for range r.IntN(3) {
			if i > 0 {
				op.Deps = append(op.Deps, int32(max(0, i-1-r.IntN(10))))
			}
		}
		for _, e := range r.Perm(len(g.Engines))[:r.IntN(min(3, len(g.Engines)+1))] {
			op.Choices = append(op.Choices, timed.Choice{Engine: int32(e), Duration: timed.Time(r.IntN(6))})
		}
		for x := range g.Resources {
			if r.IntN(4) == 0 {
				op.Uses = append(op.Uses, int32(x))
			}
		}
		bytes := timed.Block{Memory: int32(r.IntN(2)), Bytes: r.Int64N(100)}
		op.Alloc, op.Free = []timed.Block{bytes}, []timed.Block{bytes}
		if i > 0 && len(g.Ops[i-1].Uses) > 0 && r.IntN(3) == 0 {
			g.Ops[i-1].Keeps, op.Has = true, true
			op.Uses, op.Deps, op.Queue = g.Ops[i-1].Uses, []int32{int32(i - 1)}, timed.None
		}
		g.Ops = append(g.Ops, op)
	}
	return g
}

func run(t testing.TB, g *timed.Graph) *timed.Result {
	t.Helper()
	r, err := timed.Run(g)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Random graphs take the times of the step-by-step simulation, and at least the bound. The critical path has
// no gaps.
func TestRandomGraphs(t *testing.T) {
	kinds := map[timed.Kind]int{}
	programs := passtest.Programs(1500)
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 31))
		g := randomGraph(r, 1+r.IntN(60))
		got := run(t, g)
		start, end := reference(g)
		if !slices.Equal(got.Start, start) || !slices.Equal(got.End, end) {
			t.Fatalf("seed %d:\n got %v\nwant %v\n%+v", seed, got.Start, start, g)
		}
		if got.Makespan != slices.Max(end) || got.Makespan < got.Bound {
			t.Errorf("seed %d: makespan %d of ends %v, bound %d", seed, got.Makespan, end, got.Bound)
		}
		checkPath(t, g, got)
		checkUse(t, g, got)
		for _, s := range got.Path {
			kinds[s.Kind]++
		}
	}
	for k := timed.Dependence; k <= timed.ResourceBusy; k++ {
		if programs >= 500 && kinds[k] == 0 {
			t.Errorf("no critical path has a step of kind %v", k)
		}
	}
}

// checkPath checks that each step begins when its cause allows it, and that the steps add up to the makespan.
func checkPath(t *testing.T, g *timed.Graph, r *timed.Result) {
	t.Helper()
	for i, s := range r.Path {
		at := timed.Time(0)
		switch {
		case i == 0 && s.By != timed.None || i > 0 && s.By != r.Path[i-1].Op:
			t.Errorf("step %d of %+v does not come after the one before", i, r.Path)
		case s.By != timed.None && s.Kind == timed.QueueIssue:
			at = r.Start[s.By]
		case s.By != timed.None:
			at = r.End[s.By]
		}
		if r.Start[s.Op] != at {
			t.Errorf("step %d of %+v begins at %d, not at %d", i, r.Path, r.Start[s.Op], at)
		}
	}
	if last := r.Path[len(r.Path)-1].Op; r.End[last] != r.Makespan {
		t.Errorf("the path ends at %d, the program at %d", r.End[last], r.Makespan)
	}
}

// checkUse computes from the times how many units and how much memory are in use at each start, and how long
// engines work.
func checkUse(t *testing.T, g *timed.Graph, r *timed.Result) {
	t.Helper()
	busy := make([]timed.Time, len(g.Engines))
	for i := range g.Ops {
		if e := r.Engine[i]; e != timed.None {
			busy[e] += r.End[i] - r.Start[i]
		}
		units := make([]int, len(g.Engines))
		for u := range g.Ops {
			if e := r.Engine[u]; e != timed.None && r.Start[u] <= r.Start[i] && r.Start[i] < r.End[u] {
				units[e]++
			}
			if shared(g, i, u) && u != i && r.Start[u] < r.End[i] && r.Start[i] < r.End[u] {
				t.Errorf("%d and %d hold one resource at once", i, u)
			}
		}
		for e, n := range units {
			if n > g.Engines[e].Units {
				t.Errorf("%d operations at once on %d units", n, g.Engines[e].Units)
			}
		}
	}
	if !slices.Equal(busy, r.Busy) {
		t.Errorf("engines are busy for %v, not %v", busy, r.Busy)
	}
}

func shared(g *timed.Graph, i, u int) bool {
	return slices.ContainsFunc(g.Ops[i].Uses, func(x int32) bool { return slices.Contains(g.Ops[u].Uses, x) })
}

// two returns two copies of 10 picoseconds that share only the engine, the queue or the resource that change
// adds.
func two(engines int, change func(g *timed.Graph)) *timed.Graph {
	g := &timed.Graph{}
	var choices []timed.Choice
	for e := range engines {
		g.Engines = append(g.Engines, timed.Engine{Name: fmt.Sprint("dma", e), Units: 1})
		choices = append(choices, timed.Choice{Engine: int32(e), Duration: 10})
	}
	for i := range 2 {
		g.Ops = append(g.Ops, timed.Op{Label: fmt.Sprint("copy", i), Choices: choices, Queue: timed.None})
	}
	if change != nil {
		change(g)
	}
	return g
}

// Two copies on one DMA engine never overlap; on two engines they do.
func TestCopies(t *testing.T) {
	if r := run(t, two(1, nil)); r.Makespan != 20 || r.Start[1] != r.End[0] ||
		r.Path[1].Kind != timed.EngineBusy {
		t.Errorf("one engine: %+v", r)
	}
	if r := run(t, two(2, nil)); r.Makespan != 10 || r.Start[1] != 0 || r.Engine[0] == r.Engine[1] {
		t.Errorf("two engines: %+v", r)
	}
}

// If two operations share only a resource, the one that can start first starts first. A queue keeps them in
// order.
func TestEitherOrder(t *testing.T) {
	late := func(first int) func(*timed.Graph) {
		return func(g *timed.Graph) {
			g.Resources = []string{"the printer"}
			g.Ops = append([]timed.Op{{Label: "before", Latency: 3, Queue: timed.None}}, g.Ops...)
			for i := 1; i <= 2; i++ {
				g.Ops[i].Uses = []int32{0}
			}
			g.Ops[3-first].Deps = []int32{0}
		}
	}
	for first := 1; first <= 2; first++ {
		r := run(t, two(2, late(first)))
		if second := 3 - first; r.Start[first] != 0 || r.Start[second] != 10 {
			t.Errorf("%d should come first: %v", first, r.Start)
		}
	}
	inOrder := two(2, func(g *timed.Graph) {
		late(2)(g)
		g.Queues = []timed.Queue{{Name: "q"}}
		g.Ops[1].Queue, g.Ops[2].Queue = 0, 0
	})
	if r := run(t, inOrder); r.Start[1] != 3 || r.Start[2] != 13 {
		t.Errorf("the queue does not keep the order: %v", r.Start)
	}
}

// An operation that keeps a resource while it waits for another one that needs it causes an error, and the
// simulation ends.
func TestStuck(t *testing.T) {
	g := two(2, func(g *timed.Graph) {
		g.Resources = []string{"the printer"}
		for i := range 2 {
			g.Ops[i].Uses = []int32{0}
		}
		g.Ops[0].Deps = nil
		g.Ops = append([]timed.Op{{Label: "before", Latency: 3, Queue: timed.None}}, g.Ops...)
		g.Ops[1].Deps = []int32{0}
		g.Ops[2].Keeps = true
		g.Ops = append(g.Ops,
			timed.Op{Label: "rest", Uses: []int32{0}, Has: true, Deps: []int32{1, 2}, Queue: timed.None})
	})
	if _, err := timed.Run(g); err == nil || !strings.Contains(err.Error(), "copy0 never gets the printer") {
		t.Errorf("got %v", err)
	}
}

// The peak counts an allocation from its start and a free at its end. Operations that end at a time have
// freed their memory for operations that start at that time.
func TestPeak(t *testing.T) {
	block := []timed.Block{{Memory: 0, Bytes: 100}}
	g := &timed.Graph{Memories: []timed.Memory{{Name: "m"}}}
	for i := range 3 {
		op := timed.Op{Alloc: block, Free: block, Latency: 5, Queue: timed.None}
		if i == 2 {
			op.Deps = []int32{0}
		}
		g.Ops = append(g.Ops, op)
	}
	if r := run(t, g); r.Peak[0] != 200 {
		t.Errorf("peak %d, want 200", r.Peak[0])
	}
}

// A wrong graph is refused.
func TestWrongGraphs(t *testing.T) {
	for what, mistake := range map[string]func(g *timed.Graph){
		"a later dependence":  func(g *timed.Graph) { g.Ops[0].Deps = []int32{1} },
		"itself":              func(g *timed.Graph) { g.Ops[1].Deps = []int32{1} },
		"no such engine":      func(g *timed.Graph) { g.Ops[0].Choices = []timed.Choice{{Engine: 9}} },
		"negative time":       func(g *timed.Graph) { g.Ops[0].Choices = []timed.Choice{{Duration: -1}} },
		"negative latency":    func(g *timed.Graph) { g.Ops[0].Latency = -1 },
		"no such queue":       func(g *timed.Graph) { g.Ops[0].Queue = 0 },
		"no such resource":    func(g *timed.Graph) { g.Ops[0].Uses = []int32{0} },
		"no such memory":      func(g *timed.Graph) { g.Ops[0].Alloc = []timed.Block{{}} },
		"an engine of nobody": func(g *timed.Graph) { g.Engines[0].Units = 0 },
		"a depth below zero":  func(g *timed.Graph) { g.Queues = []timed.Queue{{Depth: -1}} },
		"more than 53 days": func(g *timed.Graph) {
			g.Ops[0].Choices = []timed.Choice{{Duration: 1 << 62}}
		},
		"nobody keeps it": func(g *timed.Graph) {
			g.Resources = []string{"x"}
			g.Ops[1].Uses, g.Ops[1].Has = []int32{0}, true
		},
		"twice one resource": func(g *timed.Graph) {
			g.Resources = []string{"x"}
			g.Ops[0].Uses = []int32{0, 0}
		},
	} {
		if _, err := timed.Run(two(1, mistake)); err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// large returns a graph of n operations in layers that compete for engines, queues and resources.
func large(n int) *timed.Graph {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	g := randomGraph(r, 0)
	g.Resources = []string{"a", "b"}
	g.Queues = []timed.Queue{{Name: "p"}, {Name: "q", Order: ir.StartOrder, Depth: 8}}
	for i := range n {
		op := timed.Op{Queue: int32(r.IntN(8)),
			Choices: []timed.Choice{{Duration: timed.Time(1 + r.IntN(9))}}}
		if op.Queue > 1 {
			op.Queue = timed.None
		}
		if r.IntN(5) == 0 {
			op.Uses = []int32{int32(r.IntN(2))}
		}
		for range r.IntN(4) {
			if i > 0 {
				op.Deps = append(op.Deps, int32(r.IntN(i)))
			}
		}
		g.Ops = append(g.Ops, op)
	}
	return g
}

// A graph of 100,000 operations takes less than a second, with a wide margin for a busy machine.
func TestLargeGraph(t *testing.T) {
	g := large(100_000)
	begin := time.Now()
	run(t, g)
	if d := time.Since(begin); d > 5*time.Second {
		t.Errorf("100,000 operations took %v", d)
	}
}

func BenchmarkRun(b *testing.B) {
	for _, n := range []int{1000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			g := large(n)
			for b.Loop() {
				run(b, g)
			}
		})
	}
}
