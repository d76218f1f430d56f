package latencyhiding

import (
	"context"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/frontend/hlo/judge"
	"github.com/inflight-compiler/inflight/frontend/hlo/timing"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randhlo"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/timed"
)

func parse(t testing.TB, text string) *hlo.Module {
	t.Helper()
	m, errs := hlo.Parse(context.Background(), diag.NewFile("test.hlo", []byte(text)))
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	return m
}

func model(t testing.TB, costs string) *cost.Model {
	t.Helper()
	m, err := machine.Builtin("eight-h100")
	if err != nil {
		t.Fatal(err)
	}
	measured, err := cost.ReadMeasured(diag.NewFile("costs.csv", []byte(costs)))
	if err != nil {
		t.Fatal(err)
	}
	c, err := cost.New(m, measured)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// names returns the names of the instructions of the entry computation.
func namesOf(m *hlo.Module) string {
	var list []string
	for _, in := range m.Entry.Instructions {
		list = append(list, in.Name)
	}
	return strings.Join(list, " ")
}

// The gather is started first, and ended when its result is needed.
func TestGatherBehindWork(t *testing.T) {
	m := parse(t, `HloModule layer, is_scheduled=true, num_partitions=8
ENTRY %main (x: f32[8], w: f32[8]) -> f32[64] {
  %x = f32[8]{0} parameter(0)
  %w = f32[8]{0} parameter(1)
  %a = f32[8]{0} add(%x, %x)
  %start = (f32[8]{0}, f32[64]{0}) all-gather-start(%w), dimensions={0}
  %done = f32[64]{0} all-gather-done(%start)
  %b = f32[8]{0} negate(%a)
  ROOT %c = f32[64]{0} custom-call(%done, %b), custom_call_target="f"
}
`)
	r, err := Schedule(context.Background(), m, model(t, "a,5\nstart,8\nb,5\nc,1\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := namesOf(m); got != "x w start a b done c" || r.Before != 19e6 || r.After != 11e6 ||
		r.Exposed != 0 {
		t.Errorf("%s: %v to %v, %v exposed", got, r.Before, r.After, r.Exposed)
	}
}

// An update in place stays in front of what reads its result and behind what reads what it overwrites, though
// no data passes.
func TestUpdatesStay(t *testing.T) {
	m := parse(t, `HloModule update, is_scheduled=true, num_partitions=8
ENTRY %main (x: f32[8], u: f32[1], i: s32[]) -> (f32[64], f32[8]) {
  %x = f32[8]{0} parameter(0)
  %u = f32[1]{0} parameter(1)
  %i = s32[] parameter(2)
  %n = f32[8]{0} negate(%x)
  %start = (f32[8]{0}, f32[64]{0}) all-gather-start(%n), dimensions={0}
  %done = f32[64]{0} all-gather-done(%start)
  %update = f32[8]{0} dynamic-update-slice(%n, %u, %i)
  ROOT %t = (f32[64]{0}, f32[8]{0}) tuple(%done, %update)
}
`)
	was := namesOf(m)
	if _, err := Schedule(context.Background(), m, model(t, "n,1\nstart,8\nupdate,5\n"),
		Options{}); err != nil {
		t.Fatal(err)
	}
	if got := namesOf(m); got != was {
		t.Errorf("the update overwrites what is in flight: %s", got)
	}
}

// orders counts and times all orders of a graph that its edges and the limits allow, up to a number, and
// returns the least time. complete is false if there are more.
func orders(t *testing.T, s *scheduler, c *hlo.Computation, g *graph, limits map[string]int64,
	most int) (best timed.Time, complete bool) {
	t.Helper()
	best, as := 1<<62, c.Instructions
	missing, flying, order := make([]int, len(g.nodes)), map[string]int64{}, []int32{}
	for i, n := range g.nodes {
		missing[i] = len(n.before)
	}
	tried := 0
	var visit func()
	visit = func() {
		if tried >= most {
			return
		}
		if len(order) == len(g.nodes) {
			tried++
			c.Reorder(g.instructions(order))
			x, err := s.costs.Pace(c, false)
			if err != nil {
				t.Fatal(err)
			}
			best = min(best, x)
			return
		}
		for i, n := range g.nodes {
			if missing[i] != 0 || n.class == starts && flying[n.kind] >= limits[n.kind] {
				continue
			}
			change := map[class]int64{starts: 1, ends: -1}[n.class]
			flying[n.kind] += change
			missing[i] = -1
			order = append(order, int32(i))
			for _, a := range n.after {
				missing[a]--
			}
			visit()
			for _, a := range n.after {
				missing[a]++
			}
			order = order[:len(order)-1]
			missing[i] = 0
			flying[n.kind] -= change
		}
	}
	visit()
	c.Reorder(as)
	return best, tried < most
}

// The order is the best one, or near it: of small modules all orders are tried. It respects the edges and the
// limits, and is never slower than what was given.
func TestPropertyAgainstAllOrders(t *testing.T) {
	complete, optimal, worst := 0, 0, 1.0
	for seed := range passtest.Programs(300) {
		r := rand.New(rand.NewPCG(uint64(seed), 5))
		text, costs := randhlo.Module(r, 4+r.IntN(6), 1+r.IntN(4))
		m, c := parse(t, text), model(t, costs)
		s := &scheduler{ctx: context.Background(),
			costs:    timing.NewCosts(context.Background(), c, timing.Options{}),
			inFlight: map[*hlo.Computation][]need{}, peaks: map[*hlo.Computation]int64{}}
		g, err := s.newGraph(m.Entry)
		if err != nil {
			t.Fatal(err)
		}
		best, all := orders(t, s, m.Entry, g, s.limits(g), 20000)
		result, err := Schedule(context.Background(), m, c, Options{})
		if err != nil {
			t.Fatal(err)
		}
		obeys(t, seed, g, s.limits(g), m)
		if result.After > result.Before || all && result.After < best {
			t.Fatalf("seed %d: %v to %v, the best order takes %v\n%s%s", seed, result.Before, result.After,
				best, text, costs)
		}
		if all {
			complete++
			if result.After == best {
				optimal++
			}
			worst = max(worst, float64(result.After)/float64(best))
		}
	}
	t.Logf("%d modules with all orders tried: %d optimal, the worst takes %.3f of the best", complete,
		optimal, worst)
	if complete-optimal > 1+complete/50 || complete < passtest.Programs(300)/2 {
		t.Errorf("of %d modules %d have the best order", complete, optimal)
	}
}

// obeys reports what an order does that the graph or the limits forbid.
func obeys(t *testing.T, seed int, g *graph, limits map[string]int64, m *hlo.Module) {
	t.Helper()
	flying := map[string]int64{}
	position := make([]int, len(g.nodes))
	at := 0
	for _, n := range g.nodes {
		position[at] = n.instructions[0].Index
		at++
	}
	for i, n := range g.nodes {
		for _, b := range n.before {
			if position[b] > position[i] {
				t.Fatalf("seed %d: %v stands in front of %v", seed, n.instructions[0],
					g.nodes[b].instructions[0])
			}
		}
	}
	for _, in := range m.Entry.Instructions {
		switch {
		case in.IsStart():
			flying[kindOf(in)]++
		case in.IsDone():
			flying[kindOf(in)]--
		}
		if k := kindOf(in); in.IsStart() && flying[k] > limits[k] {
			t.Fatalf("seed %d: %d of %s are in flight at %v", seed, flying[k], k, in)
		}
	}
}

// Larger modules are never slower afterwards, and mostly faster.
func TestPropertyNeverSlower(t *testing.T) {
	faster := 0
	for seed := range passtest.Programs(60) {
		r := rand.New(rand.NewPCG(uint64(seed), 6))
		text, costs := randhlo.Module(r, 20+r.IntN(150), 1+r.IntN(30))
		m := parse(t, text)
		was := findings(t, m)
		result, err := Schedule(context.Background(), m, model(t, costs), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if is := findings(t, m); is > was {
			t.Errorf("seed %d: %d hazards before, %d now\n%s", seed, was, is, text)
		}
		if result.After > result.Before {
			t.Errorf("seed %d: %v to %v", seed, result.Before, result.After)
		}
		if result.After < result.Before {
			faster++
		}
	}
	if faster*2 < passtest.Programs(60) {
		t.Errorf("%d of %d are faster", faster, passtest.Programs(60))
	}
}

// The body of a loop is scheduled: what it carries in flight ends as late as it can and begins as early.
func TestLoops(t *testing.T) {
	m := parse(t, `HloModule carried, is_scheduled=true, num_partitions=2
%body (p: (s32[])) -> (s32[]) {
  %p = (s32[], f32[8]{0}, (f32[8]{0}, f32[8]{0})) parameter(0)
  %i = s32[] get-tuple-element(%p), index=0
  %x = f32[8]{0} get-tuple-element(%p), index=1
  %flying = (f32[8]{0}, f32[8]{0}) get-tuple-element(%p), index=2
  %done = f32[8]{0} collective-permute-done(%flying)
  %a = f32[8]{0} negate(%x)
  %b = f32[8]{0} negate(%a)
  %again = (f32[8]{0}, f32[8]{0}) collective-permute-start(%done), source_target_pairs={{0,1}}
  ROOT %out = (s32[], f32[8]{0}, (f32[8]{0}, f32[8]{0})) tuple(%i, %b, %again)
}
%cond (q: (s32[])) -> pred[] {
  %q = (s32[], f32[8]{0}, (f32[8]{0}, f32[8]{0})) parameter(0)
  ROOT %go = pred[] constant(true)
}
ENTRY %main (y: f32[8]) -> f32[8] {
  %y = f32[8]{0} parameter(0)
  %z = s32[] constant(0)
  %first = (f32[8]{0}, f32[8]{0}) collective-permute-start(%y), source_target_pairs={{0,1}}
  %t = (s32[], f32[8]{0}, (f32[8]{0}, f32[8]{0})) tuple(%z, %y, %first)
  %w = (s32[], f32[8]{0}, (f32[8]{0}, f32[8]{0})) while(%t), condition=%cond, body=%body, backend_config={"known_trip_count":{"n":"10"}}
  %l = (f32[8]{0}, f32[8]{0}) get-tuple-element(%w), index=2
  ROOT %end = f32[8]{0} collective-permute-done(%l)
}
`)
	r, err := Schedule(context.Background(), m, model(t, "first,4\nagain,4\na,5\nb,5\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	// Each iteration waited for its permutation, which now runs beside a negation and the next one.
	if r.Before != 144e6 || r.After != 100e6 || r.Exposed != 0 || len(r.Changed) != 1 ||
		r.Changed[0].Name != "body" {
		t.Errorf("%+v", r)
	}
}

const twoGathers = `HloModule two, is_scheduled=true, num_partitions=8
ENTRY %main (x: f32[8], w: f32[8]) -> f32[64] {
  %x = f32[8]{0} parameter(0)
  %w = f32[8]{0} parameter(1)
  %s = (f32[8]{0}, f32[64]{0}) all-gather-start(%w), dimensions={0}
  %d = f32[64]{0} all-gather-done(%s)
  %s2 = (f32[8]{0}, f32[64]{0}) all-gather-start(%x), dimensions={0}GROUP
  %d2 = f32[64]{0} all-gather-done(%s2)GROUP
  %a = f32[64]{0} custom-call(%x), custom_call_target="f"
  %b = f32[64]{0} custom-call(%d, %a), custom_call_target="f"
  ROOT %c = f32[64]{0} custom-call(%d2, %b), custom_call_target="f"
}
`

// One gather is in flight at a time, or as many as the options allow.
func TestLimits(t *testing.T) {
	costs := "s,4\ns2,4\na,10\nb,1\nc,1\n"
	one := parse(t, strings.ReplaceAll(twoGathers, "GROUP", ""))
	if _, err := Schedule(context.Background(), one, model(t, costs), Options{}); err != nil {
		t.Fatal(err)
	}
	two := parse(t, strings.ReplaceAll(twoGathers, "GROUP", ""))
	r, err := Schedule(context.Background(), two, model(t, costs),
		Options{Limits: map[string]int64{"all-gather": 2}})
	if err != nil {
		t.Fatal(err)
	}
	flying := func(m *hlo.Module) (most int) {
		now := 0
		for _, in := range m.Entry.Instructions {
			if in.IsStart() {
				now++
			} else if in.IsDone() {
				now--
			}
			most = max(most, now)
		}
		return most
	}
	if flying(one) != 1 || flying(two) != 2 || r.After != 12e6 {
		t.Errorf("%d and %d are in flight, %v", flying(one), flying(two), r.After)
	}
}

// Instructions of a group stay beside each other.
func TestGroups(t *testing.T) {
	m := parse(t, strings.ReplaceAll(twoGathers, "GROUP", `, frontend_attributes={_scheduling_group_id="7"}`))
	if _, err := Schedule(context.Background(), m, model(t, "s,4\ns2,4\na,10\nb,1\nc,1\n"),
		Options{}); err != nil {
		t.Fatal(err)
	}
	if got := namesOf(m); !strings.Contains(got, "s2 d2") ||
		!strings.Contains(got, "s a d") && !strings.Contains(got, "a d ") {
		t.Error(got)
	}
}

// With less memory, what is gathered is gathered later.
func TestMemory(t *testing.T) {
	text := `HloModule memory, is_scheduled=true, num_partitions=8
ENTRY %main (x: f32[8], w: f32[8]) -> f32[8] {
  %x = f32[8]{0} parameter(0)
  %w = f32[8]{0} parameter(1)
  %big = f32[1000]{0} custom-call(%x), custom_call_target="f"
  %small = f32[8]{0} custom-call(%big), custom_call_target="f"
  %s = (f32[8]{0}, f32[900]{0}) all-gather-start(%w), dimensions={0}
  %d = f32[900]{0} all-gather-done(%s)
  ROOT %c = f32[8]{0} custom-call(%d, %small), custom_call_target="f"
}
`
	costs := "big,5\nsmall,5\ns,10\nc,1\n"
	m := parse(t, text)
	free, err := Schedule(context.Background(), m, model(t, costs), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if free.MemoryBefore != 4032 || free.MemoryAfter != 7632 || free.Before != 21e6 || free.After != 11e6 {
		t.Errorf("%+v: %s", free, namesOf(m))
	}
	m = parse(t, text)
	tight, err := Schedule(context.Background(), m, model(t, costs), Options{Memory: 5000})
	if err != nil {
		t.Fatal(err)
	}
	if tight.MemoryAfter > 5000 || tight.After != tight.Before {
		t.Errorf("%+v: %s", tight, namesOf(m))
	}
}

// findings returns how many hazards the judge finds.
func findings(t *testing.T, m *hlo.Module) int {
	t.Helper()
	report, err := judge.Check(context.Background(), m, judge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report.Hazards
}

// What a loop carries in the memory of its state is not overwritten while it is read or in flight: the order
// of this body hides what it can without that.
func TestLoopsKeepTheirMemory(t *testing.T) {
	content, err := os.ReadFile("../../../examples/hlo/pipeline.hlo")
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, string(content))
	r, err := Schedule(context.Background(), m, model(t, "a,1\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := findings(t, m); n != 0 || r.After >= r.Before || len(r.Changed) == 0 {
		t.Errorf("%d hazards, %+v", n, r)
	}
}
