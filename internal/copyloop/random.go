package copyloop

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// Random pipelines random loops of copies and lowers them: whatever the schedule, the result is what the loop
// as written computes, and the checker proves it.
func (l *Lowering) Random(t *testing.T) {
	const n = 250
	tried, copied := 0, 0
	for seed := range uint64(n) {
		p, written, made := l.lowered(t, seed)
		if made == nil {
			continue
		}
		tried++
		if len(made.Find(l.Copy)) > 0 {
			copied++
		}
		for _, def := range []*ir.OpDef{pipeline.AsyncScope, pipeline.CommitQueue, pipeline.WaitQueue,
			pipeline.AsyncCommitStage, pipeline.AsyncWaitStage} {
			if len(made.Find(def)) > 0 {
				t.Fatalf("seed %d: '%s' is left\n%s", seed, def.Name, printed(made))
			}
		}
		if err := Judge(p, written, made, seed); err != nil {
			t.Fatalf("seed %d: %v\n%s\nbecame\n%s", seed, err, p.Text(), printed(made))
		}
	}
	t.Logf("%d of %d loops were pipelined, %d of them have '%s'", tried, n, copied, l.Copy.Name)
	if tried < n*3/4 || copied < n*l.Share/100 {
		t.Errorf("%d loops were pipelined, %d have '%s': too few to show anything", tried, copied,
			l.Copy.Name)
	}
}

// WeakWaits weakens one wait of random programs: the checker and the simulator object, and agree.
func (l *Lowering) WeakWaits(t *testing.T) {
	weakened, objected := 0, 0
	for seed := range uint64(300) {
		p, _, made := l.lowered(t, seed)
		if made == nil || !p.Exact() {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 1))
		waits := made.Find(l.Wait)
		if len(waits) == 0 {
			continue
		}
		l.Weaken(waits[r.IntN(len(waits))])
		weakened++
		report, err := check.Module(context.Background(), made, check.Options{SkipWaits: true})
		if err != nil {
			t.Fatal(err)
		}
		_, err = Run(made, p.Trips, seed, sim.Config{Mode: sim.Late, Hazards: true})
		if static, dynamic := !report.OK(), err != nil; static != dynamic {
			t.Errorf("seed %d: the checker objects: %v, the simulator: %v (%v)\n%s", seed, static, dynamic,
				err, printed(made))
		} else if static {
			objected++
		}
	}
	t.Logf("%d waits weakened, %d objected to", weakened, objected)
	if weakened < 60 || objected < weakened/2 {
		t.Errorf("%d waits weakened, %d objected to: too few to show anything", weakened, objected)
	}
}
