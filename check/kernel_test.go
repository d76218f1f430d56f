package check_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// rightKernels are kernels whose threads share memory. They have the barriers that they need, and no others.
var rightKernels = map[string]string{
	"transpose": launch("16", "16", "%S = memref.alloc() : memref<16x17xf32, 3>", `
    %v = memref.load %A[%tx, %ty] : memref<128x128xf32>
    memref.store %v, %S[%ty, %tx] : memref<16x17xf32, 3>
    gpu.barrier
    %w = memref.load %S[%tx, %ty] : memref<16x17xf32, 3>
    memref.store %w, %B[%ty, %tx] : memref<128x128xf32>`),
	"reduction": launch("64", "1", "%S = memref.alloc() : memref<64xf32, 3>", `
    %v = memref.load %A[%c0, %tx] : memref<128x128xf32>
    memref.store %v, %S[%tx] : memref<64xf32, 3>
    scf.for %k = %c0 to %c6 step %c1 {
      gpu.barrier
      %s = arith.shrui %c32, %k : index
      %on = arith.cmpi ult, %tx, %s : index
      scf.if %on {
        %o = arith.addi %tx, %s : index
        %a = memref.load %S[%tx] : memref<64xf32, 3>
        %b = memref.load %S[%o] : memref<64xf32, 3>
        %sum = arith.addf %a, %b : f32
        memref.store %sum, %S[%tx] : memref<64xf32, 3>
      }
    }
    gpu.barrier
    %r = memref.load %S[%c0] : memref<64xf32, 3>
    memref.store %r, %B[%c0, %tx] : memref<128x128xf32>`),
	"tile": launch("32", "1", "%S = memref.alloc() : memref<128xf32, 3>", `
    %o = arith.muli %tx, %c4 : index
    %t = nvgpu.device_async_copy %A[%c0, %o], %S[%o], 4 : memref<128x128xf32> to memref<128xf32, 3>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    gpu.barrier
    %q = arith.subi %c127, %o : index
    %w = memref.load %S[%q] : memref<128xf32, 3>
    memref.store %w, %B[%c0, %tx] : memref<128x128xf32>`),
	"double buffer": launch("16", "1", "%S = memref.alloc() : memref<2x64xf32, 3>", `
    %o = arith.muli %tx, %c4 : index
    %t = nvgpu.device_async_copy %A[%c0, %o], %S[%c0, %o], 4 : memref<128x128xf32> to memref<2x64xf32, 3>
    nvvm.cp.async.commit.group
    scf.for %k = %c0 to %c6 step %c1 {
      %n = arith.addi %k, %c1 : index
      %slot = arith.remui %k, %c2 : index
      %next = arith.remui %n, %c2 : index
      %u = nvgpu.device_async_copy %A[%n, %o], %S[%next, %o], 4 : memref<128x128xf32> to memref<2x64xf32, 3>
      nvvm.cp.async.commit.group
      nvvm.cp.async.wait.group 1
      gpu.barrier
      %q = arith.subi %c63, %o : index
      %w = memref.load %S[%slot, %q] : memref<2x64xf32, 3>
      memref.store %w, %B[%k, %tx] : memref<128x128xf32>
      gpu.barrier
    }
    nvvm.cp.async.wait.group 0`),
}

func launch(x, y, shared, body string) string {
	return `func.func @f(%A: memref<128x128xf32>, %B: memref<128x128xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c32 = arith.constant 32 : index
  %c63 = arith.constant 63 : index
  %c127 = arith.constant 127 : index
  %x = arith.constant ` + x + ` : index
  %y = arith.constant ` + y + ` : index
  ` + shared + `
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %x, %sy = %y, %sz = %c1) {` + body + `
    gpu.terminator
  }
  return
}
`
}

// Right kernels have no hazard, in any of the forms that threads have in the IR.
func TestRightKernels(t *testing.T) {
	for name, source := range rightKernels {
		r, err := check.Module(t.Context(), parse(t, "in.mlir", []byte(source)), check.Options{})
		if err != nil || !r.OK() {
			t.Errorf("%s: %v\n%s", name, err, r.Text())
		}
	}
}

// A kernel is wrong without one of its barriers, with a barrier in front of a wait instead of behind it, or
// with a wait that is too weak. The judge finds the hazard and names both threads.
func TestWrongKernels(t *testing.T) {
	faults := 0
	for name, source := range rightKernels {
		for what, break1 := range map[string]func(m *ir.Op, i int) bool{"without barrier": dropBarrier,
			"barrier before the wait": swapBarrier, "weak wait": weakenGroups} {
			for i := 0; ; i++ {
				m := parse(t, "in.mlir", []byte(source))
				if !break1(m, i) {
					break
				}
				faults++
				r, err := check.Module(t.Context(), m, check.Options{SkipWaits: true})
				if err != nil || hazards(r) == 0 {
					t.Errorf("%s %s %d: %v\n%s", name, what, i, err, r.Text())
				}
				if h := r.Functions[0].Hazards; len(h) > 0 && h[0].Threads &&
					(!strings.Contains(h[0].First.Thread, "x = ") ||
						h[0].First.Thread == h[0].Second.Thread) {
					t.Errorf("%s %s %d: the threads are %q and %q", name, what, i, h[0].First.Thread,
						h[0].Second.Thread)
				}
			}
		}
	}
	if faults < 10 {
		t.Errorf("only %d faults", faults)
	}
}

func dropBarrier(m *ir.Op, i int) bool {
	list := numbered(m, gpu.Barrier)
	if i < len(list) {
		list[i].Erase()
	}
	return i < len(list)
}

// swapBarrier moves the barrier behind a wait to the place in front of it.
func swapBarrier(m *ir.Op, i int) bool {
	waits := slices.DeleteFunc(numbered(m, nvvm.CpAsyncWaitGroup), func(op *ir.Op) bool {
		return !op.Next().Is(gpu.Barrier)
	})
	if i < len(waits) {
		waits[i].Next().MoveBefore(waits[i])
	}
	return i < len(waits)
}

func weakenGroups(m *ir.Op, i int) bool {
	waits := numbered(m, nvvm.CpAsyncWaitGroup)
	if i < len(waits) {
		n, _ := waits[i].IntAttr("n")
		waits[i].SetAttr("n", m.Context().Int(m.Context().I32, n+1))
	}
	return i < len(waits)
}

var _ = nvgpu.DeviceAsyncCopy
