package inline_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randcall"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// What the pass makes of programs, where it differs from mlir-opt.
func TestGolden(t *testing.T) { passtest.Golden(t, "inline") }

// Programs compute what they did when calls have become bodies, whatever functions are simplified with; of
// the functions that are not recursive no private one is left.
func TestPropertyBodiesComputeWhatCallsDo(t *testing.T) {
	options := []string{"", "{default-pipeline=}", "{default-pipeline=cse max-iterations=1}",
		"{inlining-threshold=60}"}
	gone := 0
	for seed := range uint64(passtest.Programs(150)) {
		before := passtest.Parse(t, randcall.Program(rand.New(rand.NewPCG(seed, 5))))
		option := options[seed%4]
		after := passtest.Transform(t, before, "builtin.module(inline"+option+")")
		for _, condition := range []int64{0, 1, 7} {
			want, _ := passtest.Simulate(t, before, sim.Config{Mode: sim.Sequential}, condition)
			got, _ := passtest.Simulate(t, after, sim.Config{Mode: sim.Sequential}, condition)
			for i := range want {
				if !want[i].Equal(got[i]) {
					t.Fatalf("seed %d: argument %d differs\n%s\nbecame\n%s", seed, i, passtest.Print(before),
						passtest.Print(after))
				}
			}
		}
		gone += len(before.Find(function.Call)) - len(after.Find(function.Call))
	}
	if gone < passtest.Programs(150) {
		t.Errorf("only %d calls are gone", gone)
	}
}

// A pipeline that does not parse is an error that quotes it.
func TestPipelineThatDoesNotParse(t *testing.T) {
	module := passtest.Parse(t, "func.func @f() { return }")
	p, err := pass.Parse("builtin.module(inline{default-pipeline=nothing})")
	if err != nil {
		t.Fatal(err)
	}
	diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), module)
	if !diags.HasErrors() || diags[0].Code != "inline-pipeline" ||
		!strings.Contains(diags[0].Message, "func.func(nothing)") {
		t.Errorf("got %v", diags)
	}
}
