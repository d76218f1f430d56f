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
	"github.com/inflight-compiler/inflight/value"
)

// pairs are the pairs of entries that are in no order.
type pairs map[[2]int]bool

func (p pairs) add(first, second *ir.Op) {
	if first == nil || second == nil {
		return
	}
	x, _ := first.IntAttr(randlazy.Entry)
	y, _ := second.IntAttr(randlazy.Entry)
	if x > 0 && y > 0 {
		p[[2]int{int(min(x, y)), int(max(x, y))}] = true
	}
}

// without returns a pair that is not in others, if there is one.
func (p pairs) without(others pairs) (pair [2]int, found bool) {
	for pair := range p {
		if !others[pair] {
			return pair, true
		}
	}
	return pair, false
}

// judgedMain returns the pairs that the check reports of @main, and whether it followed all of it.
func judgedMain(t *testing.T, m *ir.Op) (found pairs, complete bool) {
	t.Helper()
	report, err := check.Module(t.Context(), m, check.Options{SkipWaits: true})
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	found = pairs{}
	for _, f := range report.Functions {
		if f.Name != "main" {
			continue
		}
		for _, h := range f.Hazards {
			found.add(h.First.Op, h.Second.Op)
		}
		return found, f.Complete
	}
	t.Fatal("@main has no report")
	return nil, false
}

// simulated adds the pairs that the simulator finds in some modes.
func simulated(t *testing.T, m *ir.Op, found pairs, modes ...sim.Config) {
	t.Helper()
	for _, mode := range modes {
		_, hazards := passtest.Simulate(t, m, mode, 0)
		for _, h := range hazards {
			found.add(h.First.Op, h.Second.Op)
		}
	}
}

// everySchedule adds the pairs that the simulator finds in all schedules, and reports whether it tried all.
func everySchedule(t *testing.T, m *ir.Op, found pairs) bool {
	t.Helper()
	program, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	mt := program.Inputs()[0].(*ir.MemRefType)
	memory, err := value.NewBuffer(mt, mt.Shape)
	if err != nil {
		t.Fatal(err)
	}
	result, err := program.Run(t.Context(),
		sim.Config{Mode: sim.Exhaustive, Hazards: true, Limits: sim.Limits{Schedules: 5000}},
		[]value.Value{value.Memory(memory)})
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range result.Hazards {
		found.add(h.First.Op, h.Second.Op)
	}
	return result.Exploration.Complete
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

// What the check says of random programs with lazy tasks is what the simulator finds: it reports each pair of
// effects that some schedule leaves without an order, and no other. Everything in the text of every other
// program is executed, so that a hazard there is one of an execution; it counts as none if all schedules
// were tried.
func TestLazyTasksAsSimulated(t *testing.T) {
	rng := rand.New(rand.NewPCG(29, 5))
	n, proven, wrong, left := passtest.Programs(600), 0, 0, 0
	for i := range n {
		branches := i%2 == 0
		p := randlazy.Generate(rng, branches)
		m := passtest.Parse(t, p.Paired)
		judged, complete := judgedMain(t, m)
		if !complete {
			left++
			continue
		}
		races := pairs{}
		simulated(t, m, races, passtest.Modes...)
		if pair, missed := races.without(judged); missed {
			t.Fatalf("the check does not report entries %v\n%s", pair, p.Paired)
		}
		if _, more := judged.without(races); more && !branches {
			all := everySchedule(t, m, races)
			if pair, none := judged.without(races); none && all {
				t.Fatalf("the check reports entries %v, which are in order\n%s", pair, p.Paired)
			}
		}
		if len(judged) > 0 {
			wrong++
		} else {
			proven++
		}
	}
	if proven < n/8 || wrong < n/8 || left > n/20 {
		t.Errorf("of %d programs %d are proven, %d reported and %d not followed to the end", n, proven, wrong,
			left)
	}
}
