package inflight_test

import (
	"context"
	"io"
	"os"
	"runtime"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/race"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/timeline"
	_ "github.com/inflight-compiler/inflight/transform/all"
	"github.com/inflight-compiler/inflight/value"
)

// phases are the phases of compilation that are measured on a program of a family. A phase returns its number
// of steps if it counts them.
var phases = []struct {
	name string
	run  func(t *testing.T, m *inflight.Module) int64
}{
	{"check", func(t *testing.T, m *inflight.Module) int64 {
		if _, err := m.Check(t.Context(), check.Options{}); err != nil {
			t.Fatal(err)
		}
		return 0
	}},
	{"verdicts", func(t *testing.T, m *inflight.Module) int64 {
		report, err := m.Check(t.Context(), check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := report.WriteText(io.Discard); err != nil {
			t.Fatal(err)
		}
		return 0
	}},
	{"canonicalize and cse, function by function",
		transformed("builtin.module(func.func(canonicalize,cse))")},
	{"canonicalize", transformed("builtin.module(canonicalize)")},
	{"simulate", func(t *testing.T, m *inflight.Module) int64 {
		p, err := sim.Compile(m.Op(), "main")
		if err != nil {
			t.Fatal(err)
		}
		b, err := value.NewBuffer(m.Op().Context().MemRef([]int64{8}, m.Op().Context().I32, nil, nil),
			[]int64{8})
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Run(context.Background(), sim.Config{Mode: sim.Late, Hazards: true},
			[]value.Value{value.Memory(b)})
		if err != nil {
			t.Fatal(err)
		}
		return r.Steps
	}},
	{"run on the simulator", func(t *testing.T, m *inflight.Module) int64 {
		r, err := m.Run(context.Background(), inflight.RunConfig{Entry: "main", Engine: "sim"})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.WriteText(io.Discard, timeline.Options{}); err != nil {
			t.Fatal(err)
		}
		return 0
	}},
}

func transformed(pipeline string) func(*testing.T, *inflight.Module) int64 {
	return func(t *testing.T, m *inflight.Module) int64 {
		p, err := pass.Parse(pipeline)
		if err != nil {
			t.Fatal(err)
		}
		if diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), m.Op()); diags.HasErrors() {
			t.Fatal(diags.Err())
		}
		return 0
	}
}

// cost is the cost of a phase.
type cost struct{ allocations, bytes, steps float64 }

// notLinear lists the phases that grow faster than the programs of a family, with the reason.
var notLinear = map[string]string{
	"copies, one at a time/check": "each wait for a count is judged by a run without it, up " +
		"to a limit of steps",
	"copies, one at a time/verdicts":             "as above",
	"copies, one at a time/run on the simulator": "as above",
}

// slow lists the phases that take longest on the programs of a family. These programs are half as large,
// except at night.
var slow = map[string]bool{
	"pipelined loops/run on the simulator": true,
	"nests/run on the simulator":           true,
	"copies, all at a time/check":          true,
}

// Steps and allocations of each phase grow at most 1.3 times as fast as the program, from one size to 4 times
// and 16 times that size. Bytes may grow twice as fast, because slices and maps have spare capacity.
func TestGrowthIsLinear(t *testing.T) {
	race.Skip(t, "programs that are larger are not more goroutines")
	for _, f := range program.Families {
		for _, phase := range phases {
			if notLinear[f.Name+"/"+phase.name] != "" {
				continue
			}
			base := 200
			if slow[f.Name+"/"+phase.name] && os.Getenv("INFLIGHT_NIGHTLY") == "" {
				base = 100
			}
			t.Run(f.Name+"/"+phase.name, func(t *testing.T) {
				measure := func(n int) cost {
					m := parse(t, string(f.Text(n)))
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					s := phase.run(t, m)
					runtime.ReadMemStats(&after)
					return cost{float64(after.Mallocs - before.Mallocs),
						float64(after.TotalAlloc - before.TotalAlloc), float64(s)}
				}
				measure(base) // what is made once in a process
				one := measure(base)
				for _, times := range []float64{4, 16} {
					c := measure(base * int(times))
					if c.allocations > 1.3*times*one.allocations || c.steps > 1.3*times*one.steps ||
						c.bytes > 2*times*one.bytes {
						t.Errorf(
							"%v times as large takes %.1f times the allocations, %.1f times the bytes, "+
								"%.1f times the steps",
							times, c.allocations/one.allocations, c.bytes/one.bytes,
							c.steps/max(one.steps, 1))
					}
				}
			})
		}
	}
}
