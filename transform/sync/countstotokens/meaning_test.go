package countstotokens_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	"github.com/inflight-compiler/inflight/value"
)

// Pipelined loops mean the same when they wait for tokens, and when they wait for counts again: the simulator
// computes the same and finds no hazard, however late operations complete, and the judge passes them.
func TestPropertyMeaning(t *testing.T) {
	tried := 0
	for seed := range uint64(passtest.Programs(150)) {
		p := randloop.New(rand.New(rand.NewPCG(seed, 8)))
		p.Dynamic = false
		counts := passtest.Parse(t, p.Text())
		if injectsoftwarepipeline.Apply(counts) != nil {
			continue
		}
		tried++
		want := run(t, counts, sim.Sequential)
		tokens := passtest.Transform(t, counts, "builtin.module(counts-to-tokens)")
		back := passtest.Transform(t, tokens, "builtin.module(tokens-to-counts)")
		for _, module := range []*ir.Op{tokens, back} {
			for _, mode := range []sim.Mode{sim.Late, sim.Early, sim.Random} {
				got := run(t, module, mode)
				for i := range want {
					if !got[i].Equal(want[i]) {
						t.Fatalf("seed %d: argument %d differs\n%s", seed, i, passtest.Print(module))
					}
				}
			}
			report, err := check.Module(t.Context(), module, check.Options{SkipWaits: true})
			if err != nil || !report.OK() {
				t.Fatalf("seed %d: %v\n%s\n%s", seed, err, report.Text(), passtest.Print(module))
			}
		}
	}
	t.Logf("%d programs", tried)
	if tried < passtest.Programs(150)/3 {
		t.Errorf("only %d programs were tried", tried)
	}
}

// run executes a program on zeros and returns its arguments.
func run(t *testing.T, module *ir.Op, mode sim.Mode) []value.Value {
	t.Helper()
	program, err := sim.Compile(module, "f")
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(module))
	}
	var args []value.Value
	for _, typ := range program.Inputs() {
		b, err := value.NewBuffer(typ.(*ir.MemRefType), typ.(*ir.MemRefType).Shape)
		if err != nil {
			t.Fatal(err)
		}
		args = append(args, value.Memory(b))
	}
	result, err := program.Run(context.Background(), sim.Config{Mode: mode, Hazards: true, Seed: 1}, args)
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(module))
	}
	for _, h := range result.Hazards {
		t.Fatalf("%v\n%s", h.Diagnostic(), passtest.Print(module))
	}
	return args
}
