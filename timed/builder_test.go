package timed_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/timed"
)

// parsed returns a machine of a description with two memories and engines that copy between them.
func parsed(t testing.TB, dma string, queues string) *machine.Machine {
	t.Helper()
	m, err := machine.Parse("m.json", fmt.Appendf(nil, `{
  "name": "m",
  "memories": [{"name": "a", "spaces": [""]}, {"name": "b", "spaces": ["1"], "capacity": 1000}],
  "processors": [{"name": "p", "units": 4, "float": 1e9, "integer": 1e9, "other": 1e9}],
  "dma": [%s],
  "links": [{"from": "a", "to": "b", "bandwidth": 1e9, "latency_ns": 10}],
  "queues": {%s}
}`, dma, queues))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const oneDMA, twoDMAs = `{"name": "d", "executes": ["memref.copy"], "start_ns": 5}`,
	oneDMA + `, {"name": "e", "executes": ["memref.copy"], "start_ns": 5}`

const twoCopies = `func.func @f(%a: memref<100xi8>, %b: memref<100xi8, 1>, %c: memref<100xi8>, %d: memref<100xi8, 1>) {
  %t = async.execute { memref.copy %a, %b : memref<100xi8> to memref<100xi8, 1>
    async.yield }
  %u = async.execute { memref.copy %c, %d : memref<100xi8> to memref<100xi8, 1>
    async.yield }
  async.await %t : !async.token
  async.await %u : !async.token
  return
}`

// spans returns the start and end times of the operations whose labels begin with a text.
func spans(g *timed.Graph, r *timed.Result, label string) (spans [][2]timed.Time) {
	for i := range g.Ops {
		if strings.HasPrefix(g.Ops[i].Label, label) {
			spans = append(spans, [2]timed.Time{r.Start[i], r.End[i]})
		}
	}
	return spans
}

// The two copies of a program take 5 + 10 + 100 ns each: one after the other on one engine, at the same time
// on two.
func TestTwoCopies(t *testing.T) {
	for dma, overlap := range map[string]bool{oneDMA: false, twoDMAs: true} {
		g := estimated(t, twoCopies, "f", parsed(t, dma, ""))
		copies := spans(g, run(t, g), "execute")
		if len(copies) != 2 {
			t.Fatalf("copies %v", copies)
		}
		for _, c := range copies {
			if c[1]-c[0] != 115_000 {
				t.Errorf("a copy takes %v", c[1]-c[0])
			}
		}
		if (copies[1][0] < copies[0][1]) != overlap {
			t.Errorf("%s: %v", dma, copies)
		}
	}
}

// Queues have the order and the depth of the machine, and operations on different queues do not wait for each
// other.
func TestQueues(t *testing.T) {
	onQueues := func(first, second int) string {
		s := strings.Replace(twoCopies, "async.execute {",
			fmt.Sprintf("async.execute attributes {pipeline.queue = %d} {", first), 1)
		return strings.Replace(s, "async.execute {",
			fmt.Sprintf("async.execute attributes {pipeline.queue = %d} {", second), 1)
	}
	for _, c := range []struct {
		queues        string
		first, second int
		overlap       bool
	}{
		{`"order": "complete"`, 0, 0, false},
		{`"order": "complete"`, 0, 1, true},
		{`"order": "complete", "count": 2`, 0, 2, false}, // folded
		{`"order": "issue"`, 0, 0, true},
		{`"order": "issue", "depth": 1`, 0, 0, false},
		{`"order": "none", "depth": 2`, 0, 0, true},
	} {
		g := estimated(t, onQueues(c.first, c.second), "f", parsed(t, twoDMAs, c.queues))
		copies := spans(g, run(t, g), "execute")
		if len(copies) != 2 || (copies[1][0] < copies[0][1]) != c.overlap {
			t.Errorf("%+v: %v", c, copies)
		}
	}
}

// twoTasks returns the two copies as tasks that take turns on a queue, or hold a resource. made is the
// operation that makes the queue or resource.
func twoTasks(made, with string) string {
	s := strings.ReplaceAll(twoCopies, "async.execute", "task.execute "+with)
	s = strings.ReplaceAll(s, "async.yield", "task.yield")
	return strings.Replace(s, "{\n", "{\n  %q = "+made+"\n", 1)
}

// Tasks have the order, the depth and the engine of their queue. Only one task at a time holds a resource.
func TestTurns(t *testing.T) {
	for made, overlap := range map[string]bool{
		`task.queue`:                                  false,
		`task.queue {order = "issue"}`:                true,
		`task.queue {order = "none"}`:                 true,
		`task.queue {order = "none", depth = 1}`:      false,
		`task.queue {order = "issue", depth = 2}`:     true,
		`task.queue {order = "none", engine = "e"}`:   false,
		`task.queue {order = "none", engine = "gpu"}`: true,
		`task.resource`:                               false,
	} {
		with := "on %q"
		if made == "task.resource" {
			with = "holding(%q)"
		}
		g := estimated(t, twoTasks(made, with), "f", parsed(t, twoDMAs, ""))
		r := run(t, g)
		var copies [][2]timed.Time
		for _, s := range spans(g, r, "execute") {
			if s[1] > s[0] { // starting takes no time
				copies = append(copies, s)
			}
		}
		if len(copies) != 2 || (copies[1][0] < copies[0][1]) != overlap {
			t.Errorf("%s: %v", made, copies)
		}
	}
}

// A task holds a resource while it waits for another one.
func TestHeldWhileWaiting(t *testing.T) {
	const source = `func.func @f(%a: memref<100xi8>, %b: memref<100xi8, 1>) {
  %r = task.resource
  %slow = async.execute { memref.copy %a, %b : memref<100xi8> to memref<100xi8, 1>
    async.yield }
  %t = task.execute holding(%r) { memref.copy %a, %b : memref<100xi8> to memref<100xi8, 1>
    async.await %slow : !async.token
    memref.copy %a, %b : memref<100xi8> to memref<100xi8, 1>
    task.yield }
  %u = task.execute holding(%r) { memref.copy %a, %b : memref<100xi8> to memref<100xi8, 1>
    task.yield }
  async.await %u : !async.token
  async.await %t : !async.token
  return
}`
	g := estimated(t, source, "f", parsed(t, twoDMAs, ""))
	r := run(t, g)
	first, second := spans(g, r, "execute t"), spans(g, r, "execute u")
	if len(first) != 2 || len(second) != 1 || second[0][0] < first[1][1] && first[0][0] < second[0][1] {
		t.Errorf("%v and %v", first, second)
	}
}

// Only one thread at a time holds a resource. The resource creates no order: the thread that can start first
// starts first.
func TestUse(t *testing.T) {
	module := passtest.Parse(t, twoCopies)
	fn := function(t, module, "f")
	var ops []*ir.Op
	for op := range fn.Walk() {
		if op.Name() == "async.execute" {
			ops = append(ops, op)
		}
	}
	for late := range 2 {
		b := timed.NewBuilder(parsed(t, twoDMAs, ""))
		main := b.Main(fn, "f")
		before := main.Issue(fn, "before")
		before.Count(timed.Integer, 1, 50)
		var done []timed.Done
		for i, op := range ops {
			child := main.Issue(op, fmt.Sprint("execute ", i))
			child.Use("key", "the printer")
			if i == late {
				child.Await(before.End())
			}
			child.Move(0, 1, 100)
			done = append(done, child.End())
		}
		main.Await(done...)
		main.End()
		g := b.Graph()
		r := run(t, g)
		got := spans(g, r, "execute")
		if got[1-late][0] >= got[late][0] || got[late][0] < got[1-late][1] {
			t.Errorf("the late one is %d: %v", late, got)
		}
	}
}

// In a chain of operations that are all on the critical path, shortening one shortens the makespan by as
// much, and removing a dependence lets the rest overlap. Every number in the report changes with such a
// mutation.
func TestMutations(t *testing.T) {
	chain := func() *timed.Graph {
		g := &timed.Graph{Engines: []timed.Engine{{Name: "e", Units: 2}}, Queues: []timed.Queue{{Name: "q"}}}
		for i := range 6 {
			op := timed.Op{Choices: []timed.Choice{{Duration: 10}}, Queue: timed.None}
			if i > 0 {
				op.Deps = []int32{int32(i - 1)}
			}
			g.Ops = append(g.Ops, op)
		}
		return g
	}
	want := run(t, chain())
	if want.Makespan != 60 || want.Bound != 60 || len(want.Path) != 6 {
		t.Fatalf("%+v", want)
	}
	for i := range 6 {
		shorter := chain()
		shorter.Ops[i].Choices[0].Duration = 3
		if r := run(t, shorter); r.Makespan != 53 || r.Busy[0] != 53 {
			t.Errorf("operation %d shorter: %v", i, r.Makespan)
		}
		free := chain()
		free.Ops[i].Deps = nil
		if r := run(t, free); i > 0 && r.Makespan != timed.Time(10*max(i, 6-i)) {
			t.Errorf("operation %d depends on nothing: %v", i, r.Makespan)
		}
		ordered := chain()
		for k := range ordered.Ops {
			ordered.Ops[k].Deps, ordered.Ops[k].Queue = nil, 0
		}
		ordered.Ops[i].Queue = timed.None
		if r := run(t, ordered); r.Makespan != 50 {
			t.Errorf("all but operation %d on a queue: %v", i, r.Makespan)
		}
	}
}
