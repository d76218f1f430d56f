package reusebuffers_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/memref"
	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsequential"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/memory/reusebuffers"
	_ "github.com/inflight-compiler/inflight/transform/sync/formasyncregions"
	"github.com/inflight-compiler/inflight/value"
)

// What the pass makes of programs.
func TestGolden(t *testing.T) { passtest.Golden(t, "reuse-buffers") }

// Programs compute the same, in whatever order their regions run, and have no race, however little memory
// there is.
func TestPropertyMeaning(t *testing.T) {
	reused, n := 0, passtest.Programs(60)
	for i := range n {
		m := passtest.Parse(t, randsequential.Program(rand.New(rand.NewPCG(uint64(i), 5))))
		form := "form-async-regions{mode=max-concurrency spawn-cost=0}"
		if i%2 == 0 {
			form = "form-async-regions"
		}
		formed := passtest.Transform(t, m, "builtin.module("+form+")")
		made := passtest.Transform(t, formed,
			"builtin.module(reuse-buffers{memory-budget="+[]string{"0", "64", "100"}[i%3]+"})")
		reused += len(formed.Find(memref.Alloc)) - len(made.Find(memref.Alloc))
		for condition := range int64(2) {
			want, _ := passtest.Simulate(t, m, sim.Config{}, condition)
			for _, mode := range passtest.Modes {
				got, hazards := passtest.Simulate(t, made, mode, condition)
				if len(hazards) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
					t.Fatalf("program %d, mode %v: %v\n%s\n%s", i, mode.Mode, hazards, passtest.Print(formed),
						passtest.Print(made))
				}
			}
		}
	}
	t.Logf("%d buffers reused in %d programs", reused, n)
	if reused < n/10 {
		t.Errorf("only %d buffers reused in %d programs", reused, n)
	}
}
