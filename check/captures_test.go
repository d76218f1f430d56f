package check_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsync"
	_ "github.com/inflight-compiler/inflight/transform/sync/isolateasyncregions"
)

// A captured value stands for the value outside: isolated regions have the same hazards as others.
func TestCapturesAreWhatTheyStandFor(t *testing.T) {
	wrong := 0
	n := share(300, 3)
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 22))
		m := passtest.Parse(t, randsync.Program(r, randsync.Any(r)))
		isolated := passtest.Transform(t, m, "builtin.module(isolate-async-regions)")
		want, err := judged(m)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		got, err := judged(isolated)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, passtest.Print(isolated))
		}
		if hazards(want) > 0 {
			wrong++
		}
		if hazards(got) != hazards(want) || got.Complete != want.Complete {
			t.Errorf("seed %d: %s\nisolated %s\n%s", seed, want.Text(), got.Text(), passtest.Print(isolated))
		}
	}
	if wrong < n/4 || wrong > n*9/10 {
		t.Errorf("%d of %d programs are wrong: the test says little", wrong, n)
	}
}
