package analysis_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
)

// A loop that stores along the diagonal, by a view whose strides are the loop's variable, certainly writes no
// whole square.
func TestStridesOfALoopAreNoBox(t *testing.T) {
	m := parse(t, `func.func @f(%m: memref<4x4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  pipeline.block attributes {name = "diagonal"} {
    scf.for %i = %c0 to %c4 step %c1 {
      %v = memref.subview %m[0, 0] [2, 2] [%i, %i] : memref<4x4xf32> to memref<2x2xf32, strided<[?, ?]>>
      memref.store %x, %v[%c1, %c1] : memref<2x2xf32, strided<[?, ?]>>
    }
  }
  return
}
`)
	e := &analysis.Evaluator{Invariant: outsideOfBlocks}
	stores := 0
	for _, block := range outermostBlocks(m) {
		for _, a := range e.Accesses(block) {
			stores++
			if a.Must {
				t.Errorf("the access covers all of its box: %s", accessText(&a))
			}
		}
	}
	if stores == 0 {
		t.Error("there is no access")
	}
}
