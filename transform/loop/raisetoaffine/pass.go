package raisetoaffine

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is raise-to-affine.
var Pass = pass.Register(&pass.Pass{
	Name:    "raise-to-affine",
	Summary: "Make loops and subscripts that are affine those of the affine dialect",
	Doc: "Replaces scf.for by affine.for where its step is a positive constant and its bounds are affine: " +
		"sums and constant multiples, " +
		"quotients of inputs by positive constants, and maxima below and minima above, of constants, " +
		"arguments, sizes, and variables of affine loops. " +
		"In these loops, memref.load and memref.store with such subscripts become affine.load and " +
		"affine.store. Where the first subscript " +
		"numbers a slot, as a remainder that is computed in front of a loop, they access a view of the " +
		"slot. All else stays as it is.",
	Before: before,
	After:  after,
	Run:    run,
})

func run(r *pass.Run) error {
	raise(r, r.Op, views{})
	return nil
}

// raise raises what is in op, outer loops before inner ones.
func raise(r *pass.Run, op *ir.Op, v views) {
	for _, region := range op.Regions() {
		for _, b := range region.Blocks() {
			for inner := range b.Ops() {
				switch {
				case isLoop(inner):
					if made := raiseLoop(inner); made != nil {
						r.Count("loops", 1)
						inner = made
					}
				case inner.Is(memref.Load), inner.Is(memref.Store):
					if v.raiseAccess(inner) {
						r.Count("accesses", 1)
					}
					continue
				}
				raise(r, inner, v)
			}
		}
	}
}

const before = `func.func @f(%x: memref<?xf32>, %y: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %j = arith.muli %i, %c2 : index
    %v = memref.load %x[%j] : memref<?xf32>
    memref.store %v, %y[%i] : memref<?xf32>
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    affine.for %arg3 = 0 to %arg2 {
      %0 = affine.load %arg0[%arg3 * 2] : memref<?xf32>
      affine.store %0, %arg1[%arg3] : memref<?xf32>
    }
    return
  }
}
`
