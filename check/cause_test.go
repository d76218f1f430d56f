package check

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// withoutBarriers are bodies of kernels of 64 threads that share %S, with the number of missing barriers.
var withoutBarriers = map[string]struct {
	body     string
	barriers int
}{
	"one place, four pairs": {`
    memref.store %f, %S[%t] : memref<64xf32, 3>
    memref.store %f, %R[%t] : memref<64xf32, 3>
    %a = memref.load %S[%back] : memref<64xf32, 3>
    %b = memref.load %R[%back] : memref<64xf32, 3>
    %c = memref.load %S[%c0] : memref<64xf32, 3>
    %d = memref.load %R[%c0] : memref<64xf32, 3>`, 1},
	"two places": {`
    memref.store %f, %S[%t] : memref<64xf32, 3>
    %a = memref.load %S[%back] : memref<64xf32, 3>
    memref.store %f, %R[%t] : memref<64xf32, 3>
    %b = memref.load %R[%back] : memref<64xf32, 3>
    %c = memref.load %R[%c0] : memref<64xf32, 3>`, 2},
	"one place for neither": {`
    memref.store %f, %S[%t] : memref<64xf32, 3>
    %a = memref.load %S[%back] : memref<64xf32, 3>
    memref.store %a, %S[%t] : memref<64xf32, 3>
    %b = memref.load %S[%back] : memref<64xf32, 3>`, 3},
	"in a loop": {`
    scf.for %i = %c0 to %c8 step %c1 {
      memref.store %f, %S[%t] : memref<64xf32, 3>
      %a = memref.load %S[%back] : memref<64xf32, 3>
      %b = memref.load %S[%c0] : memref<64xf32, 3>
    }`, 2},
	"into a loop": {`
    memref.store %f, %S[%t] : memref<64xf32, 3>
    scf.for %i = %c0 to %c8 step %c1 {
      %a = memref.load %S[%i] : memref<64xf32, 3>
      %b = memref.load %S[%back] : memref<64xf32, 3>
    }`, 1},
	"into a condition": {`
    memref.store %f, %S[%t] : memref<64xf32, 3>
    scf.if %first {
      %a = memref.load %S[%c1] : memref<64xf32, 3>
    }
    scf.if %first {
      %b = memref.load %S[%c8] : memref<64xf32, 3>
    }`, 1},
}

// Barriers at the places that the messages name order all accesses of the messages, and no fewer barriers do.
func TestNamedBarriersOrderThreads(t *testing.T) {
	for name, c := range withoutBarriers {
		t.Run(name, func(t *testing.T) {
			module := parseText(t,
				`gpu.module @m { gpu.func @k(%f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    %back = arith.subi %c63, %t : index
    %first = arith.cmpi ult, %t, %c8 : index
    %S = memref.alloc() : memref<64xf32, 3>
    %R = memref.alloc() : memref<64xf32, 3>
`+c.body+`
    gpu.return
  } }`)
			placed := 0
			for ; ; placed++ {
				f := kernelReport(t, module)
				if f.Deadlocks.HasErrors() {
					t.Fatalf("not all threads come to a barrier: %v", f.Deadlocks)
				}
				list := hazard.Causes(f.Hazards)
				if len(list) == 0 {
					break
				}
				if placed > c.barriers || list[0].Barrier == nil {
					t.Fatalf("after %d barriers: %v", placed, f.HazardDiagnostics(false))
				}
				ir.At(list[0].Barrier).Create(ir.OpState{Def: gpu.Barrier})
				left := map[string]bool{}
				for _, h := range kernelReport(t, module).Hazards {
					left[pairOf(h)] = true
				}
				for _, h := range list[0].Hazards {
					if left[pairOf(h)] {
						t.Errorf("a barrier in front of %v does not order %v", list[0].Barrier,
							h.Diagnostic())
					}
				}
			}
			if placed != c.barriers {
				t.Errorf("%d barriers were placed, want %d", placed, c.barriers)
			}
		})
	}
}

func kernelReport(t *testing.T, module *ir.Op) *FuncReport {
	t.Helper()
	r, err := Module(t.Context(), module, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r.Functions[0]
}

func pairOf(h *hazard.Hazard) string { return fmt.Sprintf("%v %p %p", h.Kind, h.First.Op, h.Second.Op) }

// A cause has one message, which counts the other hazards and names their memory. With --all each hazard has
// a message. The folded report has the number of the other hazards.
func TestOneMessageForACause(t *testing.T) {
	module := parseText(t,
		`gpu.module @m { gpu.func @k(%f: f32) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %c0 = arith.constant 0 : index
    %t = gpu.thread_id x
    %S = memref.alloc() : memref<64xf32, 3>
    %R = memref.alloc() : memref<64xf32, 3>
    memref.store %f, %S[%t] : memref<64xf32, 3>
    memref.store %f, %R[%t] : memref<64xf32, 3>
    %a = memref.load %S[%c0] : memref<64xf32, 3>
    %b = memref.load %R[%c0] : memref<64xf32, 3>
    gpu.return
  } }`)
	r, err := Module(t.Context(), module, Options{})
	if err != nil {
		t.Fatal(err)
	}
	errorsOf := func(l diag.List) (errs diag.List) {
		for _, d := range l {
			if d.Severity == diag.Error {
				errs.Add(d)
			}
		}
		return errs
	}
	said, all := errorsOf(r.Diagnostics()), errorsOf(r.AllDiagnostics())
	if len(said) != 1 || len(all) != 2 {
		t.Fatalf("%d and %d messages: %v", len(said), len(all), said)
	}
	last := said[0].Notes[len(said[0].Notes)-1].Message
	if !strings.HasPrefix(last, "and 1 more like it on %S and %R") {
		t.Errorf("the last note is %q", last)
	}
	folded := r.Folded().Functions[0].Hazards
	if len(folded) != 1 || folded[0].More != 1 || len(r.Functions[0].Hazards) != 2 ||
		r.Functions[0].Hazards[0].More != 0 {
		t.Errorf("folded: %v", folded)
	}
}
