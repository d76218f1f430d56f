package opt_test

import (
	"fmt"
	"io"
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/diag"
	dialects "github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/opt"
	_ "github.com/inflight-compiler/inflight/transform/all"
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
				if code := opt.Run(b.Context(), cfg, diag.NewFile("bench.mlir", src), io.Discard,
					io.Discard); code != 0 {
					b.Fatalf("exit code %d", code)
				}
			}
		})
	}
}

// BenchmarkRun measures in one process what bench/compare measures as whole processes: parse, verify and
// print.
func BenchmarkRun(b *testing.B) {
	benchmark(b, []int{1_000, 10_000, 100_000})
}

// BenchmarkPasses adds two passes, and the verifier after each.
func BenchmarkPasses(b *testing.B) {
	benchmark(b, []int{10_000, 100_000}, opt.PassFlag{Name: "canonicalize"}, opt.PassFlag{Name: "cse"})
}

// asyncToLLVM are the passes from tasks to the llvm dialect, as a user of mlir-opt writes them.
var asyncToLLVM = []string{
	"async-parallel-for", "async-to-async-runtime", "async-runtime-ref-counting",
	"async-runtime-ref-counting-opt", "convert-scf-to-cf",
	"convert-async-to-llvm", "finalize-memref-to-llvm", "convert-arith-to-llvm", "convert-cf-to-llvm",
	"convert-func-to-llvm",
	"reconcile-unrealized-casts",
}

// BenchmarkTasks lowers tasks to the llvm dialect, from text to text, for several numbers of tasks and shapes
// of their dependences.
func BenchmarkTasks(b *testing.B) {
	cfg := opt.Config{NewContext: dialects.NewContext}
	for _, name := range asyncToLLVM {
		cfg.Passes = append(cfg.Passes, opt.PassFlag{Name: name})
	}
	for _, shape := range program.TaskShapes {
		for _, n := range []int{1_000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", shape.Name, n), func(b *testing.B) {
				src := program.Tasks(shape, n, 1)
				b.ReportAllocs()
				for b.Loop() {
					if code := opt.Run(b.Context(), cfg, diag.NewFile("tasks.mlir", src), io.Discard,
						io.Discard); code != 0 {
						b.Fatalf("exit code %d", code)
					}
				}
			})
		}
	}
}
