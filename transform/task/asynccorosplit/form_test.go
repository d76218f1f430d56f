package asynccorosplit_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
)

// resumed is a coroutine that is resumed at its end, with a block that nothing reaches, or another change.
const resumed = `func.func private @other(%h: !async.coro.handle)
func.func @main(%r: memref<1xi32>) -> !async.token attributes {passthrough = ["presplitcoroutine"]} {
  %t = async.runtime.create : !async.token
  %c0 = arith.constant 0 : index
  %x = arith.constant 7 : i32
  %id = async.coro.id
  %h = async.coro.begin %id
  %s = async.coro.save %h
  async.runtime.resume %h
  async.coro.suspend %s, ^end, ^go, ^clean
^dead:
  %s2 = async.coro.save %h
  async.coro.suspend %s2, ^end, ^dead, ^clean
^go:
  memref.store %x, %r[%c0] : memref<1xi32>
  async.runtime.set_available %t : !async.token
  cf.br ^clean
^clean:
  async.coro.free %id, %h
  cf.br ^end
^end:
  async.coro.end %h
  return %t : !async.token
}
`

// Blocks that nothing reaches are left out, and where a coroutine is resumed may be its end.
func TestUnreachableBlocks(t *testing.T) {
	for _, goesOn := range []string{"^end, ^go, ^clean", "^end, ^end, ^clean"} {
		source := strings.Replace(resumed, "^end, ^go, ^clean", goesOn, 1)
		after := passtest.Print(
			passtest.Transform(t, passtest.Parse(t, source), "builtin.module(async-coro-split)"))
		if strings.Contains(after, "async.coro.suspend") || !strings.Contains(after, "@main.resume") {
			t.Errorf("%s:\n%s", goesOn, after)
		}
	}
}

// What is no coroutine of the form that can be split is refused at its place.
func TestFormRefused(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing resumes it", "  async.runtime.resume %h\n", "",
			"in.mlir:9:3: error: nothing says when this suspension ends"},
		{"resumed elsewhere", "cf.br ^clean\n", "async.runtime.resume %h\n  cf.br ^clean\n",
			"in.mlir:17:3: error: what makes a coroutine is used by 'async.runtime.resume'"},
		{"handle goes elsewhere", "cf.br ^clean\n",
			"func.call @other(%h) : (!async.coro.handle) -> ()\n  cf.br ^clean\n",
			"in.mlir:17:3: error: what makes a coroutine is used by 'func.call'"},
		{"two coroutines", "%s = async", "%h2 = async.coro.begin %id\n  %s = async",
			"in.mlir:8:9: error: the function has a second async.coro.begin"},
		{"one state, two suspensions", "  memref.store %x, %r[%c0] : memref<1xi32>\n",
			"  async.runtime.resume %h\n  async.coro.suspend %s, ^end, ^more, ^clean\n^more:\n",
			"in.mlir:10:3: error: this suspension has no async.coro.save of its own"},
		{"two ends", "  memref.store %x, %r[%c0] : memref<1xi32>\n",
			"  %s3 = async.coro.save %h\n  async.runtime.resume %h\n  async.coro.suspend %s3, ^clean, " +
				"^more, ^clean\n^more:\n",
			"in.mlir:10:3: error: this suspension leads to another end than the last one"},
		{"end with a loop", "return %t : !async.token", "cf.br ^end",
			"the block in which the suspensions end does not return"},
		{"end with effects", "async.coro.end %h\n",
			"async.coro.end %h\n  async.runtime.drop_ref %t {count = 1 : i64} : !async.token\n",
			"the end of the coroutine uses what is not there when it is resumed"},
	} {
		p, err := pass.Parse("builtin.module(async-coro-split)")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
			passtest.Parse(t, strings.Replace(resumed, c.old, c.new, 1)))
		if len(diags) != 1 || diags[0].Code != "coro-split-form" ||
			!strings.Contains(diags[0].Error(), c.want) {
			t.Errorf("%s: got %v", c.name, diags)
		}
	}
}
