package text_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir/text"
)

// program returns a module of about n operations: functions of loops over
// memrefs with arithmetic, conditions and constants.
func program(n int) []byte {
	const perFunction = 50
	var b bytes.Buffer
	for f := 0; f*perFunction < n; f++ {
		fmt.Fprintf(&b, `func.func @kernel_%d(%%a: memref<64x?xf32>, %%b: memref<64x?xf32, strided<[?, 1], offset: ?>>, %%n: index) -> f32 {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%c%d_i32 = arith.constant %d : i32
  %%zero = arith.constant 0.000000e+00 : f32
  %%sum = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%acc = %%zero) -> (f32) {
`, f, f+2, f+2)
		acc := "%acc"
		for i := range 10 {
			fmt.Fprintf(&b, `    %%x%d = memref.load %%a[%%i, %%c0] : memref<64x?xf32>
    %%y%d = memref.load %%b[%%i, %%c1] : memref<64x?xf32, strided<[?, 1], offset: ?>>
    %%p%d = arith.mulf %%x%d, %%y%d {test.note = "fused"} : f32
    %%s%d = arith.addf %s, %%p%d fastmath<contract> : f32
`, i, i, i, i, i, i, acc, i)
			acc = fmt.Sprintf("%%s%d", i)
		}
		fmt.Fprintf(&b, `    %%cond = arith.cmpf olt, %s, %%zero : f32
    scf.if %%cond {
      memref.store %s, %%a[%%i, %%c0] : memref<64x?xf32>
    }
    scf.yield %s : f32
  }
  return %%sum : f32
}
`, acc, acc, acc)
	}
	return b.Bytes()
}

func bySize(b *testing.B, run func(b *testing.B, src []byte)) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := program(n)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			run(b, src)
		})
	}
}

func BenchmarkParse(b *testing.B) {
	bySize(b, func(b *testing.B, src []byte) {
		c := newContext()
		for b.Loop() {
			if _, diags := text.Parse(c, diag.NewFile("bench.mlir", src), text.Options{}); diags != nil {
				b.Fatal(diags)
			}
		}
	})
}

func BenchmarkPrint(b *testing.B) {
	bySize(b, func(b *testing.B, src []byte) {
		m := parse(b, newContext(), "bench.mlir", string(src))
		var dst []byte
		for b.Loop() {
			dst = text.Append(dst[:0], m, text.PrintOptions{})
		}
	})
}

func BenchmarkPrintGeneric(b *testing.B) {
	bySize(b, func(b *testing.B, src []byte) {
		m := parse(b, newContext(), "bench.mlir", string(src))
		var dst []byte
		for b.Loop() {
			dst = text.Append(dst[:0], m, text.PrintOptions{Generic: true})
		}
	})
}
