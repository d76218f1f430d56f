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
	rng := rand.New(rand.NewPCG(3, 1))
	for i := range passtest.Programs(150) {
		errors := i%3 > 0 // then what is skipped may not have been waited for
		source := randcoro.Program(rng, randcoro.Options{Errors: errors, GroupedValues: true})
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
