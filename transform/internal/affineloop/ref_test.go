package affineloop_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// Accesses to memory that an iteration allocates and passes to the next one are references of the loop.
// Accesses to memory of a single iteration are not.
func TestRefsOfAllocations(t *testing.T) {
	const source = `func.func @f(%first: memref<4xf32>, %x: f32) {
  %last = affine.for %i = 0 to 8 iter_args(%m = %first) -> memref<4xf32> {
    %new = memref.alloc() : memref<4xf32>
    %own = memref.alloc() : memref<4xf32>
    affine.store %x, %new[0] : memref<4xf32>
    affine.store %x, %own[0] : memref<4xf32>
    affine.yield %new : memref<4xf32>
  }
  return
}`
	loop := passtest.Parse(t, source).Find(affine.For)[0]
	refs, complete := affineloop.Refs(loop)
	if !complete || len(refs) != 1 || refs[0].Memref != loop.Body().Terminator().Operand(0) {
		t.Errorf("got %d accesses, complete: %v; want that to %%new alone", len(refs), complete)
	}
}
