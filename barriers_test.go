package inflight_test

import (
	"context"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
)

// reversing turns memory around by way of shared memory, without a barrier between the threads.
const reversing = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @reverse(%A: memref<32xf32>) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c31 = arith.constant 31 : index
      %i = gpu.thread_id x
      %j = arith.subi %c31, %i : index
      %x = memref.load %A[%i] : memref<32xf32>
      memref.store %x, %s[%i] : memref<32xf32, #gpu.address_space<workgroup>>
      %y = memref.load %s[%j] : memref<32xf32, #gpu.address_space<workgroup>>
      memref.store %y, %A[OWN] : memref<32xf32>
      gpu.return
    }
  }
  func.func @main(%A: memref<32xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @kernels::@reverse blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%A : memref<32xf32>)
    return
  }
}`

// A kernel whose threads exchange data gets the barriers that it lacks, as if all threads made each step together.
func TestRunPlacesBarriers(t *testing.T) {
	m, err := inflight.Parse(diag.NewFile("reverse.mlir", []byte(strings.Replace(reversing, "OWN", "%i", 1))))
	if err != nil {
		t.Fatal(err)
	}
	report, err := m.Run(context.Background(), inflight.RunConfig{Inputs: exec.Inputs{Seed: 3}})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Warnings) == 0 || report.Warnings[0].Code != "run-barriers-placed" || report.Equality != inflight.EqualBits {
		t.Errorf("%v, %v", report.Warnings, report.Equality)
	}
	fn, err := exec.Entry(m.Op(), "main")
	if err != nil {
		t.Fatal(err)
	}
	given, err := exec.Inputs{Seed: 3}.Arguments(fn)
	if err != nil {
		t.Fatal(err)
	}
	for i := range int64(32) {
		if got, want := report.Arguments[0].Value.Buffer.At(i), given[0].Value.Buffer.At(31-i); got != want {
			t.Errorf("element %d is %x, not %x", i, got, want)
		}
	}
}

// What barriers do not help against is an error as before.
func TestRunDoesNotHideRaces(t *testing.T) {
	m, err := inflight.Parse(diag.NewFile("race.mlir", []byte(strings.Replace(reversing, "OWN", "%c31", 1))))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Run(context.Background(), inflight.RunConfig{}); err == nil || !strings.Contains(err.Error(), "check-race") {
		t.Errorf("%v", err)
	}
}
