package asynccorosplit_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randtask"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/all"
	"github.com/inflight-compiler/inflight/value"
)

const (
	lowered   = "async-func-to-async-runtime,async-to-async-runtime"
	counted   = lowered + ",async-runtime-ref-counting"
	optimized = counted + ",async-runtime-ref-counting-opt"
)

// Random tasks without a race have none, and compute the same, at every step of their way to state machines;
// where references are counted, nothing is used after its last one was dropped, and nothing is left.
func TestPropertyMeaning(t *testing.T) {
	for _, passes := range []string{lowered, counted, optimized, optimized + ",async-coro-split",
		lowered + ",async-coro-split"} {
		t.Run(passes, func(t *testing.T) { keepsMeaning(t, "builtin.module("+passes+")") })
	}
}

func keepsMeaning(t *testing.T, pipeline string) {
	n, runs := passtest.Programs(100), 0
	for i := range n {
		source := randtask.Program(rand.New(rand.NewPCG(uint64(i), 21)))
		before := passtest.Parse(t, source)
		after := passtest.Transform(t, before, pipeline)
		for condition := range int64(2) {
			if passtest.Clean(t, before, condition) {
				runs++
				sameInAllModes(t, before, after, condition)
			}
		}
	}
	t.Logf("%d programs, %d runs without a race", n, runs)
	if runs < n/5 {
		t.Errorf("%d programs, %d runs without a race", n, runs)
	}
}

func sameInAllModes(t *testing.T, before, after *ir.Op, condition int64) {
	want, _ := passtest.Simulate(t, before, sim.Config{}, condition)
	for _, mode := range passtest.Modes {
		got, hazards := passtest.Simulate(t, after, mode, condition)
		if len(hazards) > 0 || !slices.EqualFunc(want, got, value.Value.Equal) {
			t.Fatalf("mode %v: %d hazards\n%s\n%s", mode.Mode, len(hazards), passtest.Print(before),
				passtest.Print(after))
		}
	}
}
