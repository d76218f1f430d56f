package fromhlo_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/frontend/hlo/timing"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/machine"
	"github.com/inflight-compiler/inflight/ranks"
	"github.com/inflight-compiler/inflight/ranks/fromhlo"
)

// If all ranks execute one module, nobody waits for another rank, and the ranks take as long as the timer of
// one module says.
func TestPropertyRanksOfOneModuleTakeAsLong(t *testing.T) {
	on, err := machine.Builtin("eight-h100")
	if err != nil {
		t.Fatal(err)
	}
	model, err := cost.New(on, nil)
	if err != nil {
		t.Fatal(err)
	}
	waits := 0
	n := passtest.Programs(300)
	for seed := range n {
		text := timedModule(rand.New(rand.NewPCG(uint64(seed), 5)))
		m, errs := hlo.Parse(context.Background(), diag.NewFile("m.hlo", []byte(text)))
		if len(errs) > 0 || hlo.Verify(m).Err() != nil {
			t.Fatal(text, errs, hlo.Verify(m))
		}
		alone, err := timing.Of(context.Background(), m, model, timing.Options{})
		if err != nil {
			t.Fatal(err)
		}
		costs := timing.NewCosts(context.Background(), model, timing.Options{})
		s, err := fromhlo.Timed([]*hlo.Module{m, m, m, m},
			func(*hlo.Module) fromhlo.Costs { return costs })
		if err != nil {
			t.Fatal(err)
		}
		times, err := ranks.Time(s, ranks.Rendezvous)
		if err != nil {
			t.Fatal(err)
		}
		if times.Makespan != alone.Makespan {
			t.Fatalf("seed %d: the ranks take %v, and one module %v\n%s", seed, times.Makespan,
				alone.Makespan,
				text)
		}
		if len(times.Idles(s)) > 0 {
			waits++
		}
	}
	if waits < n/2 {
		t.Errorf("ranks wait in %d of %d modules", waits, n)
	}
}

// timedModule returns a module with computations, all-reduces, copies to the host and a loop.
func timedModule(r *rand.Rand) string {
	b := &strings.Builder{}
	var open []string // the dones that are to come
	block := func(prefix string, n int) {
		for i := range n {
			id := fmt.Sprintf("%s%d", prefix, i)
			switch r.IntN(5) {
			case 0:
				size := 1 << (10 + r.IntN(12))
				fmt.Fprintf(b, "  %%c%s = f32[%d]{0} constant({...})\n  %%n%s = f32[%d]{0} negate(%%c%s)\n",
					id, size,
					id, size, id)
			case 1:
				fmt.Fprintf(b,
					"  %%s%s = f32[1000000]{0} all-reduce-start(%%x%s), replica_groups={{0,1,2,3}}, "+
						"to_apply=%%add\n", id, prefix)
				open = append(open, fmt.Sprintf("  %%d%s = f32[1000000]{0} all-reduce-done(%%s%s)\n", id, id))
			case 2:
				fmt.Fprintf(b, "  %%o%s = (f32[1000000]{0:S(5)}, f32[1000000]{0}, u32[]) copy-start(%%x%s)\n",
					id,
					prefix)
				open = append(open, fmt.Sprintf("  %%p%s = f32[1000000]{0:S(5)} copy-done(%%o%s)\n", id, id))
			case 3:
				if strings.Contains(strings.Join(open, ""), "all-reduce") {
					continue // the two would share the interconnect, which programs of ranks do not model
				}
				fmt.Fprintf(b, "  %%r%s = f32[500000]{0} all-reduce(%%h%s), replica_groups={{0,1},{2,3}}, "+
					"to_apply=%%add\n", id, prefix)
			case 4:
				if len(open) > 0 {
					k := r.IntN(len(open))
					b.WriteString(open[k])
					open = append(open[:k], open[k+1:]...)
				}
			}
		}
		b.WriteString(strings.Join(open, ""))
		open = nil
	}
	b.WriteString(`HloModule m, is_scheduled=true, replica_count=4

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

%body (t: (s32[], f32[1000000], f32[500000])) -> (s32[], f32[1000000], f32[500000]) {
  %t = (s32[], f32[1000000]{0}, f32[500000]{0}) parameter(0)
  %i = s32[] get-tuple-element(%t), index=0
  %xb = f32[1000000]{0} get-tuple-element(%t), index=1
  %hb = f32[500000]{0} get-tuple-element(%t), index=2
`)
	block("b", r.IntN(8))
	b.WriteString(`  ROOT %next = (s32[], f32[1000000]{0}, f32[500000]{0}) tuple(%i, %xb, %hb)
}

%condition (u: (s32[], f32[1000000], f32[500000])) -> pred[] {
  %u = (s32[], f32[1000000]{0}, f32[500000]{0}) parameter(0)
  ROOT %more = pred[] constant(true)
}

ENTRY %main (xm: f32[1000000], hm: f32[500000]) -> f32[1000000] {
  %xm = f32[1000000]{0} parameter(0)
  %hm = f32[500000]{0} parameter(1)
  %zero = s32[] constant(0)
`)
	block("m", 2+r.IntN(12))
	fmt.Fprintf(b,
		"  %%first = (s32[], f32[1000000]{0}, f32[500000]{0}) tuple(%%zero, %%xm, %%hm)\n  %%loop = (s32[], "+
			"f32[1000000]{0}, f32[500000]{0}) while(%%first), condition=%%condition, body=%%body, "+
			"backend_config={\"known_trip_count\":{\"n\":\"%d\"}}\n", 1+r.IntN(6))
	b.WriteString("  ROOT %out = f32[1000000]{0} get-tuple-element(%loop), index=1\n}\n")
	return b.String()
}
