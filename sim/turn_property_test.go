package sim_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randturn"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// Random tasks with queues, resources, promises, events and errors have the same result in every schedule,
// and no race.
func TestRandomTurns(t *testing.T) {
	for seed := range uint64(passtest.Programs(25)) {
		source := randturn.Text(rand.New(rand.NewPCG(seed, 8)), 5+int(seed%40))
		p := compile(t, source, "main")
		inputs := func() []value.Value {
			var args []value.Value
			for _, typ := range p.Inputs() {
				args = append(args, makeArg(t, typ, "iota"))
			}
			return args
		}
		want := inputs()
		if _, err := p.Run(context.Background(), sim.Config{}, want); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, source)
		}
		for _, cfg := range []sim.Config{
			{Mode: sim.Early}, {Mode: sim.Late}, {Mode: sim.Timed}, {Mode: sim.Random, Seed: seed},
			{Mode: sim.Random, Seed: seed + 1}, {Mode: sim.Random, Seed: seed + 2},
		} {
			got := inputs()
			cfg.Hazards = true
			res, err := p.Run(context.Background(), cfg, got)
			if err != nil {
				t.Fatalf("seed %d, %v %d: %v\n%s", seed, cfg.Mode, cfg.Seed, err, source)
			}
			for _, h := range res.Hazards {
				t.Errorf("seed %d, %v: %v", seed, cfg.Mode, h)
			}
			for i := range want {
				if !want[i].Equal(got[i]) {
					t.Errorf("seed %d, %v %d: argument %d differs", seed, cfg.Mode, cfg.Seed, i)
				}
			}
			if t.Failed() {
				t.Fatal(source)
			}
		}
	}
}
