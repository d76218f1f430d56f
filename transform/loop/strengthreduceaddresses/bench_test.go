package strengthreduceaddresses_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// program has 500 nests of loops around six accesses, about 10,000 operations once subscripts are computed.
func program() string {
	var b strings.Builder
	b.WriteString(
		"func.func @f(%a: memref<?x?xf32>, %b: memref<64x64xf32>, %n: index) {\n%c0 = arith.constant 0 : " +
			"index\n%c1 = arith.constant 1 : index\n")
	for range 500 {
		b.WriteString("scf.for %i = %c0 to %n step %c1 {\nscf.for %j = %c0 to %n step %c1 {\n")
		for k := range 3 {
			fmt.Fprintf(&b, "%%k%d = arith.constant %d : index\n%%s%d = arith.addi %%j, %%k%d : index\n", k,
				k, k, k)
			fmt.Fprintf(&b,
				"%%x%d = memref.load %%a[%%i, %%s%d] : memref<?x?xf32>\nmemref.store %%x%d, %%b[%%s%d, "+
					"%%i] : memref<64x64xf32>\n", k, k, k, k)
		}
		b.WriteString("}\n}\n")
	}
	return b.String() + "return\n}\n"
}

// benchmark runs a pass on what a pipeline makes of the program.
func benchmark(b *testing.B, before, name string) {
	m := passtest.Parse(b, program())
	if before != "" {
		m = passtest.Transform(b, m, "builtin.module("+before+")")
	}
	n := 0
	for range m.Walk() {
		n++
	}
	p, err := pass.Parse("builtin.module(" + name + ")")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		b.StopTimer()
		clone := m.Clone(nil)
		b.StartTimer()
		if diags := (&pass.Manager{Pipeline: p, Verify: pass.VerifyNever}).Run(b.Context(),
			clone); diags.HasErrors() {
			b.Fatal(diags)
		}
	}
	b.ReportMetric(float64(n), "operations")
}

func BenchmarkMemRefToPtr(b *testing.B) { benchmark(b, "", "convert-memref-to-ptr") }

func BenchmarkStrengthReduce(b *testing.B) {
	benchmark(b, "convert-memref-to-ptr,canonicalize,cse", "strength-reduce-addresses")
}

// BenchmarkCanonicalize is what to compare the others with: the same program, on a busy machine or not.
func BenchmarkCanonicalize(b *testing.B) { benchmark(b, "convert-memref-to-ptr", "canonicalize") }
