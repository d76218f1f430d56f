package gpuasyncregion_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randdevice"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// results runs a program and returns the memory of its arguments, and the number of hazards.
func results(t *testing.T, m *ir.Op, mode sim.Config) ([]value.Value, int) {
	memory, hazards := passtest.Simulate(t, m, mode, 1)
	return memory, len(hazards)
}

// Random hosts compute with tokens what they compute without, whenever the operations make progress.
func TestRandomHosts(t *testing.T) {
	overlapping := 0
	for seed := range uint64(passtest.Programs(150)) {
		source := randdevice.Host(rand.New(rand.NewPCG(seed, 5)), true)
		m := passtest.Parse(t, source)
		want, _ := results(t, m, sim.Config{})
		made := passtest.Transform(t, m,
			"builtin.module(gpu-async-region{leave-regions="+fmt.Sprint(seed%2 == 0)+"})")
		for _, mode := range passtest.Modes {
			got, hazards := results(t, made, mode)
			for i := range want {
				if !got[i].Equal(want[i]) || hazards > 0 {
					t.Fatalf("seed %d, %v: argument %d is %v, not %v; %d hazards\n%s\n%s", seed, mode.Mode, i,
						got[i], want[i], hazards, source, passtest.Print(made))
				}
			}
		}
		judge(t, made)
		if findsDropped(t, made) {
			overlapping++
		}
	}
	if overlapping*4 < passtest.Programs(150)*3 {
		t.Errorf("a dependency less was found in %d programs only", overlapping)
	}
}

// judge expects that check finds nothing wrong with a program, tokens that leave regions included.
func judge(t *testing.T, m *ir.Op) {
	t.Helper()
	report, err := check.Module(t.Context(), m, check.Options{SkipWaits: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Functions {
		for _, h := range f.Hazards {
			t.Fatalf("%s in\n%s", h.Diagnostic().Message, passtest.Print(m))
		}
	}
}

// findsDropped drops the dependencies of one operation after the other, and reports whether some program has
// a hazard then.
func findsDropped(t *testing.T, m *ir.Op) bool {
	n := 0
	for op := range m.Walk() {
		if op.AsyncToken() != nil && len(op.AsyncDependencies()) > 0 {
			n++
		}
	}
	for i := range n {
		copied := m.Clone(nil)
		at := 0
		for op := range copied.Walk() {
			if op.AsyncToken() != nil && len(op.AsyncDependencies()) > 0 {
				if at == i {
					for range len(op.AsyncDependencies()) {
						op.EraseSegmentOperand(0)
					}
					break
				}
				at++
			}
		}
		if _, hazards := results(t, copied, sim.Config{Mode: sim.Late}); hazards > 0 {
			return true
		}
	}
	return false
}

// To name another device is no reason to wait: what was issued is on its device.
func TestDevicesGoOn(t *testing.T) {
	m := passtest.Parse(t, `func.func @main(%a: memref<8xi32>, %b: memref<8xi32>, %n: i32) {
  gpu.memset %a, %n : memref<8xi32>, i32
  gpu.set_default_device %n
  gpu.memset %b, %n : memref<8xi32>, i32
  return
}`)
	made := passtest.Transform(t, m, "builtin.module(gpu-async-region)")
	if waits := len(made.Find(gpu.Wait)); waits != 1 {
		t.Errorf("%d waits\n%s", waits, passtest.Print(made))
	}
}
