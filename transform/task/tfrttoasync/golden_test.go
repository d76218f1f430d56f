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
		"func.func @f(%c: !tfrt.chain) {\n  %d = tfrt.get_device %c {device_name = \"\"}\n  tfrt.return\n}": "2:8: " +
			"'tfrt.get_device' does not become an operation of async",
		"func.func @f(%c: i1, %x: i32) {\n  %0:2 = tfrt.if %c, %x : (i32) -> (i32, i32) {\n    %q, %r = " +
			"tfrt.div.i32 %x, %x\n    tfrt.return %q, %x : i32, i32\n  } else {\n    tfrt.return %x, %x : " +
			"i32, " +
			"i32\n  }\n  tfrt.return\n}": "2:10: the results of 'tfrt.if' would fail together in async, " +
			"and " +
			"some may fail alone",
		"func.func @f(%x: f32, %c: !tfrt.chain) {\n  %0 = tfrt.print.f32 %x, %c\n  tfrt.return\n}": "2:8: " +
			"'tfrt.print.f32' prints as C's %f does",
		"func.func @g() -> i32 {\n  %0 = tfrt.constant.i32 1\n  tfrt.return %0 : i32\n}\nfunc.func @h() {\n" +
			"  %0 = tfrt.once @g() : () -> (i32)\n  tfrt.return\n}\nfunc.func @f() {\n  tfrt.call @h() : " +
			"() -> " +
			"()\n  tfrt.return\n}": "6:8: 'tfrt.once' may run several times, as @h is called",
		"func.func @g() {\n  tfrt.return\n}\nfunc.func @h() {\n  tfrt.once @g() : () -> ()\n  tfrt.return\n}\n" +
			"func.func @f() {\n  tfrt.once @g() : () -> ()\n  tfrt.return\n}": "5:3: 'tfrt.once' of @g " +
			"stands " +
			"in two functions",
		"func.func @g(%x: i32) {\n  tfrt.return\n}\nfunc.func @h(%x: i32, %y: i32) {\n  tfrt.once @g(%x) : (i32) " +
			"-> ()\n  tfrt.once @g(%y) : (i32) -> ()\n  tfrt.return\n}": "5:3: 'tfrt.once' of @g has other " +
			"operands elsewhere",
		"func.func @g(%x: i32, %y: i32) {\n  tfrt.return\n}\nfunc.func @f(%x: i32) {\n  %0 = " +
			"tfrt.parallel_call.i32 %x to %x fixed %x @g()\n  tfrt.return\n}": "5:8: 'tfrt.parallel_call.i32' " +
			"calls @g, which returns no chain",
		"func.func @f(%s: !tfrt.string) {\n  tfrt.return\n}": "1:1: @f has values of type '!tfrt.string'",
		"func.func @f() {\n  %s = tfrt_test.get_string {value = \"\"}\n  %t = \"tfrt_test.make_indirect\"(%s) : " +
			"(!tfrt.string) -> !tfrt.string\n  tfrt.return\n}": "3:8: 'tfrt_test.make_indirect' has a " +
			"value of " +
			"type '!tfrt.string'",
		"func.func @f() {\n  %x = tfrt.constant.ui32 1\n  tfrt.return\n}": "2:8: 'tfrt.constant.ui32' does " +
			"not " +
			"become an operation of async",
		"func.func @f(%m: i32) -> i32 {\n  %0 = tfrt.jit_execute @k::@g(%m) : (i32) -> i32\n  tfrt.return %0 : " +
			"i32\n}\nmodule @k attributes {tfrt.compiled} {\n  func.func @g(%x: i32) -> i32 {\n    return " +
			"%x : " +
			"i32\n  }\n}": "2:8: 'tfrt.jit_execute' becomes a region only if it has one, of one block",
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
		"func.func @f(%x: f32) {\n  vector.print %x : f32\n  return\n}": "2:3: outside of a region, " +
			"'vector.print' becomes a kernel only of",
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
	m := passtest.Read(t, "in.mlir", src)
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
