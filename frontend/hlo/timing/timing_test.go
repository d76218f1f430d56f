package timing

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/timed"
)

// model returns eight-h100 with costs in microseconds, a name and a number per line.
func model(t testing.TB, costs string) *cost.Model {
	t.Helper()
	m, err := machine.Builtin("eight-h100")
	if err != nil {
		t.Fatal(err)
	}
	var measured *cost.Measured
	if costs != "" {
		if measured, err = cost.ReadMeasured(diag.NewFile("costs.csv", []byte(costs))); err != nil {
			t.Fatal(err)
		}
	}
	c, err := cost.New(m, measured)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func parse(t testing.TB, text string) *hlo.Module {
	t.Helper()
	m, errs := hlo.Parse(context.Background(), diag.NewFile("test.hlo", []byte(text)))
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	return m
}

func of(t testing.TB, m *hlo.Module, c *cost.Model) *Timing {
	t.Helper()
	x, err := Of(context.Background(), m, c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

const us = timed.Time(1e6)

// layer gathers weights while an addition runs. The negation stands behind the done, and needs it not.
const layer = `HloModule layer, is_scheduled=true, num_partitions=8
ENTRY %main (x: f32[8], w: f32[8]) -> f32[64] {
  %x = f32[8]{0} parameter(0)
  %w = f32[8]{0} parameter(1)
  %start = (f32[8]{0}, f32[64]{0}) all-gather-start(%w), channel_id=1, replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0}
  %add = f32[8]{0} add(%x, %x)
  %done = f32[64]{0} all-gather-done(%start)
  %negate = f32[8]{0} negate(%add)
  ROOT %pad = f32[64]{0} multiply(%done, %done), control-predecessors={%negate}
}
`

// The done waits for what the addition does not hide; the negation would hide the rest.
func TestExposed(t *testing.T) {
	x := of(t, parse(t, layer), model(t, "start,10\nadd,4\nnegate,3\npad,1\n"))
	p := x.Pairs[0]
	if x.Makespan != 14*us || p.Takes != 10*us || p.Exposed != 6*us || p.Hidden() != 4*us {
		t.Errorf("makespan %v, %v takes %v, of which %v are exposed", x.Makespan, p.Start, p.Takes, p.Exposed)
	}
	if p.Hider == nil || p.Hider.Name != "negate" || p.HiderTakes != 3*us || p.Movable != 3*us {
		t.Errorf("%v could hide it (%v), together %v", p.Hider, p.HiderTakes, p.Movable)
	}
	if x.Bound != 11*us {
		t.Errorf("no order takes less than %v", x.Bound)
	}
	var b strings.Builder
	if err := x.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"1 asynchronous operation: 10 µs, of which 4 µs are hidden and 6 µs exposed",
		"%negate (line 8, 3 µs)", "makespan: 14 µs, and no order takes less than 11 µs", "NVLink"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the report lacks %q:\n%s", want, &b)
		}
	}
}

// What a machine says is what operations take: 7/8 of 256 bytes over NVLink, behind its latency.
func TestCostsOfTheMachine(t *testing.T) {
	x := of(t, parse(t, layer), model(t, ""))
	bytes, bandwidth := 256.0*7/8, 370e9
	want := 10000e3 + bytes/bandwidth*1e12
	if got := float64(x.Pairs[0].Takes); got < want-1 || got > want+1 {
		t.Errorf("the all-gather takes %v ps, not %v", got, want)
	}
}

// A reduction that is carried by a loop is hidden behind the next iteration; the loop takes as long for a
// million iterations as its period says.
func TestCarriedPairs(t *testing.T) {
	text := func(trips int) string {
		return strings.ReplaceAll(`HloModule carried, is_scheduled=true, num_partitions=2
%body (p: (s32[], f32[8], ((f32[8]), f32[8]))) -> (s32[], f32[8], ((f32[8]), f32[8])) {
  %p = (s32[], f32[8]{0}, ((f32[8]{0}), f32[8]{0})) parameter(0)
  %i = s32[] get-tuple-element(%p), index=0
  %x = f32[8]{0} get-tuple-element(%p), index=1
  %flying = ((f32[8]{0}), f32[8]{0}) get-tuple-element(%p), index=2
  %work = f32[8]{0} negate(%x)
  %done = f32[8]{0} collective-permute-done(%flying)
  %again = (f32[8]{0}, f32[8]{0}) collective-permute-start(%work), channel_id=1, source_target_pairs={{0,1},{1,0}}
  %one = s32[] constant(1)
  %i.next = s32[] add(%i, %one)
  ROOT %out = (s32[], f32[8]{0}, ((f32[8]{0}), f32[8]{0})) tuple(%i.next, %done, %again)
}
%cond (q: (s32[], f32[8], ((f32[8]), f32[8]))) -> pred[] {
  %q = (s32[], f32[8]{0}, ((f32[8]{0}), f32[8]{0})) parameter(0)
  %c = s32[] get-tuple-element(%q), index=0
  %n = s32[] constant(TRIPS)
  ROOT %less = pred[] compare(%c, %n), direction=LT
}
ENTRY %main (a: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %zero = s32[] constant(0)
  %first = (f32[8]{0}, f32[8]{0}) collective-permute-start(%a), channel_id=1, source_target_pairs={{0,1},{1,0}}
  %init = (s32[], f32[8]{0}, (f32[8]{0}, f32[8]{0})) tuple(%zero, %a, %first)
  %loop = (s32[], f32[8]{0}, ((f32[8]{0}), f32[8]{0})) while(%init), condition=%cond, body=%body
  %last = ((f32[8]{0}), f32[8]{0}) get-tuple-element(%loop), index=2
  ROOT %end = f32[8]{0} collective-permute-done(%last)
}
`, "TRIPS", fmt.Sprint(trips))
	}
	c := model(t, "first,5\nagain,5\nwork,3\ni.next,0\nless,0\n")
	for _, trips := range []int{0, 1, 2, 10, 1_000_000} {
		x := of(t, parse(t, text(trips)), c)
		// Each of the trips+1 permutations takes 5: the start waits for the one before.
		if want := timed.Time(trips+1) * 5 * us; x.Makespan != want {
			t.Errorf("%d iterations take %v, not %v", trips, x.Makespan, want)
		}
		if x.Exposed != timed.Time(trips)*2*us+5*us {
			t.Errorf("%d iterations: %v are exposed", trips, x.Exposed)
		}
		if len(x.Graph.Ops) > 100 {
			t.Errorf("%d operations were recorded for %d iterations", len(x.Graph.Ops), trips)
		}
	}
}

// random writes a module of a loop, possibly in another one, with costs for what it executes. Some starts are
// carried to the next iteration.
func random(r *rand.Rand) (text, costs string) {
	var b, c strings.Builder
	spend := func(name string) { fmt.Fprintf(&c, "%s,%d\n", name, r.IntN(20)) }
	const t = "(s32[], f32[8]{0}, (f32[8]{0}, f32[8]{0}))"
	body := func(name string, inner string) {
		fmt.Fprintf(&b, "%%%s (p: (s32[])) -> (s32[]) {\n  %%p%s = %s parameter(0)\n", name, name, t)
		fmt.Fprintf(&b, "  %%i%s = s32[] get-tuple-element(%%p%s), index=0\n", name, name)
		fmt.Fprintf(&b, "  %%v%s = f32[8]{0} get-tuple-element(%%p%s), index=1\n", name, name)
		fmt.Fprintf(&b, "  %%f%s = (f32[8]{0}, f32[8]{0}) get-tuple-element(%%p%s), index=2\n", name, name)
		open, v := []string{"f" + name}, "v"+name
		for i := range 2 + r.IntN(8) {
			in := fmt.Sprintf("%s%d", name, i)
			switch k := r.IntN(5); {
			case k == 0:
				fmt.Fprintf(&b,
					"  %%%s = (f32[8]{0}, f32[8]{0}, u32[], u32[]) collective-permute-start(%%%s), "+
						"source_target_pairs={{0,1}}\n", in, v)
				open = append(open, in)
			case k == 1:
				fmt.Fprintf(&b, "  %%%s = (f32[8]{0}, f32[8]{0}, u32[]) copy-start(%%%s)\n", in, v)
				open = append(open, in)
			case k == 2 && len(open) > 1:
				fmt.Fprintf(&b, "  %%%s = f32[8]{0} copy-done(%%%s)\n", in, open[0])
				open, v = open[1:], in
			default:
				fmt.Fprintf(&b, "  %%%s = f32[8]{0} negate(%%%s)\n", in, v)
				v = in
			}
			spend(in)
		}
		carried := open[len(open)-1]
		if inner != "" {
			fmt.Fprintf(&b,
				"  %%t%s = %s tuple(%%i%s, %%%s, %%%s)\n  %%w%s = %s while(%%t%s), condition=%%cond, "+
					"body=%%%s, backend_config={\"known_trip_count\":{\"n\":\"%d\"}}\n", name, t, name, v,
				carried, name, t,
				name, inner, r.IntN(20))
			fmt.Fprintf(&b, "  %%g%s = (f32[8]{0}, f32[8]{0}) get-tuple-element(%%w%s), index=2\n", name,
				name)
			carried = "g" + name
		}
		fmt.Fprintf(&b, "  ROOT %%r%s = %s tuple(%%i%s, %%%s, %%%s)\n}\n", name, t, name, v, carried)
	}
	b.WriteString("HloModule random, is_scheduled=true\n%cond (q: (s32[])) -> pred[] {\n  %q = " + t +
		" parameter(0)\n  ROOT %go = pred[] constant(true)\n}\n")
	inner := ""
	if r.IntN(2) == 0 {
		body("inner", "")
		inner = "inner"
	}
	body("outer", inner)
	fmt.Fprintf(&b,
		"ENTRY %%main (a: f32[8]) -> f32[8] {\n  %%a = f32[8]{0} parameter(0)\n  %%z = s32[] constant(0)\n"+
			"  %%s = (f32[8]{0}, f32[8]{0}, u32[], u32[]) collective-permute-start(%%a), "+
			"source_target_pairs={{0,1}}\n"+
			"  %%t = %s tuple(%%z, %%a, %%s)\n  %%w = %s while(%%t), condition=%%cond, body=%%outer, "+
			"backend_config={\"known_trip_count\":{\"n\":\"%d\"}}\n  %%l = (f32[8]{0}, f32[8]{0}) "+
			"get-tuple-element(%%w), index=2\n  ROOT %%d = f32[8]{0} collective-permute-done(%%l)\n}\n", t, t,
		r.IntN(60))
	spend("s")
	return b.String(), c.String()
}

// Iterations that are passed over take as long as if they were executed, and change the same.
func TestPropertySkippedIterations(t *testing.T) {
	skipped := 0
	for seed := range passtest.Programs(300) {
		text, costs := random(rand.New(rand.NewPCG(uint64(seed), 30)))
		m, c := parse(t, text), model(t, costs)
		short := of(t, m, c)
		s := newSimulation(context.Background(), c, Options{})
		s.records, s.unrolls = true, true
		if _, err := s.computation(m.Entry, nil); err != nil {
			t.Fatal(err)
		}
		long := s.timing(m)
		if short.Makespan != long.Makespan || short.Exposed != long.Exposed {
			t.Fatalf("seed %d: %v with %v exposed, executed in full %v with %v\n%s%s", seed, short.Makespan,
				short.Exposed, long.Makespan, long.Exposed, text, costs)
		}
		for i, p := range short.Pairs {
			if q := long.Pairs[i]; p.Count != q.Count || p.Takes != q.Takes || p.Exposed != q.Exposed {
				t.Fatalf("seed %d: %v %+v, executed in full %+v", seed, p.Start, p, q)
			}
		}
		for i, b := range short.Result.Busy {
			if b != long.Result.Busy[i] {
				t.Fatalf("seed %d: %s is busy for %v, executed in full %v", seed, short.Graph.Engines[i].Name,
					b,
					long.Result.Busy[i])
			}
		}
		if len(short.Graph.Ops) < len(long.Graph.Ops) {
			skipped++
		}
		if short.Bound > short.Makespan {
			t.Fatalf("seed %d: the bound %v is above the makespan %v\n%s%s", seed, short.Bound,
				short.Makespan, text, costs)
		}
	}
	if skipped < passtest.Programs(300)/3 {
		t.Errorf("iterations were passed over in %d programs only", skipped)
	}
}
