package check_test

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsync"
	"github.com/inflight-compiler/inflight/internal/trial"
	"github.com/inflight-compiler/inflight/ir"
)

// The tests compare the judge with the simulator on random programs. A program is made right by executing it,
// and then wrong again in one place.

// share returns the number of programs that a test makes: nightly if INFLIGHT_NIGHTLY is set, else
// nightly/one. INFLIGHT_PROPERTY overrides both.
func share(nightly, one int) int {
	if os.Getenv("INFLIGHT_NIGHTLY") == "" {
		nightly /= one
	}
	return passtest.Programs(nightly)
}

// firstSeed returns 0, or a random number if INFLIGHT_RANDOM is set.
func firstSeed(t *testing.T) uint64 {
	if os.Getenv("INFLIGHT_RANDOM") == "" {
		return 0
	}
	seed := rand.Uint64N(1 << 40)
	t.Logf("first seed %d", seed)
	return seed
}

// tally counts the verdicts of the simulator and of the judge.
type tally struct {
	right, wrong int // for the machine
	open         int // in which the judge finds nothing and does not say that it has looked everywhere
	unseen       int // those of them that are wrong
	kinds        map[string]int
	far          []int64 // further extents that the programs are in bounds for
}

func judged(m *ir.Op) (*check.Report, error) {
	return check.Module(context.Background(), m, check.Options{SkipWaits: true, MaxSteps: 600_000})
}

// compare executes a program and judges it. The judge must find the hazards that an execution shows, and no
// others. A false alarm is established by more executions than a fault.
func (c *tally) compare(t *testing.T, what string, m *ir.Op) (wrong bool) {
	t.Helper()
	found, err := trial.Hazards(m, trial.Extents)
	if err != nil {
		t.Fatalf("%s: %v\n%s", what, err, passtest.Print(m))
	}
	r, err := judged(m)
	if err != nil {
		t.Fatalf("%s: %v\n%s", what, err, passtest.Print(m))
	}
	if hazards(r) > 0 && len(found) == 0 {
		found, err = trial.Hazards(m, slices.Concat(moreExtents, c.far, sizesOf(r)))
		if err != nil {
			t.Fatalf("%s: %v\n%s", what, err, passtest.Print(m))
		}
	}
	switch wrong = len(found) > 0; {
	case wrong && hazards(r) == 0 && r.Complete:
		m = trial.Reduce(m, 500, func(m *ir.Op) bool {
			found, r := both(m)
			return found && r != nil && hazards(r) == 0 && r.Complete
		})
		t.Errorf("%s: the judge finds nothing, an execution %v\n%s", what, found[0].Diagnostic(),
			passtest.Print(m))
	case !wrong && hazards(r) > 0:
		m = trial.Reduce(m, 500, func(m *ir.Op) bool {
			found, r := both(m)
			return !found && r != nil && hazards(r) > 0
		})
		_, r = both(m)
		t.Errorf("%s: no execution finds anything, the judge\n%s%s", what, r.Text(), passtest.Print(m))
	case hazards(r) == 0 && !r.Complete:
		c.open++
		if wrong {
			c.unseen++
		}
		t.Logf("%s: not followed to the end %v", what, r.Functions[0].Reasons)
	}
	if wrong {
		c.wrong++
	} else {
		c.right++
	}
	return wrong
}

// moreExtents are further extents, for programs in which the judge finds a hazard that few executions do not
// show.
var moreExtents = []int64{4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 20, 23, 24, 31, 32, 33, 40, 47, 48,
	63, 64, 65, 100, 128, 129, 130, 255, 256, 257, 258, 300, 513}

// sizesOf returns the sizes of the counterexamples of a report.
func sizesOf(r *check.Report) (sizes []int64) {
	for _, f := range r.Functions {
		for _, h := range f.Hazards {
			for _, s := range h.Sizes {
				sizes = append(sizes, s.Value)
			}
		}
	}
	return sizes
}

// both returns whether an execution of a program shows hazards, and the judge's report; nil if either fails.
func both(m *ir.Op) (bool, *check.Report) {
	found, err := trial.Hazards(m, trial.Extents)
	if err != nil {
		return false, nil
	}
	r, err := judged(m)
	if err != nil {
		return false, nil
	}
	return len(found) > 0, r
}

// judgeRandom compares random programs with their executions: unchanged, made right, and with single faults.
// Every second program loses all superfluous order before it gets faults.
func judgeRandom(t *testing.T, n, faults int, program func(*rand.Rand) string) {
	first := firstSeed(t)
	var wild, right, faulty tally
	faulty.kinds = map[string]int{}
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(first+seed, 21))
		m := passtest.Parse(t, program(r))
		wild.compare(t, fmt.Sprintf("seed %d as it is", first+seed), m.Clone(nil))
		ok, err := trial.Right(r, m)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", first+seed, err, passtest.Print(m))
		}
		if !ok {
			continue
		}
		if seed%2 == 1 {
			if m, err = trial.Tight(m, 40); err != nil {
				t.Fatalf("seed %d: %v", first+seed, err)
			}
		}
		if right.compare(t, fmt.Sprintf("seed %d made right", first+seed), m) {
			continue // for a number that making it right has not tried
		}
		for _, f := range trial.Faults(r, m, faults) {
			if faulty.compare(t, fmt.Sprintf("seed %d with %s", first+seed, f.Kind), f.Module) {
				faulty.kinds[f.Kind]++
			}
		}
	}
	t.Logf("%d programs as they are: %d right, %d wrong, %d open", n, wild.right, wild.wrong, wild.open)
	t.Logf("%d programs made right, none reported: %d open", right.right, right.open)
	t.Logf("%d changes, of which %d are faults, %d of all open, %d of the faults; by kind: %s",
		faulty.right+faulty.wrong, faulty.wrong,
		faulty.open, faulty.unseen, byKind(faulty.kinds))
	switch {
	case right.right < n*49/50:
		t.Errorf("%d of %d programs could not be made right", n-right.right, n)
	case right.open > n/25+1 || faulty.open > faults*n/25+1 || wild.open > n/25+1:
		t.Errorf("too many programs are not followed to the end")
	case faulty.wrong < n/4:
		t.Errorf("%d of %d changes are faults: the test says little", faulty.wrong, faulty.right+faulty.wrong)
	}
}

func byKind(kinds map[string]int) string {
	var parts []string
	for _, k := range slices.Sorted(maps.Keys(kinds)) {
		parts = append(parts, fmt.Sprintf("%s %d", k, kinds[k]))
	}
	return strings.Join(parts, ", ")
}

// The judge reports a program with tokens, counts and any control flow if and only if an execution shows a
// hazard.
func TestProgramsAgreeWithExecutions(t *testing.T) {
	judgeRandom(t, share(1100, 55), 3, func(r *rand.Rand) string {
		return randsync.Program(r, randsync.Any(r))
	})
}

// The judge reports a kernel if and only if an execution of its threads shows a hazard.
func TestKernelsAgreeWithExecutions(t *testing.T) {
	judgeRandom(t, share(1000, 10), 4, randsync.Kernel)
}
