package exporter_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/tvmscript/exporter"
)

// BenchmarkAppend prints a module of a hundred functions, two thousand lines.
func BenchmarkAppend(b *testing.B) {
	var src strings.Builder
	for i := range 100 {
		fmt.Fprintf(&src, matmul, i)
	}
	m := parse(b, "in.mlir", []byte(src.String()))
	out := export(b, m)
	lines := bytes.Count(out, []byte("\n"))
	b.ReportMetric(float64(lines), "lines")
	b.SetBytes(int64(len(out)))
	for b.Loop() {
		if out, _ = exporter.Append(out[:0], m); out == nil {
			b.Fatal("no text")
		}
	}
	b.ReportMetric(float64(lines), "lines")
}

const matmul = `
func.func @matmul%d(%%A: memref<16x32xf32>, %%B: memref<32x16xf32>, %%C: memref<16x16xf32>) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c2 = arith.constant 2 : index
  %%c16 = arith.constant 16 : index
  %%c32 = arith.constant 32 : index
  %%zero = arith.constant 0.0 : f32
  %%S = memref.alloc() : memref<2x16xf32, 3>
  scf.for %%i = %%c0 to %%c16 step %%c1 {
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        scf.for %%j = %%c0 to %%c16 step %%c1 {
          %%s = arith.remui %%i, %%c2 : index
          %%v = memref.load %%A[%%i, %%j] : memref<16x32xf32>
          memref.store %%v, %%S[%%s, %%j] : memref<2x16xf32, 3>
        }
      }
    }
    pipeline.wait_queue 0, 0 {
    scf.for %%j = %%c0 to %%c16 step %%c1 {
      scf.for %%k = %%c0 to %%c32 step %%c1 {
        pipeline.block attributes {name = "C"} {
          %%vi = pipeline.axis "spatial" %%i in %%c0 to %%c16
          %%vj = pipeline.axis "spatial" %%j in %%c0 to %%c16
          %%vk = pipeline.axis "reduce" %%k in %%c0 to %%c32
          %%first = arith.cmpi eq, %%vk, %%c0 : index
          scf.if %%first {
            memref.store %%zero, %%C[%%vi, %%vj] : memref<16x16xf32>
          }
          %%c = memref.load %%C[%%vi, %%vj] : memref<16x16xf32>
          %%s = arith.remui %%vi, %%c2 : index
          %%a = memref.load %%S[%%s, %%vj] : memref<2x16xf32, 3>
          %%b = memref.load %%B[%%vk, %%vj] : memref<32x16xf32>
          %%p = arith.mulf %%a, %%b : f32
          %%t = arith.addf %%c, %%p : f32
          memref.store %%t, %%C[%%vi, %%vj] : memref<16x16xf32>
        }
      }
    }
    }
  }
  return
}
`
