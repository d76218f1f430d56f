package asyncregions_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/dialect/async"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randtask"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/sync/asyncregions"
	"github.com/inflight-compiler/inflight/value"
)

// What the passes make of programs.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/golden/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		m := passtest.Parse(t, string(golden.Get(t, ar, "in.mlir")))
		passes := strings.TrimSpace(string(golden.Get(t, ar, "passes")))
		golden.Set(ar, "out.mlir",
			[]byte(passtest.Print(passtest.Transform(t, m, "builtin.module("+passes+")"))))
	})
}

// Early results are split off in random programs, so that the test of their meaning is about them as well.
func TestPropertyEarlyResults(t *testing.T) {
	n, found := passtest.Programs(80), 0
	for i := range n {
		m := passtest.Parse(t, randtask.Program(rand.New(rand.NewPCG(uint64(i), 1))))
		r := pass.NewRun(t.Context(), asyncregions.Split, m, pass.Values{{Name: "cost-threshold", Text: "1"}})
		if err := asyncregions.Split.Run(r); err != nil {
			t.Fatal(err)
		}
		found += r.Stats()["early results"]
	}
	t.Logf("%d early results", found)
	if found < n/20 {
		t.Errorf("only %d early results in %d programs", found, n)
	}
}

// Programs without a race have none after the passes, and compute the same, in whatever order; and the passes
// do something.
func TestPropertyMeaning(t *testing.T) {
	for _, c := range []struct {
		passes string
		more   bool // operations, or fewer
	}{
		{"merge-async-regions{cost-threshold=20}", false},
		{"merge-async-regions{cost-threshold=200}", false},
		{"merge-async-regions{cost-threshold=1000 siblings=false}", false},
		{"split-async-regions{cost-threshold=1}", true},
		{"split-async-regions{cost-threshold=12 early-results=false}", true},
		{"merge-async-regions{cost-threshold=100},split-async-regions{cost-threshold=8}", true},
	} {
		t.Run(c.passes, func(t *testing.T) { keepsMeaning(t, "builtin.module("+c.passes+")", c.more) })
	}
}

func keepsMeaning(t *testing.T, pipeline string, more bool) {
	changed, moved, runs := 0, 0, 0
	n := passtest.Programs(80)
	for i := range n {
		source := randtask.Program(rand.New(rand.NewPCG(uint64(i), 1)))
		m := passtest.Parse(t, source)
		made := passtest.Transform(t, m, pipeline)
		if passtest.Print(made) == passtest.Print(m) {
			continue
		}
		changed++
		if a, b := len(m.Find(async.Execute)), len(made.Find(async.Execute)); a > b && !more ||
			a < b && more {
			moved++
		}
		for condition := range int64(2) {
			if !passtest.Clean(t, m, condition) {
				continue
			}
			runs++
			want, _ := passtest.Simulate(t, m, sim.Config{}, condition)
			for _, mode := range passtest.Modes {
				got, hazards := passtest.Simulate(t, made, mode, condition)
				if len(hazards) > 0 {
					t.Fatalf("program %d, mode %v: %v\n%s\n%s", i, mode.Mode, hazards[0].Diagnostic(), source,
						passtest.Print(made))
				}
				if !slices.EqualFunc(want, got, value.Value.Equal) {
					t.Fatalf("program %d, mode %v: another result\n%s\n%s", i, mode.Mode, source,
						passtest.Print(made))
				}
			}
		}
	}
	t.Logf("%d of %d programs changed, %d in the number of operations, %d runs without a race", changed, n,
		moved, runs)
	if moved < n/10 || runs < n/10 {
		t.Errorf("only %d programs changed in the number of operations, and %d runs had no race", moved, runs)
	}
}
