package check_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/golden"
	"golang.org/x/tools/txtar"
)

// BenchmarkGEMM checks the RFC's GEMM, with the runs with weakened waits. The goal is less than 10 ms.
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
				r, err := check.Module(b.Context(), m, check.Options{})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(r.Functions[0].Stats.Steps), "steps")
			}
		})
	}
}

// BenchmarkTokens checks programs with many asynchronous operations. The time per operation must not grow
// with their number.
func BenchmarkTokens(b *testing.B) {
	for name, write := range map[string]func(n int) string{"awaited": awaitedProgram, "chain": chainProgram,
		"fan": fanProgram, "functions": loopFunctions} {
		for _, n := range []int{1_000, 10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				m := parse(b, "in.mlir", []byte(write(n)))
				for b.Loop() {
					r, err := check.Module(b.Context(), m, check.Options{})
					if err != nil || !r.OK() {
						b.Fatal(err, hazards(r), r.Complete)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/async")
			})
		}
	}
}

const storeBody = "    memref.store %x, %A[%c0] : memref<8xf32>\n    async.yield\n  }\n"

// awaitedProgram awaits each operation before the next.
func awaitedProgram(n int) string {
	return straightLine(n, func(b *strings.Builder, i int) {
		fmt.Fprintf(b, "  %%t%d = async.execute {\n%s  async.await %%t%d : !async.token\n", i, storeBody, i)
	}, "")
}

// chainProgram awaits the last of a chain.
func chainProgram(n int) string {
	return straightLine(n, func(b *strings.Builder, i int) {
		after := ""
		if i > 0 {
			after = fmt.Sprintf("[%%t%d] ", i-1)
		}
		fmt.Fprintf(b, "  %%t%d = async.execute %s{\n%s", i, after, storeBody)
	}, fmt.Sprintf("  async.await %%t%d : !async.token\n", n-1))
}

// fanProgram has operations on different elements in flight at the same time, and awaits all of them.
func fanProgram(n int) string {
	var waits strings.Builder
	for i := range n {
		fmt.Fprintf(&waits, "  async.await %%t%d : !async.token\n", i)
	}
	return straightLine(n, func(b *strings.Builder, i int) {
		fmt.Fprintf(b,
			"  %%i%d = arith.constant %d : index\n  %%t%d = async.execute {\n    memref.store %%x, "+
				"%%B[%%i%d] : memref<100000xf32>\n    async.yield\n  }\n", i, i, i, i)
	}, waits.String())
}

func straightLine(n int, one func(b *strings.Builder, i int), end string) string {
	var b strings.Builder
	b.WriteString(
		"func.func @f(%A: memref<8xf32>, %B: memref<100000xf32>, %x: f32) {\n  %c0 = arith.constant 0 : " +
			"index\n")
	for i := range n {
		one(&b, i)
	}
	return b.String() + end + "  return\n}\n"
}

// loopFunctions are functions with ten copies each, in a loop.
func loopFunctions(n int) string {
	var b strings.Builder
	for i := range n / 10 {
		fmt.Fprintf(&b, "func.func @f%d(%%A: memref<128xf32>, %%C: memref<128xf32>) {\n", i)
		b.WriteString(
			"  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n  %c4 = arith.constant 4 " +
				": index\n  %c32 = arith.constant 32 : index\n")
		b.WriteString(
			"  %S = memref.alloc() : memref<10x4xf32, 3>\n  scf.for %i = %c0 to %c32 step %c1 {\n    %o = " +
				"arith.muli %i, %c4 : index\n")
		for k := range 10 {
			fmt.Fprintf(&b,
				"    %%k%d = arith.constant %d : index\n    %%t%d = nvgpu.device_async_copy %%A[%%o], "+
					"%%S[%%k%d, %%c0], 4 : memref<128xf32> to memref<10x4xf32, 3>\n    "+
					"nvvm.cp.async.commit.group\n", k, k, k, k)
		}
		b.WriteString(
			"    nvvm.cp.async.wait.group 0\n    %v = memref.load %S[%c1, %c1] : memref<10x4xf32, 3>\n    " +
				"memref.store %v, %C[%i] : memref<128xf32>\n  }\n  return\n}\n")
	}
	return b.String()
}

// A hazard between summaries that certainly have an element in common is not looked at again with every
// iteration of the loops: that look takes a thousand times the memory.
func TestCertainHazardsAreSeenOnce(t *testing.T) {
	content, err := os.ReadFile("testdata/gemm_weak.txtar")
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, "in.mlir", golden.Get(t, txtar.Parse(content), "in.mlir"))
	n := testing.AllocsPerRun(1, func() {
		if r, err := check.Module(t.Context(), m, check.Options{}); err != nil || r.OK() {
			t.Fatal("the weakened wait is not found", err)
		}
	})
	if n > 100_000 {
		t.Errorf("%.0f allocations", n)
	}
}
