package check_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// The judge does not follow suspension and resumption of coroutines. The verdict says so, and nothing is
// called proven.
func TestCoroutinesAreNotFollowed(t *testing.T) {
	const source = `func.func @main(%m: memref<4xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %v, %m[%c0] : memref<4xi32>
    async.yield
  }
  memref.store %v, %m[%c0] : memref<4xi32>
  async.await %t : !async.token
  return
}
`
	for _, c := range []struct{ passes, advice string }{
		{"async-to-async-runtime", "before --async-to-async-runtime"},
		{"async-to-async-runtime,async-coro-split", "before --async-to-async-runtime"},
		{"async-to-async-runtime,async-runtime-ref-counting,convert-async-to-llvm",
			"before --convert-async-to-llvm"},
		{
			"async-to-async-runtime,async-coro-split,async-runtime-ref-counting," +
				"convert-async-to-llvm{runtime=inflight},convert-func-to-llvm",
			"before --convert-async-to-llvm"},
	} {
		passes := c.passes
		m := passtest.Transform(t, passtest.Parse(t, source), "builtin.module("+passes+")")
		r, err := check.Module(t.Context(), m, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if main := r.Functions[0]; main.Complete || !strings.Contains(main.Why(), c.advice) || r.OK() {
			t.Errorf("%s: complete %t, reasons %q", passes, main.Complete, main.Reasons)
		}
	}
}
