package optimizeloops_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// elementwise is a function of n operations in loops that vectorize.
func elementwise(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%m: memref<64xf32>, %k: f32) {\n")
	for i := range n / 5 {
		fmt.Fprintf(&b,
			"  affine.for %%i%d = 0 to 64 {\n    %%a%d = affine.load %%m[%%i%d] : memref<64xf32>\n"+
				"    %%b%d = arith.mulf %%a%d, %%k : f32\n    affine.store %%b%d, %%m[%%i%d] : "+
				"memref<64xf32>\n  }\n", i, i, i, i, i, i, i)
	}
	return b.String() + "  return\n}"
}

// straight is a function of n operations without loops.
func straight(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%v0: f32) -> f32 {\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%v%d = arith.addf %%v%d, %%v%d : f32\n", i+1, i, i/2)
	}
	fmt.Fprintf(&b, "  return %%v%d : f32\n}", n)
	return b.String()
}

// BenchmarkPass measures the pass where nothing applies, and where every loop becomes one over vectors.
func BenchmarkPass(b *testing.B) {
	p, err := pass.Parse("builtin.module(func.func(optimize-loops))")
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name, source string
	}{{"straight-10k", straight(10000)}, {"loops-10k", elementwise(10000)}} {
		module := passtest.Parse(b, c.source)
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				m := module.Clone(nil)
				b.StartTimer()
				if diags := (&pass.Manager{Pipeline: p, Verify: pass.VerifyNever}).Run(b.Context(),
					m); diags.HasErrors() {
					b.Fatal(diags)
				}
			}
		})
	}
}
