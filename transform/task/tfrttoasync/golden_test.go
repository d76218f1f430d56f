package tfrttoasync_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "tfrt-to-async") }

// What does not become an operation of async is refused at its place.
func TestRefusals(t *testing.T) {
	for src, want := range map[string]string{
		"func.func @f() attributes {tfrt.sync} {\n  tfrt.return\n}": "1:1: @f is synchronous",
		"func.func @f() {\n  %0 = tfrt_test.get_string {value = \"\"}\n  tfrt.return\n}": "2:8: " +
			"'tfrt_test.get_string' does not become an operation of async",
		"func.func @f(%c: i1, %x: i32) {\n  tfrt.if %c, %x : (i32) -> () {\n    %q, %r = tfrt.div.i32 %x, %x\n" +
			"    tfrt.return\n  }\n  tfrt.return\n}": "3:14: 'tfrt.div.i32' may fail within a region",
		"func.func private @n() attributes {tfrt.native}\nfunc.func @f() {\n  tfrt.call @n() : () -> ()\n" +
			"  tfrt.return\n}": "3:3: 'tfrt.call' calls @n, which has no kernels",
	} {
		refused(t, "tfrt-to-async", src, want)
	}
	for src, want := range map[string]string{
		"func.func @f(%x: memref<4xf32>) {\n  memref.dealloc %x : memref<4xf32>\n  return\n}": "2:3: " +
			"'memref.dealloc' does not become a kernel of TFRT",
		"func.func @g(%t: !async.token) {\n  async.await %t : !async.token\n  return\n}\n" +
			"func.func @f(%t: !async.token) {\n  call @g(%t) : (!async.token) -> ()\n  return\n}": "2:3: " +
			"'async.await' would run on the thread of the caller",
		"func.func @f(%t: !async.token) -> !async.value<i32> {\n  %t1, %v = async.execute [%t] -> " +
			"!async.value<i32> {\n    %c = arith.constant 1 : i32\n    async.yield %c : i32\n  }\n" +
			"  return %v : !async.value<i32>\n}": "6:3: the value '%v' would leave the function",
		"func.func @f() {\n  %t = async.execute {\n    %u = async.execute {\n      async.yield\n    }\n" +
			"    async.yield\n  }\n  return\n}": "3:10: 'async.execute' stands within a region",
		"func.func @f(%x: f32) {\n  vector.print %x : f32\n  return\n}": "2:3: 'vector.print' becomes a " +
			"kernel only of",
	} {
		refused(t, "async-to-tfrt", src, want)
	}
}

func refused(t *testing.T, name, src, want string) {
	t.Helper()
	p, err := pass.Parse("builtin.module(" + name + ")")
	if err != nil {
		t.Fatal(err)
	}
	m := parse(t, "in.mlir", src)
	before := passtest.Print(m)
	diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), m)
	if !diags.HasErrors() {
		t.Errorf("%s takes\n%s", name, src)
		return
	}
	if got := strings.TrimPrefix(diags[0].Span.String(), "in.mlir:") + ": " +
		diags[0].Message; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if after := passtest.Print(m); after != before && name == "async-to-tfrt" {
		t.Errorf("a program that is refused is changed:\n%s", after)
	}
}
