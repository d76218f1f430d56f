package asynctoasyncruntime_test

import (
	"math/rand/v2"
	"testing"

	_ "github.com/inflight-compiler/inflight/internal/fixedseed"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randcoro"
)

const (
	lowered   = "async-func-to-async-runtime,async-to-async-runtime"
	counted   = lowered + ",async-runtime-ref-counting"
	optimized = counted + ",async-runtime-ref-counting-opt"
)

// Random coroutines compute the same in every mode when they are lowered, errors included; nothing is used
// after its last reference was dropped, and nothing is left.
func TestPropertyCoroutines(t *testing.T) {
	checkCoroutines(t, rand.New(rand.NewPCG(3, 1)), 150, randcoro.Options{GroupedValues: true})
}

// So do coroutines of lazy functions; those that nothing waits for give back what they hold.
func TestPropertyLazyCoroutines(t *testing.T) {
	checkCoroutines(t, rand.New(rand.NewPCG(3, 2)), 80, randcoro.Options{GroupedValues: true, Lazy: true})
}

func checkCoroutines(t *testing.T, rng *rand.Rand, n int, options randcoro.Options) {
	for i := range passtest.Programs(n) {
		errors := i%3 > 0 // then what is skipped may not have been waited for
		options.Errors = errors
		source := randcoro.Program(rng, options)
		before := passtest.Parse(t, source)
		want, _ := passtest.Simulate(t, before, passtest.Modes[0], 0)
		passes := []string{lowered, counted, optimized}[i%7%3]
		after := passtest.Transform(t, before, "builtin.module("+passes+")")
		for _, mode := range passtest.Modes {
			got, hazards := passtest.Simulate(t, after, mode, 0)
			if !got[0].Equal(want[0]) || !errors && len(hazards) > 0 {
				t.Fatalf("%v differs, or has hazards: %v\n%s\n%s", mode.Mode, hazards, source,
					passtest.Print(after))
			}
		}
	}
}
