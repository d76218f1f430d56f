package elideredundantwaits_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randtask"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/sync/tokenstocounts"
	"github.com/inflight-compiler/inflight/value"
)

// Random tasks without a race have none, and compute the same, when waits for what is complete are gone, and
// when those that can be are scopes on queues with counts.
func TestPropertyMeaning(t *testing.T) {
	for _, pipeline := range []string{
		"builtin.module(elide-redundant-waits)",
		"builtin.module(tokens-to-counts)",
		"builtin.module(tokens-to-counts,elide-redundant-waits)",
	} {
		t.Run(pipeline, func(t *testing.T) { keepsMeaning(t, pipeline) })
	}
}

func keepsMeaning(t *testing.T, pipeline string) {
	n, changed, runs := passtest.Programs(100), 0, 0
	for i := range n {
		source := randtask.Program(rand.New(rand.NewPCG(uint64(i), 9)))
		before := passtest.Parse(t, source)
		after := passtest.Transform(t, before, pipeline)
		if passtest.Print(before) == passtest.Print(after) {
			continue
		}
		changed++
		for condition := range int64(2) {
			if !passtest.Clean(t, before, condition) {
				continue
			}
			runs++
			want, _ := passtest.Simulate(t, before, sim.Config{}, condition)
			for _, mode := range passtest.Modes {
				got, hazards := passtest.Simulate(t, after, mode, condition)
				if len(hazards) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
					t.Fatalf("program %d, mode %v: %d hazards\n%s\n%s", i, mode.Mode, len(hazards), source,
						passtest.Print(after))
				}
			}
		}
	}
	t.Logf("%d of %d programs changed, %d runs without a race", changed, n, runs)
	if changed < n/20 || runs < n/20 {
		t.Errorf("%d of %d programs changed, %d runs without a race", changed, n, runs)
	}
}
