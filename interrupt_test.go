package inflight_test

import (
	"context"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/ending"
	"github.com/inflight-compiler/inflight/interrupt"
)

// Work of the library on one large function ends in the middle with its context: reading, verifying,
// printing, and the making of arguments. Each looks at its context many times.
func TestContextsEndWork(t *testing.T) {
	mlir := diag.NewFile("large.mlir",
		[]byte("func.func @f(%m: memref<100000xf32>) {\n"+largeBody(20_000)+"  return\n}\n"))
	python := diag.NewFile("large.py",
		[]byte("from tvm.script import tir as T\n@T.prim_func\ndef f(A: T.Buffer((16,), \"float32\")):\n"+
			strings.Repeat("    A[1] = A[2] + A[3]\n", 5_000)))
	m, err := inflight.Parse(mlir)
	if err != nil {
		t.Fatal(err)
	}
	for name, work := range map[string]func(ctx context.Context) error{
		"MLIR": func(ctx context.Context) error {
			_, err := inflight.ParseContext(ctx, inflight.UnknownLanguage, mlir)
			return err
		},
		"TVMScript": func(ctx context.Context) error {
			_, err := inflight.ParseContext(ctx, inflight.UnknownLanguage, python)
			return err
		},
		"text": func(ctx context.Context) error { _, err := m.TextContext(ctx, inflight.MLIR); return err },
		"arguments": func(ctx context.Context) error {
			_, err := exec.Inputs{}.ArgumentsContext(ctx, m.Op().Body().First())
			return err
		},
	} {
		whole := ending.At(ending.Never)
		if err := work(whole); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		n := whole.Looks()
		if n < 10 {
			t.Errorf("%s looks at its context %d times", name, n)
		}
		ctx := ending.At(n / 2)
		if err := work(ctx); !interrupt.Is(err) {
			t.Errorf("%s: the error is %v", name, err)
		}
	}
}

// overlapped is a program with an annotated loop, and task what it ends with: a task, or nothing.
const overlapped = `
func.func @f(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %two = arith.constant 2.0 : f32
  scf.for %i = %c0 to %c16 step %c1 {
    %B = memref.alloc() : memref<1xf32>
    pipeline.block {
      %a = memref.load %A[%i] : memref<16xf32>
      memref.store %a, %B[%c0] : memref<1xf32>
    }
    pipeline.block {
      %b = memref.load %B[%c0] : memref<1xf32>
      %d = arith.mulf %b, %two : f32
      memref.store %d, %C[%i] : memref<16xf32>
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1],
     software_pipeline_async_stages = [0]}
`

const task = `
  %t = async.execute {
    memref.store %two, %A[%c0] : memref<16xf32>
    async.yield
  }
  async.await %t : !async.token
`

const kernel = `
gpu.module @kernels {
  gpu.func @scale(%m: memref<64xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %two = arith.constant 2.0 : f32
    %a = memref.load %m[%t] : memref<64xf32>
    %b = arith.mulf %a, %two : f32
    memref.store %b, %m[%t] : memref<64xf32>
    gpu.return
  }
}
`

// Wherever a context ends that is looked at in each step, work of the library ends with an error that says
// so, and the program can be worked on again: the last time the work is done.
func TestContextsEndWorkAnywhere(t *testing.T) {
	m, device := moduleOf(t, overlapped+task+"  return\n}\n"), moduleOf(t, kernel)
	loop := moduleOf(t, overlapped+"  return\n}\n")
	before := m.String()
	for name, work := range map[string]func(ctx context.Context) error{
		"check":    func(ctx context.Context) error { _, err := m.Check(ctx, check.Options{}); return err },
		"pipeline": func(ctx context.Context) error { _, err := m.Pipeline(ctx); return err },
		"script": func(ctx context.Context) error {
			_, err := loop.TextContext(ctx, inflight.TVMScript)
			return err
		},
		"text": func(ctx context.Context) error {
			_, err := m.TextContext(ctx, inflight.MLIR)
			return err
		},
		"graphs": func(ctx context.Context) error { _, err := m.Graphs(ctx, 0); return err },
		"llvm": func(ctx context.Context) error {
			_, err := m.LLVM(ctx, inflight.BuildConfig{})
			return err
		},
		"wasm": func(ctx context.Context) error { _, err := m.WebAssembly(ctx, ""); return err },
		"ptx": func(ctx context.Context) error {
			_, err := device.PTX(ctx, inflight.PTXOptions{})
			return err
		},
		"run": func(ctx context.Context) error {
			_, err := m.Run(ctx, inflight.RunConfig{Engine: "sim"})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			ended := 0
			if err := ending.Everywhere(12, work, func(look int64, err error) {
				ended++
				if !interrupt.Is(err) {
					t.Errorf("ended at look %d, the error is %v", look, err)
				}
			}); err != nil {
				t.Error(err)
			}
			t.Logf("ended at %d places", ended)
			if ended < 3 || m.String() != before {
				t.Errorf("ended at %d places; the program is\n%s", ended, m)
			}
		})
	}
}

func moduleOf(t *testing.T, source string) *inflight.Module {
	t.Helper()
	m, err := inflight.Parse(diag.NewFile("a.mlir", []byte(source)))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// largeBody returns operations that no pass removes.
func largeBody(n int) string {
	var b strings.Builder
	b.WriteString("  %c = arith.constant 1.0 : f32\n  %i = arith.constant 0 : index\n")
	for range n {
		b.WriteString("  memref.store %c, %m[%i] : memref<100000xf32>\n")
	}
	return b.String()
}
