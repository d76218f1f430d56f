package wasm

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
)

// Loops of an async.func become vectors, as those of other functions do.
func TestAsyncFunctionIsOptimized(t *testing.T) {
	m := passtest.Parse(t, `async.func @square(%a: memref<64xf32>) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<64xf32>
    %y = arith.mulf %x, %x : f32
    memref.store %y, %a[%i] : memref<64xf32>
  }
  return
}
func.func @f(%a: memref<64xf32>) {
  %t = async.call @square(%a) : (memref<64xf32>) -> !async.token
  async.await %t : !async.token
  return
}`)
	if err := Lower(t.Context(), m, true); err != nil {
		t.Fatal(err)
	}
	for op := range m.Walk() {
		if op.Name() == "arith.mulf" {
			if _, isVector := op.Result(0).Type().(*ir.VectorType); !isVector {
				t.Errorf("the product is of type %v", op.Result(0).Type())
			}
		}
	}
}
