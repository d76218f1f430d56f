package llvmtypes_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/lower/convertarithtollvm"
	_ "github.com/inflight-compiler/inflight/transform/lower/convertcftollvm"
	_ "github.com/inflight-compiler/inflight/transform/lower/convertfunctollvm"
	_ "github.com/inflight-compiler/inflight/transform/lower/finalizememreftollvm"
	_ "github.com/inflight-compiler/inflight/transform/lower/reconcileunrealizedcasts"
)

const pipeline = "builtin.module(convert-arith-to-llvm,finalize-memref-to-llvm,convert-func-to-llvm," +
	"convert-cf-to-llvm,reconcile-unrealized-casts)"

// program returns a function with n accesses, n assertions and n scopes.
func program(n int) string {
	return "func.func @f(%m: memref<?xindex>, %i: index, %c: i1) {\n" +
		strings.Repeat(`  memref.alloca_scope {
    %0 = memref.load %m[%i] : memref<?xindex>
    %1 = arith.addi %0, %i : index
    memref.store %1, %m[%i] : memref<?xindex>
  }
  cf.assert %c, "no"
`, n) + "  return\n}\n"
}

// The time per repetition must not grow with n.
func BenchmarkLowering(b *testing.B) {
	for _, n := range []int{100, 1000, 10000} {
		m := passtest.Parse(b, program(n))
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				passtest.Transform(b, m, pipeline)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/repetition")
		})
	}
}

// An operation or a type that prevents a lowering is reported at its place.
func TestWhatCannotBeLowered(t *testing.T) {
	for _, c := range []struct{ source, pipeline, code string }{
		{
			"func.func @f(%t: tensor<4xf32>) {\n  cf.br ^b(%t : tensor<4xf32>)\n^b(%u: tensor<4xf32>):\n  " +
				"return\n}",
			"builtin.module(convert-cf-to-llvm)", "cf-to-llvm-unsupported"},
		{
			"func.func private @malloc(i32)\nfunc.func @f() {\n  %0 = memref.alloc() : memref<4xf32>\n  " +
				"return\n}",
			"builtin.module(finalize-memref-to-llvm)", "llvm-symbol-taken"},
		{"memref.global @puts : memref<4xi8>\nfunc.func @f(%c: i1) {\n  cf.assert %c, \"no\"\n  return\n}",
			"builtin.module(convert-cf-to-llvm)", "llvm-symbol-taken"},
	} {
		p, err := pass.Parse(c.pipeline)
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), passtest.Parse(t, c.source))
		if !diags.HasErrors() || string(diags[0].Code) != c.code || !diags[0].Span.IsKnown() {
			t.Errorf("%s gives %v", c.source, diags)
		}
	}
}

// Operations without a counterpart in LLVM stay. Casts around the lowered ones connect both.
func TestOthersStay(t *testing.T) {
	m := passtest.Transform(t,
		passtest.Parse(t, "func.func @f(%t: tensor<?xf32>, %i: index) -> tensor<?xf32> {\n"+
			"  %0 = arith.addi %i, %i : index\n  cf.br ^b(%0 : index)\n^b(%u: index):\n  return %t : "+
			"tensor<?xf32>\n}"), "builtin.module(convert-arith-to-llvm)")
	text := passtest.Print(m)
	for _, want := range []string{"return %arg0 : tensor<?xf32>", "llvm.add", "to index", "to i64"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
