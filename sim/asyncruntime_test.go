package sim_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// A program that awaits with the operations of the runtime sees errors and continues.
func TestRuntimeAwaitDealsWithErrors(t *testing.T) {
	const program = `
func.func @main(%m: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %no = arith.constant false
  %seven = arith.constant 7 : i32
  %t, %v = async.execute -> !async.value<i32> {
    cf.assert %no, "never"
    async.yield %seven : i32
  }
  %u, %w = async.execute -> !async.value<i32> {
    async.yield %seven : i32
  }
  %g = async.runtime.create_group %c2 : !async.group
  %0 = async.runtime.add_to_group %t, %g : !async.token
  %1 = async.runtime.add_to_group %u, %g : !async.token
  async.runtime.await %g : !async.group
  async.runtime.await %v : !async.value<i32>
  async.runtime.await %w : !async.value<i32>
  %e = async.runtime.is_error %g : !async.group
  %f = async.runtime.is_error %w : !async.value<i32>
  %e32 = arith.extui %e : i1 to i32
  %f32 = arith.extui %f : i1 to i32
  memref.store %e32, %m[%c0] : memref<4xi32>
  memref.store %f32, %m[%c1] : memref<4xi32>
  %x = async.runtime.load %w : <i32>
  memref.store %x, %m[%c2] : memref<4xi32>
  %made = async.runtime.create : !async.value<i32>
  async.runtime.store %x, %made : <i32>
  %k = async.execute (%made as %y: !async.value<i32>) {
    memref.store %y, %m[%c3] : memref<4xi32>
    async.yield
  }
  async.runtime.set_available %made : !async.value<i32>
  async.runtime.await %k : !async.token
  return
}`
	for _, mode := range passtest.Modes {
		memory, hazards := passtest.Simulate(t, passtest.Parse(t, program), mode, 0)
		got := memory[0].Buffer
		if got.At(0) != 1 || got.At(1) != 0 || got.At(2) != 7 || got.At(3) != 7 || len(hazards) > 0 {
			t.Errorf("%v: %d %d %d %d, %v", mode.Mode, got.At(0), got.At(1), got.At(2), got.At(3), hazards)
		}
	}
}
