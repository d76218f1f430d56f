package opt_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/opt"
)

// benchmark runs the tool on programs of several sizes.
func benchmark(b *testing.B, sizes []int, passes ...opt.PassFlag) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			src := program.Text(n)
			cfg := opt.Config{NewContext: dialects.NewContext, Passes: passes}
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if code := opt.Run(cfg, diag.NewFile("bench.mlir", src), io.Discard, io.Discard); code != 0 {
					b.Fatalf("exit code %d", code)
				}
			}
		})
	}
}

// What bench/compare measures as whole processes: parse, verify and print.
func BenchmarkRun(b *testing.B) {
	benchmark(b, []int{1_000, 10_000, 100_000})
}

// The same with two passes in between, and the verifier after each.
func BenchmarkPasses(b *testing.B) {
	benchmark(b, []int{10_000, 100_000}, opt.PassFlag{Name: "canonicalize"}, opt.PassFlag{Name: "cse"})
}
