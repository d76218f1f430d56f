package insertboundschecks_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// BenchmarkPass checks a program of 10 000 lines.
func BenchmarkPass(b *testing.B) { benchmark(b, string(program.Text(10000))) }

// BenchmarkOneRegion checks 10 000 accesses whose checks all leave the region that they are in.
func BenchmarkOneRegion(b *testing.B) {
	var text strings.Builder
	text.WriteString("func.func @f(%m: memref<?xf32>, %i: index) {\nscf.execute_region {\n")
	for i := range 10000 {
		fmt.Fprintf(&text,
			"%%c%d = arith.constant %d : index\n%%v%d = memref.load %%m[%%c%d] : memref<?xf32>\n", i, i, i, i)
	}
	text.WriteString("scf.yield\n}\nreturn\n}\n")
	benchmark(b, text.String())
}

func benchmark(b *testing.B, source string) {
	module := passtest.Parse(b, source)
	p, err := pass.Parse("builtin.module(insert-bounds-checks)")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		m := module.Clone(nil)
		b.StartTimer()
		if diags := (&pass.Manager{Pipeline: p}).Run(b.Context(), m); diags.HasErrors() {
			b.Fatal(diags)
		}
	}
}
