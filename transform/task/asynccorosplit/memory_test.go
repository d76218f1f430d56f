package asynccorosplit_test

import (
	"fmt"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/sim"
)

// waiting is a task with memory on the stack, which it or another task needs behind a wait.
const waiting = `func.func @main(%%r: memref<2xi32>, %%n: index) {
  %%c0 = arith.constant 0 : index
  %%c1 = arith.constant 1 : index
  %%x = arith.constant 7 : i32
  %%t = async.execute {
    %%m = memref.alloca(%s) : memref<%s>
    memref.store %%x, %%m[%%c0] : memref<%[2]s>
    %%u = async.execute {
      %%y = memref.load %%m[%%c0] : memref<%[2]s>
      memref.store %%y, %%r[%%c1] : memref<2xi32>
      async.yield
    }
    async.await %%u : !async.token
    %%y = memref.load %%m[%%c0] : memref<%[2]s>
    memref.store %%y, %%r[%%c0] : memref<2xi32>
    async.yield
  }
  async.await %%t : !async.token
  return
}
`

const split = "builtin.module(" + optimized + ",async-coro-split)"

// Memory of static size outlives the waits of its coroutine, and no coroutine.
func TestMemoryBehindWait(t *testing.T) {
	before := passtest.Parse(t, fmt.Sprintf(waiting, "", "4xi32"))
	sameInAllModes(t, before, passtest.Transform(t, before, split), 0)
}

// Other memory is refused at its place.
func TestMemoryOfUnknownSize(t *testing.T) {
	p, err := pass.Parse(split)
	if err != nil {
		t.Fatal(err)
	}
	diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
		passtest.Parse(t, fmt.Sprintf(waiting, "%n", "?xi32")))
	if len(diags) == 0 || diags[0].Code != "coro-split-alloca" || !diags[0].Span.IsKnown() {
		t.Errorf("got %v", diags)
	}
}

// What is used before the wait only stays where it is.
func TestMemoryBeforeWait(t *testing.T) {
	m := passtest.Transform(t, passtest.Parse(t, `func.func @main(%r: memref<2xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 7 : i32
  %t = async.execute {
    %m = memref.alloca(%n) : memref<?xi32>
    memref.store %x, %m[%c0] : memref<?xi32>
    %u = async.execute {
      async.yield
    }
    async.await %u : !async.token
    async.yield
  }
  async.await %t : !async.token
  return
}
`), split)
	passtest.Simulate(t, m, sim.Config{}, 1)
}

// What an unranked memref is described by is on the stack of who made it.
func TestUnranked(t *testing.T) {
	p, err := pass.Parse(split)
	if err != nil {
		t.Fatal(err)
	}
	for name, task := range map[string]string{
		"payload": `%t, %v = async.execute -> !async.value<memref<*xf32>> {
    %u = memref.cast %r : memref<4xf32> to memref<*xf32>
    async.yield %u : memref<*xf32>
  }`,
		"capture": `%u = memref.cast %r : memref<4xf32> to memref<*xf32>
  %t = async.execute {
    %m = memref.cast %u : memref<*xf32> to memref<4xf32>
    memref.store %x, %m[%c0] : memref<4xf32>
    async.yield
  }`,
		"behind a wait": `%t = async.execute {
    %w = async.execute {
      async.yield
    }
    %u = memref.cast %r : memref<4xf32> to memref<*xf32>
    async.await %w : !async.token
    %m = memref.cast %u : memref<*xf32> to memref<4xf32>
    memref.store %x, %m[%c0] : memref<4xf32>
    async.yield
  }`,
	} {
		t.Run(name, func(t *testing.T) {
			m := passtest.Parse(t,
				"func.func @main(%r: memref<4xf32>, %x: f32) {\n  %c0 = arith.constant 0 : index\n  "+task+
					"\n  async.await %t : !async.token\n  return\n}\n")
			diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), m)
			if len(diags) == 0 || diags[0].Code != "coro-split-unranked" || !diags[0].Span.IsKnown() {
				t.Errorf("got %v", diags)
			}
		})
	}
}
