package randsync_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsync"
)

// Programs and kernels verify, and hold what they are made for.
func TestPrograms(t *testing.T) {
	var all strings.Builder
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		for _, source := range []string{randsync.Program(r, randsync.Any(r)), randsync.Kernel(r)} {
			passtest.Parse(t, source)
			all.WriteString(source)
		}
	}
	for _, name := range []string{
		"async.execute", "async.await_all", "!async.value", "nvgpu.device_async_wait", "numGroups",
		"nvvm.cp.async.wait.group",
		"pipeline.async_scope after", "pipeline.async_wait_stage", "scf.while", "scf.execute_region",
		"scf.parallel", "cf.cond_br",
		"func.call", "memref.subview", "gpu.barrier", "gpu.launch",
	} {
		if !strings.Contains(all.String(), name) {
			t.Errorf("no program has %s", name)
		}
	}
}
