package tfrt_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/exec/tfrt"
)

const regions = `func.func @main() -> (i32, i32, i32) {
  %x = tfrt.constant.i32 20
  %r = tfrt.jit_execute %x : (i32) -> (i32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.index_cast %x : i32 to index
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (i32) {
      %b = arith.addi %a, %x : i32
      scf.yield %b : i32
    }
    tfrt.return %s : i32
  }
  %p:2 = tfrt.jit_execute %x, %r : (i32, i32) -> (i32, i32) {
    %less = arith.cmpi slt, %r, %x : i32
    cf.cond_br %less, ^a(%x : i32), ^b
  ^a(%y: i32):
    tfrt.return %y, %x : i32, i32
  ^b:
    tfrt.return %r, %x : i32, i32
  }
  tfrt.return %r, %p#0, %p#1 : i32, i32, i32
}
func.func @memory() -> (f32, f32) {
  %x = tfrt.constant.f32 1.5
  %m = tfrt.jit_execute %x : (f32) -> (memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    linalg.fill ins(%x : f32) outs(%m : memref<4xf32>)
    tfrt.return %m : memref<4xf32>
  }
  %first = tfrt.jit_execute %m, %x : (memref<4xf32>, f32) -> (f32) {
    %i = arith.constant 0 : index
    %v = memref.load %m[%i] : memref<4xf32>
    %w = arith.addf %v, %x : f32
    memref.store %w, %m[%i] : memref<4xf32>
    %u = memref.load %m[%i] : memref<4xf32>
    tfrt.return %u : f32
  }
  %ch = tfrt.merge.chains %first : f32
  %second = tfrt.jit_execute %m, %ch : (memref<4xf32>, !tfrt.chain) -> (f32) {
    %i = arith.constant 0 : index
    %v = memref.load %m[%i] : memref<4xf32>
    tfrt.return %v : f32
  }
  tfrt.return %first, %second : f32, f32
}
func.func @errors() -> (i32, i32, i32) {
  %z = tfrt.constant.i32 0
  %r:2 = tfrt.jit_execute %z : (i32) -> (i32, i32) {
    %c0 = arith.constant 0 : i32
    %ok = arith.cmpi sgt, %z, %c0 : i32
    cf.assert %ok, "not positive"
    tfrt.return %z, %z : i32, i32
  }
  %s = tfrt.add.i32 %r#1, %z
  tfrt.return %r#0, %s, %z : i32, i32, i32
}
func.func @prints() -> !tfrt.chain {
  %x = tfrt.constant.i32 7
  %ch0 = tfrt.new.chain
  %ch1 = tfrt.print.i32 %x, %ch0
  %done = tfrt.jit_execute %x, %ch1 : (i32, !tfrt.chain) -> (i1) {
    vector.print %x : i32
    %t = arith.constant true
    tfrt.return %t : i1
  }
  %ch2 = tfrt.merge.chains %done : i1
  %ch3 = tfrt.print.i32 %x, %ch2
  tfrt.return %ch3 : !tfrt.chain
}
`

// Regions are compiled by each engine. They give their results, memory among them, or their error, to the
// kernels that wait for them; what one writes into memory no other one sees.
func TestRegions(t *testing.T) {
	p := load(t, "regions.mlir", regions)
	engines := []string{"", "sim", "wasm"}
	if native, err := exec.Lookup("native"); err == nil && exec.Ready(t.Context(), native) == nil {
		engines = append(engines, "native")
	}
	for _, engine := range engines {
		for _, workers := range []int{1, 4} {
			out, reported, err := run(t, t.Context(), load(t, "regions.mlir", regions),
				tfrt.Config{Workers: workers, Engine: engine})
			for _, want := range []string{"'main' returned 420,420,20\n",
				"'memory' returned 3.000000e+00,1.500000e+00\n",
				"'errors' returned <<error: not positive>>,<<error: not positive>>,0\n",
				"int32 = 7\n7\nint32 = 7\n"} {
				if !strings.Contains(out, want) {
					t.Errorf("engine %q with %d threads prints no %q:\n%s", engine, workers, want, out)
				}
			}
			if err != nil ||
				strings.Count(reported, "runtime error: ") != 1 || !strings.HasPrefix(reported, "48:10: ") {
				t.Errorf("engine %q with %d threads: %v\n%s%s", engine, workers, err, out, reported)
			}
		}
	}
	if _, _, err := run(t, t.Context(), p, tfrt.Config{Entry: "main"}); err != nil {
		t.Error(err)
	}
}

const endless = `func.func @main() -> (i32, i32) {
  %x = tfrt.constant.i32 1
  %ch0 = tfrt.new.chain
  %r = tfrt.jit_execute %x : (i32) -> (i32) {
    cf.br ^a
  ^a:
    cf.br ^a
  }
  %ch1 = tfrt.print.i32 %x, %ch0
  CANCEL
  tfrt.return %r, %x : i32, i32
}`

// A region that never ends does not block its caller, and ends with the context, with the limit of a run,
// and when the request is cancelled.
func TestRegionsEnd(t *testing.T) {
	for _, workers := range []int{1, 4} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		out, reported, err := run(t, ctx, load(t, "endless", strings.Replace(endless, "CANCEL", "", 1)),
			tfrt.Config{Workers: workers})
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(out, "int32 = 1\n") ||
			reported != "" {
			t.Errorf("context: %v\n%s%s", err, out, reported)
		}
		out, reported, err = run(t, t.Context(),
			load(t, "endless", strings.Replace(endless, "CANCEL", "", 1)),
			tfrt.Config{Workers: workers,
				Run: exec.Options{Limits: exec.Limits{Time: 20 * time.Millisecond}}})
		if err != nil || !strings.Contains(out, "'main' returned <<error: ") ||
			!strings.Contains(out, ">>,1\n") ||
			!strings.Contains(reported, "4:8: runtime error: ") {
			t.Errorf("limit: %v\n%s%s", err, out, reported)
		}
		out, reported, err = run(t, t.Context(), load(t, "endless", strings.Replace(endless, "CANCEL",
			`%c:2 = "tfrt_test.cancel"(%ch1) : (!tfrt.chain) -> (i32, !tfrt.chain)`, 1)),
			tfrt.Config{Workers: workers})
		if err != nil || !strings.Contains(out, "'main' returned <<error: Cancelled>>,1\n") ||
			reported != "" {
			t.Errorf("cancelled: %v\n%s%s", err, out, reported)
		}
	}
}

// An engine that is not there, and code that no engine compiles, are errors: of the file, and of the
// register.
func TestRegionsThatDoNotCompile(t *testing.T) {
	src := `func.func @main() -> (i32, i32) {
  %x = tfrt.constant.i32 1
  %r = tfrt.jit_execute %x attributes {engine = "wasm"} : (i32) -> (i32) {
    gpu.barrier
    tfrt.return %x : i32
  }
  tfrt.return %r, %x : i32, i32
}`
	out, reported, err := run(t, t.Context(), load(t, "in.mlir", src), tfrt.Config{Workers: 1})
	if err == nil && (!strings.Contains(out, "<<error: ") || !strings.Contains(out, ">>,1\n") ||
		!strings.Contains(reported, "gpu.barrier")) {
		t.Errorf("%v\n%s%s", err, out, reported)
	}
	loadError(t, strings.ReplaceAll(src, `"wasm"`, `"steam"`), "there is no engine 'steam'")
}
