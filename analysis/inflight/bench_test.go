package inflight_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// shapes are programs with about n asynchronous operations each.
var shapes = map[string]func(n int) string{
	"straight": func(n int) string { // all are issued, then all are awaited, oldest first
		var b strings.Builder
		b.WriteString("func.func @f() {\n")
		for i := range n {
			fmt.Fprintf(&b,
				"%%t%d = \"nvgpu.device_async_create_group\"() : () -> !nvgpu.device.async.token\n", i)
		}
		for i := range n {
			fmt.Fprintf(&b, "nvgpu.device_async_wait %%t%d\n", i)
		}
		b.WriteString("return\n}\n")
		return b.String()
	},
	"chain": func(n int) string { // each starts after the one before
		var b strings.Builder
		b.WriteString("func.func @f() {\n%t0 = async.execute {\nasync.yield\n}\n")
		for i := range n {
			fmt.Fprintf(&b, "%%t%d = async.execute [%%t%d] {\nasync.yield\n}\n", i+1, i)
		}
		fmt.Fprintf(&b, "async.await %%t%d : !async.token\nreturn\n}\n", n)
		return b.String()
	},
	"loops": func(n int) string { // functions with a loop that carries the tokens of two iterations
		var b strings.Builder
		for i := range n / 4 {
			fmt.Fprintf(&b, `func.func @f%d(%%n: index) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%a = "nvgpu.device_async_create_group"() : () -> !nvgpu.device.async.token
  %%b = "nvgpu.device_async_create_group"() : () -> !nvgpu.device.async.token
  %%r:2 = scf.for %%i = %%c0 to %%n step %%c1 iter_args(%%x = %%a, %%y = %%b) -> (!nvgpu.device.async.token, !nvgpu.device.async.token) {
    %%c = "nvgpu.device_async_create_group"() : () -> !nvgpu.device.async.token
    nvgpu.device_async_wait %%x
    scf.yield %%y, %%c : !nvgpu.device.async.token, !nvgpu.device.async.token
  }
  nvgpu.device_async_wait %%r#1
  return
}
`, i)
		}
		return b.String()
	},
}

// BenchmarkAnalyze shows that the analysis grows with the size of the program.
func BenchmarkAnalyze(b *testing.B) {
	for _, name := range []string{"straight", "chain", "loops"} {
		for _, n := range []int{1000, 10000, 100000} {
			module := passtest.Parse(b, shapes[name](n))
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					result := inflight.Analyze(module)
					for _, op := range result.Waits() {
						if e := op.QueueEffect(); e.Token != nil {
							result.TokenAt(e.Token, op)
						}
					}
				}
			})
		}
	}
}
