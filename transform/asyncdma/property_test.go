package asyncdma_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/internal/copyloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/asyncdma"
	"github.com/inflight-compiler/inflight/transform/pipelinequeues"
	"github.com/inflight-compiler/inflight/transform/softpipe"
)

func parse(t *testing.T, src string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(all.NewContext(), diag.NewFile("random.mlir", []byte(src)), text.Options{})
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, src)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, src)
	}
	return m
}

func printed(m *ir.Op) string { return string(text.Append(nil, m, text.PrintOptions{})) }

func run(t *testing.T, p *pass.Pass, m *ir.Op) {
	t.Helper()
	if err := p.Run(pass.NewRun(p, m, nil)); err != nil {
		t.Fatal(err)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatalf("%v\n%s", errs, printed(m))
	}
}

// lowered returns a random program as written and with block copies, the latter nil where it cannot be pipelined.
func lowered(t *testing.T, seed uint64) (p *copyloop.Program, written, made *ir.Op) {
	t.Helper()
	p = copyloop.New(rand.New(rand.NewPCG(seed, 9)))
	written = parse(t, p.Text())
	made = parse(t, p.Text())
	if softpipe.Apply(made) != nil {
		return p, written, nil
	}
	if seed%3 == 0 {
		run(t, pipelinequeues.Pass, made)
	}
	run(t, asyncdma.Pass, made)
	return p, written, made
}

// TestProperty pipelines random loops of copies and makes them block copies: whatever the schedule, the result is what
// the loop as written computes, and the checker proves it.
func TestProperty(t *testing.T) {
	const n = 250
	tried, copied := 0, 0
	for seed := range uint64(n) {
		p, written, made := lowered(t, seed)
		if made == nil {
			continue
		}
		tried++
		if len(made.Find(pipeline.DmaCopy)) > 0 {
			copied++
		}
		for _, def := range []*ir.OpDef{pipeline.AsyncScope, pipeline.CommitQueue, pipeline.WaitQueue, pipeline.AsyncCommitStage, pipeline.AsyncWaitStage} {
			if len(made.Find(def)) > 0 {
				t.Fatalf("seed %d: '%s' is left\n%s", seed, def.Name, printed(made))
			}
		}
		if err := copyloop.Judge(p, written, made, seed); err != nil {
			t.Fatalf("seed %d: %v\n%s\nbecame\n%s", seed, err, p.Text(), printed(made))
		}
	}
	t.Logf("%d of %d loops were pipelined, %d of them have block copies", tried, n, copied)
	if tried < n*3/4 || copied < n/3 {
		t.Errorf("%d loops were pipelined, %d have block copies: too few to show anything", tried, copied)
	}
}

// TestWeakWaits raises the count of one wait: the checker and the simulator object, and agree.
func TestWeakWaits(t *testing.T) {
	weakened, objected := 0, 0
	for seed := range uint64(300) {
		p, _, made := lowered(t, seed)
		if made == nil || !p.Exact() {
			continue
		}
		r := rand.New(rand.NewPCG(seed, 1))
		waits := made.Find(pipeline.DmaWait)
		if len(waits) == 0 {
			continue
		}
		w := waits[r.IntN(len(waits))]
		n, _ := w.IntAttr("count")
		pipeline.SetCount(w, n+1)
		weakened++
		report, err := check.Module(made, check.Options{SkipWaits: true})
		if err != nil {
			t.Fatal(err)
		}
		_, err = copyloop.Run(made, p.Trips, seed, sim.Config{Mode: sim.Late, Hazards: true})
		if static, dynamic := !report.OK(), err != nil; static != dynamic {
			t.Errorf("seed %d: the checker objects: %v, the simulator: %v (%v)\n%s", seed, static, dynamic, err, printed(made))
		} else if static {
			objected++
		}
	}
	t.Logf("%d waits weakened, %d objected to", weakened, objected)
	if weakened < 60 || objected < weakened/2 {
		t.Errorf("%d waits weakened, %d objected to: too few to show anything", weakened, objected)
	}
}
