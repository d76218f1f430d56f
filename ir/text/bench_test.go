package text_test

import (
	"fmt"
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir/text"
)

// bySize runs a benchmark on programs of the sizes for which mlir-opt is measured, too.
func bySize(b *testing.B, run func(b *testing.B, src []byte)) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := program.Text(n)
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
