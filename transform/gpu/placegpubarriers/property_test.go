package placegpubarriers_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsync"
	"github.com/inflight-compiler/inflight/internal/trial"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/gpu/placegpubarriers"
)

// Random kernels that executions show to be right lose their barriers, and get those that the pass places:
// then no execution finds a race in the memory of the block.
func TestPropertyKernelsStayRight(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	tried, needed, refused, conditions := 0, 0, 0, 0
	for range passtest.Programs(40) {
		m := passtest.Parse(t, randsync.Kernel(r))
		if right, err := trial.Right(r, m); err != nil || !right {
			continue
		}
		bare := m.Clone(nil)
		for _, op := range bare.Find(gpu.Barrier) {
			op.Erase()
		}
		if len(blockRaces(t, bare)) > 0 {
			needed++
		}
		placed := bare.Clone(nil)
		if err := placegpubarriers.Pass.Run(
			pass.NewRun(t.Context(), placegpubarriers.Pass, placed, nil)); err != nil {
			refused++ // threads exchange data where not all of them come by
			continue
		}
		if found := blockRaces(t, placed); len(found) > 0 {
			t.Fatalf("%v and %v\n%s", found[0].First.Op, found[0].Second.Op, passtest.Print(placed))
		}
		tried++
		if strings.Contains(passtest.Print(m), "scf.if") {
			conditions++
		}
	}
	t.Logf("%d kernels stay right, %d of them with conditions; %d needed a barrier, %d refused", tried,
		conditions, needed, refused)
	if n := passtest.Programs(40); tried < n/8 || needed < n/20 {
		t.Errorf("of %d kernels %d were tried, and %d needed a barrier", n, tried, needed)
	}
}

// blockRaces returns the races in the memory of the block that executions find.
func blockRaces(t *testing.T, m *ir.Op) []sim.Hazard {
	t.Helper()
	found, err := trial.Hazards(m, trial.Extents)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(found, func(h sim.Hazard) bool { return !strings.Contains(h.Buffer, "S") })
}
