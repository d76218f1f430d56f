package asyncrefcounting_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

const tasks = "builtin.module(async-parallel-for,async-func-to-async-runtime,async-to-async-runtime,async-runtime-ref-counting,async-runtime-ref-counting-opt)"

// store is the body of a task, as a format.
const store = "memref.store %%x, %%m[%%c0] : memref<?xf32>\nasync.yield\n}\n"

// shapes make programs of n tasks.
var shapes = []struct {
	name string
	make func(b *strings.Builder, n int)
}{
	{"independent", func(b *strings.Builder, n int) {
		function(b, 0, func() {
			for i := range n {
				fmt.Fprintf(b, "%%t%d = async.execute {\n"+store, i)
			}
			for i := range n {
				fmt.Fprintf(b, "async.await %%t%d : !async.token\n", i)
			}
		})
	}},
	{"chain", func(b *strings.Builder, n int) {
		function(b, 0, func() {
			fmt.Fprintf(b, "%%t0 = async.execute {\n"+store)
			for i := range n - 1 {
				fmt.Fprintf(b, "%%t%d = async.execute [%%t%d] {\n"+store, i+1, i)
			}
			fmt.Fprintf(b, "async.await %%t%d : !async.token\n", n-1)
		})
	}},
	{"groups", func(b *strings.Builder, n int) {
		for f := range n / 10 {
			function(b, f, func() {
				b.WriteString("%g = async.create_group %c10 : !async.group\n")
				for i := range 10 {
					fmt.Fprintf(b, "%%t%d = async.execute {\n"+store+"%%r%d = async.add_to_group %%t%d, %%g : !async.token\n", i, i, i)
				}
				b.WriteString("async.await_all %g\n")
			})
		}
	}},
	{"nests", func(b *strings.Builder, n int) {
		for f := range n / 10 {
			function(b, f, func() {
				for i := range 9 {
					fmt.Fprintf(b, "%%t%d = async.execute {\n", i)
				}
				fmt.Fprintf(b, "%%t%d = async.execute {\n"+store, 9)
				for i := 9; i >= 1; i-- {
					fmt.Fprintf(b, "async.await %%t%d : !async.token\nasync.yield\n}\n", i)
				}
				b.WriteString("async.await %t0 : !async.token\n")
			})
		}
	}},
	{"loops", func(b *strings.Builder, n int) { // that wait, in as many tasks
		for f := range n {
			function(b, f, func() {
				fmt.Fprintf(b, "%%t = async.execute {\nscf.for %%i = %%c0 to %%c10 step %%c1 {\n%%u = async.execute {\n"+store+
					"async.await %%u : !async.token\n}\nasync.yield\n}\nasync.await %%t : !async.token\n")
			})
		}
	}},
	{"parallel", func(b *strings.Builder, n int) { // loops, that async-parallel-for makes tasks of
		for f := range n {
			function(b, f, func() {
				b.WriteString("scf.parallel (%i) = (%c0) to (%c10) step (%c1) {\nmemref.store %x, %m[%i] : memref<?xf32>\nscf.reduce\n}\n")
			})
		}
	}},
	{"functions", func(b *strings.Builder, n int) { // asynchronous, each with a call of the one before
		b.WriteString("async.func @f0(%m: memref<?xf32>) -> !async.token {\nreturn\n}\n")
		for f := range n - 1 {
			fmt.Fprintf(b, "async.func @f%d(%%m: memref<?xf32>) -> !async.token {\n"+
				"%%t = call @f%d(%%m) : (memref<?xf32>) -> !async.token\nawait %%t : !async.token\nreturn\n}\n", f+1, f)
		}
	}},
}

func function(b *strings.Builder, number int, body func()) {
	fmt.Fprintf(b, "func.func @f%d(%%m: memref<?xf32>, %%x: f32) {\n%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : index\n"+
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
	for _, s := range shapes {
		for _, n := range []int{1000, 10000} {
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				var source strings.Builder
				s.make(&source, n)
				module := passtest.Parse(b, source.String())
				for b.Loop() {
					b.StopTimer()
					m := module.Clone(nil)
					b.StartTimer()
					if diags := (&pass.Manager{Pipeline: p, SkipVerify: true}).Run(m); diags.HasErrors() {
						b.Fatal(diags)
					}
				}
			})
		}
	}
}
