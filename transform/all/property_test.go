package all_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// TestPassesKeepMeaning runs the other passes behind and in front of inject-software-pipeline on random
// loops: the result computes what the sequential program does, and stays proven.
func TestPassesKeepMeaning(t *testing.T) {
	pipelines := []string{
		"builtin.module(inject-software-pipeline,canonicalize,cse,loop-invariant-code-motion,symbol-dce)",
		"builtin.module(inject-software-pipeline,lower-affine,canonicalize,lower-pipeline-queues,cse)",
	}
	for seed := range uint64(200) {
		p := randloop.New(rand.New(rand.NewPCG(seed, 7)))
		p.Dynamic = false
		written := parse(t, p.Text())
		piped := parse(t, p.Text())
		if errs := runPipeline(t, piped, pipelines[seed%2]); errs.HasErrors() {
			if errs[0].Code != "pipeline-dependence" {
				t.Fatalf("seed %d: %v\n%s", seed, errs.Err(), printed(piped))
			}
			continue // an illegal annotation
		}
		report, err := check.Module(t.Context(), piped, check.Options{SkipWaits: true})
		if err != nil || !report.OK() {
			t.Fatalf("seed %d: not proven: %v\n%s\n%s", seed, err, report.Text(), printed(piped))
		}
		want, got := simulate(t, written), simulate(t, piped)
		for i := range want {
			if !want[i].Equal(got[i]) {
				t.Fatalf("seed %d: argument %d differs\n%s\nbecame\n%s", seed, i, p.Text(), printed(piped))
			}
		}
	}
}

func printed(m *ir.Op) string { return string(text.Append(nil, m, text.PrintOptions{})) }

func parse(t *testing.T, src string) *ir.Op {
	t.Helper()
	m, diags := text.Parse(dialects.NewContext(), diag.NewFile("random.mlir", []byte(src)), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return m
}

func runPipeline(t *testing.T, m *ir.Op, pipeline string) diag.List {
	t.Helper()
	p, err := pass.Parse(pipeline)
	if err != nil {
		t.Fatal(err)
	}
	manager := pass.Manager{Pipeline: p}
	return manager.Run(t.Context(), m)
}

// simulate runs a program late on numbered elements and returns its arguments.
func simulate(t *testing.T, m *ir.Op) []value.Value {
	t.Helper()
	program, err := sim.Compile(m, "f")
	if err != nil {
		t.Fatal(err)
	}
	var args []value.Value
	for _, typ := range program.Inputs() {
		b, err := value.NewBuffer(typ.(*ir.MemRefType), typ.(*ir.MemRefType).Shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Data {
			b.Data[i] = byte(i % 2)
		}
		args = append(args, value.Memory(b))
	}
	result, err := program.Run(context.Background(), sim.Config{Mode: sim.Late, Hazards: true}, args)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range result.Hazards {
		t.Fatalf("%v\n%s", h.Diagnostic(), printed(m))
	}
	return args
}
