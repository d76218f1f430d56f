package finddeadlocks_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randturn"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// find runs the pass on a program, and returns what it says.
func find(t *testing.T, source string) diag.List {
	t.Helper()
	p, err := pass.Parse("builtin.module(func.func(find-deadlocks))")
	if err != nil {
		t.Fatal(err)
	}
	m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(m)
	}
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return (&pass.Manager{Pipeline: p}).Run(m)
}

// Each program of testdata waits for what cannot come. Those with an error do not end in the simulator, either; those with a warning do not
// in some schedule.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		source := string(golden.Get(t, ar, "in.mlir"))
		diags := find(t, source)
		if len(diags) == 0 {
			t.Error("nothing found")
		}
		var b strings.Builder
		for _, d := range diags {
			fmt.Fprintf(&b, "%v: %v: %s [%s]\n", d.Span, d.Severity, d.Message, d.Code)
			for _, n := range d.Notes {
				fmt.Fprintf(&b, "  %v: %s\n", n.Span, n.Message)
			}
		}
		golden.Set(ar, "found", []byte(b.String()))
		p, err := sim.Compile(passtest.Parse(t, source), "main")
		if err != nil {
			t.Fatal(err)
		}
		stuck := false
		for seed := range uint64(20) {
			_, err := p.Run(context.Background(), sim.Config{Mode: sim.Random, Seed: seed}, nil)
			stuck = stuck || err != nil && strings.Contains(err.Error(), "cannot end")
			if diags.HasErrors() && err == nil {
				t.Errorf("seed %d ends", seed)
			}
		}
		if !stuck {
			t.Error("all schedules end")
		}
	})
}

// Programs that end have no deadlock.
func TestNoFalseAlarm(t *testing.T) {
	for seed := range uint64(passtest.Programs(40)) {
		if diags := find(t, randturn.Text(rand.New(rand.NewPCG(seed, 13)), 5+int(seed%50))); len(diags) > 0 {
			t.Fatalf("seed %d: %v", seed, diags)
		}
	}
}
