package ptx_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randkernel"
	"github.com/inflight-compiler/inflight/internal/randsync"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// races returns what the simulator finds in a program: races, or what stops it. That a copy is in flight when
// its block ends is a warning for PTX, and does not count.
func races(t *testing.T, m *ir.Op) string {
	t.Helper()
	fn, err := exec.Entry(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	args, err := exec.Inputs{Seed: 1}.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	program, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	result, err := program.Run(context.Background(), sim.Config{Mode: sim.Late, Hazards: true},
		exec.Values(args))
	if err != nil {
		return err.Error()
	}
	for _, h := range result.Hazards {
		if strings.HasPrefix(string(h.Code), "sim-race") && !h.Second.Free {
			return h.Diagnostic().Error()
		}
	}
	return ""
}

// The machine of PTX finds a race in the code of a random kernel if, and only if, the simulator finds one in
// the kernel. Both run it behind the passes that remove accesses nobody needs and place barriers.
func TestRandomKernels(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	wrong, right := 0, 0
	n := passtest.Programs(150)
	for range n {
		source := randsync.Kernel(r)
		m := passtest.Parse(t, source)
		if len(m.Find(gpu.Module)) == 0 {
			continue
		}
		k, err := ptx.Compile(t.Context(), m, ptx.Options{})
		if err != nil {
			continue // a barrier in a condition, for instance
		}
		placed := passtest.Transform(t, m,
			"builtin.module(inject-ptx-async-copy,promote-private-memory,canonicalize,cse,"+
				"place-gpu-barriers)")
		want := races(t, placed)
		module, err := judge.Load(diag.NewFile("kernel.ptx", []byte(k.Text)))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := judge.NewPlan(module, judge.Options{DynamicShared: -1})
		if err != nil {
			t.Fatal(err)
		}
		report, err := judge.Check(context.Background(), plan)
		if err != nil {
			t.Fatal(err)
		}
		if (want == "") != report.OK() {
			t.Fatalf("the simulator finds %q, the machine %v\n%s\n%s", want, report.Diagnostics(),
				passtest.Print(placed), k.Text)
		}
		if want == "" {
			right++
			onDevice(t, plan)
		} else {
			wrong++
		}
	}
	if right < n/50 || wrong < n/20 {
		t.Errorf("%d right and %d wrong kernels", right, wrong)
	}
}

// The code of random kernels computes what the simulator makes of them.
func TestRandomValues(t *testing.T) {
	for i := range passtest.Programs(40) {
		source := randkernel.Program(rand.New(rand.NewPCG(41, uint64(i))))
		compareMachines(t, passtest.Parse(t, source))
		if t.Failed() {
			t.Fatalf("program %d\n%s", i, source)
		}
	}
}
