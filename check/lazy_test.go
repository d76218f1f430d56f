package check_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randlazy"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
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

// simulated returns whether the simulator finds a hazard in some schedule: at random first, which finds most,
// then among all schedules that fit into the limit.
func simulated(t *testing.T, m *ir.Op, schedules int) bool {
	t.Helper()
	modes := passtest.Modes
	if schedules > 0 {
		modes = append(slices.Clone(modes),
			sim.Config{Mode: sim.Exhaustive, Limits: sim.Limits{Schedules: schedules}})
	}
	for _, mode := range modes {
		if _, hazards := passtest.Simulate(t, m, mode, 0); len(hazards) > 0 {
			return true
		}
	}
	return false
}

// A wait that becomes a mere start leaves a hazard, unless the check has said that the wait orders nothing.
func TestLazyTasksWithoutAWait(t *testing.T) {
	content, err := os.ReadFile("testdata/lazy-handed.txtar")
	if err != nil {
		t.Fatal(err)
	}
	source := string(txtar.Parse(content).Files[0].Data)
	lines := strings.SplitAfter(source, "\n")
	needed, right := map[string]bool{}, map[string]bool{}
	for _, f := range handedReports(t, source) {
		right[f.Name] = len(f.Hazards) == 0
		for _, w := range f.Waits {
			needed[w.Place] = right[f.Name] && w.Verdict == check.Needed
		}
	}
	mutants := 0
	for i, line := range lines {
		token, ok := strings.CutPrefix(strings.TrimSpace(line), "async.await ")
		at := fmt.Sprintf("in.mlir:%d:%d", i+1, strings.Index(line, "async")+1)
		if !ok || !needed[at] {
			continue
		}
		token = strings.TrimSuffix(token, " : !async.token")
		mutant := slices.Clone(lines)
		mutant[i] = "%one = arith.constant 1 : index\n%group = async.create_group %one : !async.group\n" +
			"%rank = async.add_to_group " + token + ", %group : !async.token\n"
		found := false
		for _, f := range handedReports(t, strings.Join(mutant, "")) {
			found = found || right[f.Name] && len(f.Hazards) > 0
		}
		mutants++
		if !found {
			t.Errorf("line %d: nothing is found without %s", i+1, line)
		}
	}
	if mutants < 8 {
		t.Errorf("%d mutants", mutants)
	}
}

func handedReports(t *testing.T, source string) []*check.FuncReport {
	t.Helper()
	report, err := check.Module(t.Context(), passtest.Parse(t, source), check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return report.Functions
}

// What the check says of random programs with lazy tasks is what the simulator finds: it proves no program
// that has a hazard, and reports none that has none. Everything in the text of every other program is
// executed, so that a hazard there is one of an execution.
func TestLazyTasksAsSimulated(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 5))
	n, proven, wrong, left := passtest.Programs(600), 0, 0, 0
	for i := range n {
		branches := i%2 == 0
		p := randlazy.Generate(rng, branches)
		m := passtest.Parse(t, p.Paired)
		hazards, complete := judgedMain(t, m)
		races := simulated(t, m, 0)
		if !races && hazards > 0 && !branches {
			races = simulated(t, m, 2000)
		}
		if !complete {
			left++
		}
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
	t.Logf("of %d programs %d are proven, %d reported, %d not followed to the end", n, proven, wrong, left)
	if proven < n/8 || wrong < n/8 || left > n/20 {
		t.Errorf("of %d programs %d are proven and %d reported, %d are not followed to the end", n, proven,
			wrong, left)
	}
}
