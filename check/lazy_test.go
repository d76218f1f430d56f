package check_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randlazy"
	"github.com/inflight-compiler/inflight/ir"
)

// judgedMain returns the report on @main, and whether the check followed all of it.
func judgedMain(t *testing.T, m *ir.Op) (hazards int, complete bool) {
	t.Helper()
	report, err := check.Module(t.Context(), m, check.Options{SkipWaits: true})
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	for _, f := range report.Functions {
		if f.Name == "main" {
			return len(f.Hazards), f.Complete
		}
	}
	t.Fatal("@main has no report")
	return 0, false
}

// simulated returns whether any mode of the simulator finds a hazard.
func simulated(t *testing.T, m *ir.Op) bool {
	t.Helper()
	for _, mode := range passtest.Modes {
		if _, hazards := passtest.Simulate(t, m, mode, 0); len(hazards) > 0 {
			return true
		}
	}
	return false
}

// What the check says of random programs with lazy tasks is what the simulator finds: it proves no program
// that has a hazard, and reports none that has none. Everything in the text of every other program is
// executed, so that a hazard there is one of an execution.
func TestLazyTasksAsSimulated(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 5))
	n, proven, wrong := passtest.Programs(600), 0, 0
	for i := range n {
		branches := i%2 == 0
		p := randlazy.Generate(rng, branches)
		m := passtest.Parse(t, p.Paired)
		hazards, complete := judgedMain(t, m)
		races := simulated(t, m)
		switch {
		case races && hazards == 0 && complete:
			t.Fatalf("the check proves a program with a hazard\n%s", p.Paired)
		case !races && hazards > 0 && !branches:
			t.Fatalf("the check reports a hazard in a program without one\n%s", p.Paired)
		case races && hazards > 0:
			wrong++
		case !races && complete:
			proven++
		}
	}
	if proven < n/8 || wrong < n/8 {
		t.Errorf("of %d programs %d are proven and %d reported", n, proven, wrong)
	}
}
