package injectsoftwarepipeline_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// chain returns a loop of statements, each of which reads the values that the one before wrote, in stages
// that increase up to the given one.
func chain(statements, stages int, dynamic bool) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("func.func @f(%%A: memref<512xi32>, %%C: memref<512xi32>, %%n: index) {")
	line(
		"%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : index\n%%c200 = arith.constant 200 : " +
			"index")
	upper := "%c200"
	if dynamic {
		upper = "%n"
	}
	line("scf.for %%i = %%c0 to %s step %%c1 {", upper)
	var stage, order, async []string
	for i := range statements {
		if i < statements-1 {
			line("%%B%d = memref.alloc() : memref<4xi32>", i)
		}
		if i == 0 {
			line("%%x%d = memref.load %%A[%%i] : memref<512xi32>", i)
		} else {
			line("%%x%d = memref.load %%B%d[%%c0] : memref<4xi32>", i, i-1)
		}
		if i == statements-1 {
			line("memref.store %%x%d, %%C[%%i] : memref<512xi32>", i)
		} else {
			line("memref.store %%x%d, %%B%d[%%c0] : memref<4xi32>", i, i)
		}
		s := i * stages / max(statements-1, 1)
		stage, order = append(stage, fmt.Sprint(s)), append(order, fmt.Sprint(statements-1-i))
		if i%2 == 0 && (len(async) == 0 || async[len(async)-1] != fmt.Sprint(s)) {
			async = append(async, fmt.Sprint(s))
		}
	}
	if stages < statements-1 {
		for i := range order {
			order[i] = fmt.Sprint(i)
		}
	}
	line(
		"} {software_pipeline_stage = [%s], software_pipeline_order = [%s], software_pipeline_async_stages "+
			"= [%s]}",
		strings.Join(stage, ", "), strings.Join(order, ", "), strings.Join(async, ", "))
	line("return\n}")
	return b.String()
}

// BenchmarkApply pipelines large loops: of 20 statements in 10 stages, and at
// the limit of stages.
func BenchmarkApply(b *testing.B) {
	for _, c := range []struct {
		statements, stages int
		dynamic            bool
	}{{20, 10, false}, {20, 10, true}, {64, 64, false}, {30, 30, true}} {
		b.Run(fmt.Sprintf("statements=%d/stages=%d/dynamic=%v", c.statements, c.stages, c.dynamic),
			func(b *testing.B) {
				src := chain(c.statements, c.stages, c.dynamic)
				for b.Loop() {
					if _, err := transform(src); err != nil {
						b.Fatal(err)
					}
				}
			})
	}
}

// BenchmarkThreeStages measures the pass alone on RFC 77's three stages, and also with a judgement of TVM's
// plan, which has a hazard there.
func BenchmarkThreeStages(b *testing.B) {
	content, err := os.ReadFile("../../../examples/rfc77/three_stages.mlir")
	if err != nil {
		b.Fatal(err)
	}
	m, err := parseText(string(content))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("mode=exact", func(b *testing.B) { measure(b, m, injectsoftwarepipeline.Options{}) })
	b.Run("tvm-warnings=true", func(b *testing.B) {
		measure(b, m, injectsoftwarepipeline.Options{TVMWarnings: injectsoftwarepipeline.Always,
			Report: func(*diag.Diagnostic) {}})
	})
}

// BenchmarkFile measures the pass alone on a file of about 2000 lines: many copies of RFC 77's nested GEMM.
func BenchmarkFile(b *testing.B) {
	content, err := os.ReadFile("../../../examples/rfc77/gemm.mlir")
	if err != nil {
		b.Fatal(err)
	}
	var src strings.Builder
	for i := 0; strings.Count(src.String(), "\n") < 2000; i++ {
		src.WriteString(strings.Replace(string(content), "@gemm", fmt.Sprintf("@gemm%d", i), 1))
	}
	m, err := parseText(src.String())
	if err != nil {
		b.Fatal(err)
	}
	measure(b, m, injectsoftwarepipeline.Options{})
}

// measure reports how long it takes to pipeline a fresh copy of a program. It does not measure making the
// copies. If all copies were made first, the garbage collector would take most of the time.
func measure(b *testing.B, m *ir.Op, o injectsoftwarepipeline.Options) {
	var spent time.Duration
	for b.Loop() {
		piped := m.Clone(nil)
		begun := time.Now()
		if err := o.Apply(piped); err != nil {
			b.Fatal(err)
		}
		spent += time.Since(begun)
	}
	b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N), "ns/op")
}
