package randcoro_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randcoro"
)

// Programs verify, have no race, and compute the same in all modes; some fail, most do not.
func TestPrograms(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	failed := 0
	for i := range 100 {
		o := randcoro.Options{Errors: i%2 == 1, Blocking: i%4 > 1, GroupedValues: i%3 > 0, Lazy: i%5 > 2}
		text := randcoro.Program(rng, o)
		m := passtest.Parse(t, text)
		want, hazards := passtest.Simulate(t, m, passtest.Modes[0], 0)
		if want[0].Buffer.At(64) != 0 {
			failed++
		}
		if len(hazards) > 0 && !o.Errors {
			t.Fatalf("%v\n%s", hazards[0].Diagnostic(), text)
		}
		for _, mode := range passtest.Modes[1:] {
			if got, _ := passtest.Simulate(t, m, mode, 0); !got[0].Equal(want[0]) {
				t.Fatalf("%v differs\n%s", mode.Mode, text)
			}
		}
	}
	if failed < 10 || failed > 45 {
		t.Errorf("%d of 50 programs with assertions end in an error", failed)
	}
}
