package lowerpipelinequeues_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	"github.com/inflight-compiler/inflight/transform/pipeline/lowerpipelinequeues"
	"github.com/inflight-compiler/inflight/value"
)

// TestFormsAgree shows that the flattened form of random pipelined loops has the same meaning as the scopes:
// the checker reports nothing, and the waits and the results are the same.
func TestFormsAgree(t *testing.T) {
	tried := 0
	for seed := range uint64(150) {
		scopes := pipelined(t, seed)
		if scopes == nil {
			continue
		}
		tried++
		flat := flatten(t, scopes.Clone(nil), "intrinsics")
		if n := len(flat.Find(pipeline.WaitQueue)) + len(flat.Find(pipeline.CommitQueue)); n > 0 {
			t.Fatalf("seed %d: %d scopes are left", seed, n)
		}
		want, got := verdict(t, scopes), verdict(t, flat)
		if want != got {
			t.Fatalf("seed %d: the verdict on the scopes\n%s\nis not that on the flattened form\n%s", seed,
				want, got)
		}
		a, b := run(t, scopes), run(t, flat)
		for i := range a {
			if !a[i].Equal(b[i]) {
				t.Fatalf("seed %d: argument %d differs", seed, i)
			}
		}
	}
	if tried < 75 {
		t.Errorf("only %d programs were pipelined", tried)
	}
}

// TestScopesStay shows that form=scopes changes nothing.
func TestScopesStay(t *testing.T) {
	m := pipelined(t, 0)
	before := printed(m)
	if after := printed(flatten(t, m, "scopes")); after != before {
		t.Errorf("changed:\n%s", after)
	}
}

// TestUnknownForm shows that a wrong form is an error.
func TestUnknownForm(t *testing.T) {
	m := pipelined(t, 0)
	r := pass.NewRun(t.Context(), lowerpipelinequeues.Pass, m, pass.Values{{Name: "form", Text: "tokens"}})
	if err := lowerpipelinequeues.Pass.Run(r); err == nil {
		t.Error("form=tokens was accepted")
	}
}

func printed(m *ir.Op) string { return string(text.Append(nil, m, text.PrintOptions{})) }

// pipelined returns a random pipelined program of constant extent, nil if its annotation is illegal.
func pipelined(t *testing.T, seed uint64) *ir.Op {
	t.Helper()
	p := randloop.New(rand.New(rand.NewPCG(seed, 6)))
	p.Dynamic = false
	m, diags := text.Parse(all.NewContext(), diag.NewFile("random.mlir", []byte(p.Text())), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if injectsoftwarepipeline.Apply(m) != nil {
		return nil
	}
	return m
}

func flatten(t *testing.T, m *ir.Op, form string) *ir.Op {
	t.Helper()
	r := pass.NewRun(t.Context(), lowerpipelinequeues.Pass, m, pass.Values{{Name: "form", Text: form}})
	if err := lowerpipelinequeues.Pass.Run(r); err != nil {
		t.Fatal(err)
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		t.Fatal(errs)
	}
	return m
}

func verdict(t *testing.T, m *ir.Op) string {
	t.Helper()
	report, err := check.Module(t.Context(), m, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !report.OK() {
		t.Fatalf("not proven:\n%s\n%s", report.Text(), printed(m))
	}
	var b strings.Builder
	for _, f := range report.Functions { // what stands behind a wait has another name in each form
		fmt.Fprintln(&b, f.Name, f.Verdict())
		for _, w := range f.Waits {
			fmt.Fprintln(&b, w.Part, w.Line, w.Queue, w.N, w.ExactText(), w.Verdict)
		}
		for _, v := range f.Buffers {
			fmt.Fprintln(&b, v.Name, v.Versions, v.VersionsNeeded)
		}
	}
	return b.String()
}

// run executes a program on zeros, with every asynchronous operation as late as possible, and returns its
// arguments.
func run(t *testing.T, m *ir.Op) []value.Value {
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
		args = append(args, value.Memory(b))
	}
	result, err := program.Run(context.Background(), sim.Config{Mode: sim.Late, Hazards: true}, args)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range result.Hazards {
		t.Fatal(h.Diagnostic())
	}
	return args
}
