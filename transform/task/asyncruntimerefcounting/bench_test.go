package asyncruntimerefcounting_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/bench/program"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

const tasks = "builtin.module(async-parallel-for,async-func-to-async-runtime,async-to-async-runtime," +
	"async-runtime-ref-counting,async-runtime-ref-counting-opt)"

// store is the body of a task, as a format.
const store = "memref.store %%x, %%m[%%c0] : memref<?xf32>\nasync.yield\n}\n"

// shapes make programs of n tasks, in ways that program.TaskShapes has not.
var shapes = []struct {
	name string
	make func(b *strings.Builder, n int)
}{
	{"loops", func(b *strings.Builder, n int) { // that wait, in as many tasks
		for f := range n {
			function(b, f, func() {
				fmt.Fprintf(b,
					"%%t = async.execute {\nscf.for %%i = %%c0 to %%c10 step %%c1 {\n%%u = async.execute {\n"+
						store+
						"async.await %%u : !async.token\n}\nasync.yield\n}\nasync.await %%t : !async.token\n")
			})
		}
	}},
	{"functions", func(b *strings.Builder, n int) { // asynchronous, each with a call of the one before
		b.WriteString("async.func @f0(%m: memref<?xf32>) -> !async.token {\nreturn\n}\n")
		for f := range n - 1 {
			fmt.Fprintf(b, "async.func @f%d(%%m: memref<?xf32>) -> !async.token {\n"+
				"%%t = call @f%d(%%m) : (memref<?xf32>) -> !async.token\nawait %%t : "+
				"!async.token\nreturn\n}\n", f+1, f)
		}
	}},
}

func function(b *strings.Builder, number int, body func()) {
	fmt.Fprintf(b,
		"func.func @f%d(%%m: memref<?xf32>, %%x: f32) {\n%%c0 = arith.constant 0 : index\n%%c1 = "+
			"arith.constant 1 : index\n"+
			"%%c10 = arith.constant 10 : index\n", number)
	body()
	b.WriteString("return\n}\n")
}

// BenchmarkTasks measures the way from tasks to counted references.
func BenchmarkTasks(b *testing.B) {
	p, err := pass.Parse(tasks)
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{1000, 10000} {
		for _, s := range program.TaskShapes {
			benchmark(b, p, fmt.Sprintf("%s/%d", s.Name, n), string(program.Tasks(s, n, 1)))
		}
		for _, s := range shapes {
			var source strings.Builder
			s.make(&source, n)
			benchmark(b, p, fmt.Sprintf("%s/%d", s.name, n), source.String())
		}
	}
}

// benchmark measures a pipeline on a program.
func benchmark(b *testing.B, p *pass.Pipeline, name, source string) {
	b.Run(name, func(b *testing.B) {
		module := passtest.Parse(b, source)
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
