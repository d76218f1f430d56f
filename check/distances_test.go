package check_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randarith"
	"github.com/inflight-compiler/inflight/internal/randsync"
	"github.com/inflight-compiler/inflight/internal/randview"
	"github.com/inflight-compiler/inflight/internal/trial"
	"github.com/inflight-compiler/inflight/ir"
)

// If a look by distances finds no hazard, no execution shows one, whether or not other looks suffice for the
// program.
func TestProofsByDistancesAgreeWithExecutions(t *testing.T) {
	n, first := share(6000, 20), firstSeed(t)
	proven, wrong := 0, 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(first+seed, 77))
		var source string
		switch seed % 3 {
		case 0:
			source = randarith.Program(r, seed%2 == 0)
		case 1:
			source = randview.Program(r)
		default:
			source = randsync.Program(r, randsync.Any(r))
		}
		if strings.Contains(source, "scf.parallel") || strings.Contains(source, "task.promise") {
			// other tests look at hazards between iterations, and a task may end behind its promise
			continue
		}
		m := passtest.Parse(t, source)
		what := fmt.Sprintf("seed %d", first+seed)
		p, w := compareProof(t, what, m)
		proven, wrong = proven+p, wrong+w
	}
	t.Logf("%d of %d programs are proven, %d are wrong", proven, n, wrong)
	if proven < n/10 || wrong < n/10 {
		t.Errorf("the test says little")
	}
}

func compareProof(t *testing.T, what string, m *ir.Op) (proven, wrong int) {
	t.Helper()
	found, err := trial.Hazards(m, trial.Extents)
	if err != nil {
		t.Fatalf("%s: %v\n%s", what, err, passtest.Print(m))
	}
	if len(found) > 0 {
		wrong = 1
	}
	if check.Proven(m.Clone(nil)) {
		proven = 1
	}
	if proven+wrong == 2 {
		m = trial.Reduce(m, 500, func(m *ir.Op) bool {
			found, err := trial.Hazards(m, trial.Extents)
			return err == nil && len(found) > 0 && check.Proven(m.Clone(nil))
		})
		t.Errorf("%s is taken for right, an execution %v\n%s", what, found[0].Diagnostic(), passtest.Print(m))
	}
	return proven, wrong
}
