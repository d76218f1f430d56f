package wasm

import (
	"context"
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tetratelabs/wazero"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/target/wasm"
)

// straight returns a function of n operations that depend on each other.
func straight(n int) string {
	var b strings.Builder
	b.WriteString(
		"func.func @f(%m: memref<64xf32>, %i: index) {\n  %v0 = memref.load %m[%i] : memref<64xf32>\n")
	for i := range n {
		fmt.Fprintf(&b, "  %%v%d = arith.%s %%v%d, %%v%d : f32\n", i+1,
			[...]string{"addf", "mulf", "subf"}[i%3], i, i/2)
	}
	fmt.Fprintf(&b, "  memref.store %%v%d, %%m[%%i] : memref<64xf32>\n  return\n}", n)
	return b.String()
}

// loops returns a function of n operations in loops over memory.
func loops(n int) string {
	var b strings.Builder
	b.WriteString("func.func @f(%m: memref<64xf32>, %k: f32) {\n")
	for i := range n / 5 {
		fmt.Fprintf(&b,
			"  affine.for %%i%d = 0 to 64 {\n    %%a%d = affine.load %%m[%%i%d] : memref<64xf32>\n"+
				"    %%b%d = arith.mulf %%a%d, %%k : f32\n    affine.store %%b%d, %%m[%%i%d] : "+
				"memref<64xf32>\n  }\n", i, i, i, i, i, i, i)
	}
	b.WriteString("  return\n}")
	return b.String()
}

// example returns one of the examples.
func example(b *testing.B) string {
	content, err := os.ReadFile("../../examples/gemm/small.mlir")
	if err != nil {
		b.Fatal(err)
	}
	return string(content)
}

// spent returns the processor time that the process has used.
func spent() time.Duration {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// BenchmarkLatency measures the processor time from text to results, which other processes do not affect.
func BenchmarkLatency(b *testing.B) {
	for _, p := range []struct {
		name, source string
	}{{"example", example(b)}, {"straight-10k", straight(10000)}, {"loops-10k", loops(10000)}} {
		b.Run(p.name, func(b *testing.B) {
			before := spent()
			for b.Loop() {
				m := parse(b, p.source)
				var fn *ir.Op
				for op := range m.Body().Ops() {
					fn = op
				}
				program, err := Compile(b.Context(), m, fn.SymbolName(), config.Code{})
				if err != nil {
					b.Fatal(err)
				}
				r := &run{Program: program, caller: b.Context(), limited: b.Context()}
				if err := r.instantiate(); err != nil {
					b.Fatal(err)
				}
				r.close()
				_ = program.Close()
			}
			b.ReportMetric(float64((spent()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// BenchmarkCompile measures the time from a module to machine code, and its parts: the passes, the code
// generator, wazero.
func BenchmarkCompile(b *testing.B) {
	for _, p := range []struct{ name, source string }{
		{"example", example(b)}, {"straight-10k", straight(10000)}, {"loops-10k", loops(10000)},
	} {
		b.Run(p.name+"/parse", func(b *testing.B) {
			for b.Loop() {
				parse(b, p.source)
			}
		})
		b.Run(p.name+"/passes", func(b *testing.B) { benchmarkPasses(b, parse(b, p.source)) })
		b.Run(p.name+"/codegen", func(b *testing.B) { benchmarkCode(b, parse(b, p.source)) })
		b.Run(p.name+"/wazero", func(b *testing.B) { benchmarkMachine(b, parse(b, p.source)) })
	}
}

func benchmarkPasses(b *testing.B, m *ir.Op) {
	for b.Loop() {
		if err := wasm.Lower(b.Context(), m.Clone(nil), true); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkCode(b *testing.B, m *ir.Op) {
	if err := wasm.Lower(b.Context(), m, true); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, diags := wasm.Write(m, wasm.Options{}); diags.HasErrors() {
			b.Fatal(diags)
		}
	}
}

func benchmarkMachine(b *testing.B, m *ir.Op) {
	code, err := wasm.Compile(b.Context(), m, wasm.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(code.Bytes)))
	for b.Loop() {
		r := wazero.NewRuntimeWithConfig(context.Background(), wazero.NewRuntimeConfigCompiler())
		if _, err := r.CompileModule(context.Background(), code.Bytes); err != nil {
			b.Fatal(err)
		}
		_ = r.Close(context.Background())
	}
}

// BenchmarkTasks measures the cost of a task with next to no work: time on the clock, and processor time.
func BenchmarkTasks(b *testing.B) {
	const n = 100_000
	for name, source := range manyTasks {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(name, " ", "_"), threads), func(b *testing.B) {
				module := passtest.Parse(b, source)
				p, err := Compile(b.Context(), module, "f", config.Code{})
				if err != nil {
					b.Fatal(err)
				}
				before := spent()
				for b.Loop() {
					if got, err := runCount(b.Context(), b, module, p, n,
						config.Run{Limits: config.Limits{Threads: threads}}); err != nil || got != n {
						b.Fatal(got, err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/task")
				b.ReportMetric(float64((spent()-before).Nanoseconds())/float64(b.N)/n, "cpu-ns/task")
			})
		}
	}
}
