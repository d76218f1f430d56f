package check_test

import (
	"os"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/golden"
	"golang.org/x/tools/txtar"
)

// BenchmarkGEMM checks the RFC's GEMM, all waits weakened included. The goal is less than 10 ms.
func BenchmarkGEMM(b *testing.B) {
	for _, name := range []string{"gemm", "gemm_weak", "gemm_dynamic"} {
		b.Run(name, func(b *testing.B) {
			content, err := os.ReadFile("testdata/" + name + ".txtar")
			if err != nil {
				b.Fatal(err)
			}
			m := parse(b, "in.mlir", golden.Get(b, txtar.Parse(content), "in.mlir"))
			b.ReportAllocs()
			for b.Loop() {
				r, err := check.Module(m, check.Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.Functions[0].Stats.Steps), "steps")
			}
		})
	}
}
