package promoteaccumulators

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
	"github.com/inflight-compiler/inflight/transform/loop/internal/accumulate"
)

// Pass is promote-accumulators.
var Pass = pass.Register(&pass.Pass{
	Name:    "promote-accumulators",
	Summary: "Carry the elements that affine loops accumulate into",
	Doc: "Where every iteration of an affine.for loads an element and stores to it, the same in all " +
		"iterations, and nothing else in the loop " +
		"may touch it, the loop carries the value instead: it is loaded once in front of the loop and " +
		"stored once behind it. That needs a " +
		"loop that is known to have iterations, so that memory is touched which the program touches. In " +
		"blocks of loops, elements that are " +
		"loaded twice are loaded once, loads of what was just stored use the value, and stores that a " +
		"later one overwrites are gone.",
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	var loops []*ir.Op
	for op := range r.Op.WalkPost() {
		if op.Is(affine.For) {
			loops = append(loops, op)
		}
	}
	for _, loop := range loops {
		if affineloop.Runs(loop) {
			promoted, n := accumulate.Promote(loop)
			r.Count("elements carried", n)
			loop = promoted
		}
		r.Count("loads reused", accumulate.Reuse(loop.Body()))
		r.Count("stores dropped", accumulate.DropStores(loop.Body()))
	}
	return nil
}

const before = `func.func @f(%a: memref<64xf32>, %c: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %k = 0 to 64 {
      %x = affine.load %a[%k] : memref<64xf32>
      %y = affine.load %c[%i] : memref<8xf32>
      %z = arith.addf %x, %y : f32
      affine.store %z, %c[%i] : memref<8xf32>
    }
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<64xf32>, %arg1: memref<8xf32>) {
    affine.for %arg2 = 0 to 8 {
      %0 = affine.load %arg1[%arg2] : memref<8xf32>
      %1 = affine.for %arg3 = 0 to 64 iter_args(%arg4 = %0) -> (f32) {
        %2 = affine.load %arg0[%arg3] : memref<64xf32>
        %3 = arith.addf %2, %arg4 : f32
        affine.yield %3 : f32
      }
      affine.store %1, %arg1[%arg2] : memref<8xf32>
    }
    return
  }
}
`
