package raisetomatmul

import (
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is raise-to-matmul.
var Pass = pass.Register(&pass.Pass{
	Name:    "raise-to-matmul",
	Summary: "Make linalg.matmul of loops that multiply matrices",
	Doc: `Three nested loops of scf over all of three matrices become linalg.matmul, in whatever order they stand, if their body adds the product of
an element of A and one of B, converted to the type of C if need be, to an element of C. A condition that gives C its first value
becomes linalg.fill. The body may be a statement of TVMScript (pipeline.block). Loops with annotations stay: they are scheduled already.

Each element is computed in the same order of additions, so that results are the same bits, but for those of a NaN. C must be another value than A
and B, and is taken not to overlap them. gpu-tile-matmul makes kernels of what results.`,
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @product(%A: memref<16x8xf32>, %B: memref<8x32xf32>, %C: memref<16x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      scf.for %k = %c0 to %c8 step %c1 {
        %c = memref.load %C[%i, %j] : memref<16x32xf32>
        %a = memref.load %A[%i, %k] : memref<16x8xf32>
        %b = memref.load %B[%k, %j] : memref<8x32xf32>
        %ab = arith.mulf %a, %b : f32
        %sum = arith.addf %c, %ab : f32
        memref.store %sum, %C[%i, %j] : memref<16x32xf32>
      }
    }
  }
  return
}
`

const after = `module {
  func.func @product(%arg0: memref<16x8xf32>, %arg1: memref<8x32xf32>, %arg2: memref<16x32xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    linalg.matmul ins(%arg0, %arg1 : memref<16x8xf32>, memref<8x32xf32>) outs(%arg2 : memref<16x32xf32>)
    return
  }
}
`

func run(r *pass.Run) error {
	for _, loop := range r.Op.Find(scf.For) {
		p := productOf(loop)
		if p == nil {
			continue
		}
		b := ir.At(loop)
		b.Loc = loop.Loc()
		if p.first != nil {
			linalg.NewFill(b, p.first, p.c)
		}
		linalg.NewMatmul(b, p.a, p.b, p.c)
		loop.Erase()
		r.Count("products raised", 1)
	}
	return nil
}
