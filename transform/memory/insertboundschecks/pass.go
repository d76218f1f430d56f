package insertboundschecks

import (
	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is insert-bounds-checks.
var Pass = pass.Register(&pass.Pass{
	Name:    "insert-bounds-checks",
	Summary: "Assert in front of accesses to memory that they are in bounds",
	Doc: `Every access to memory that is not proven to be in bounds gets a cf.assert in front of it, with the location of the access and the
words of the simulator. So do views that may show more than their source, allocations whose extents may be negative, copies
between shapes that may differ, and loops whose step may not be positive.

Proofs know the bounds of loops, conditions around the access, extents of allocations and views, and what was checked before. They
do not take arithmetic as exact that may wrap around.

What an access requires in every iteration of a loop, as a linear function of the induction variable, is asserted once in front of
the loop: of the first and the last iteration, if there is one. The assertion fails exactly if an iteration would be out of bounds,
but before the first one. Where several accesses are out of bounds, the one that is reported need not be the first. Loops around
operations that may not end, or end the program in another way, keep their checks.

A memref.reinterpret_cast must show no more than its source does, even where no access goes that far: behind it, nobody knows how
large the buffer is.`,
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @scale(%x: memref<?xf32>, %n: index, %s: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<?xf32>
    %w = arith.mulf %v, %s : f32
    memref.store %w, %x[%i] : memref<?xf32>
  }
  return
}
`

const after = `module {
  func.func @scale(%arg0: memref<?xf32>, %arg1: index, %arg2: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c0_0 = arith.constant 0 : index
    %c0_1 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0_1 : memref<?xf32>
    %0 = arith.cmpi ult, %c0_0, %dim : index
    %c1_2 = arith.constant 1 : index
    %1 = arith.subi %dim, %c1_2 : index
    %c1_3 = arith.constant 1 : index
    %2 = arith.subi %arg1, %c1_3 : index
    %c0_4 = arith.constant 0 : index
    %3 = arith.cmpi ule, %2, %1 : index
    %4 = arith.andi %0, %3 : i1
    %c0_5 = arith.constant 0 : index
    %5 = arith.cmpi sge, %c0_5, %arg1 : index
    %6 = arith.ori %4, %5 : i1
    cf.assert %6, "out of bounds: the index is outside of dimension 0 of %x"
    scf.for %arg3 = %c0 to %arg1 step %c1 {
      %7 = memref.load %arg0[%arg3] : memref<?xf32>
      %8 = arith.mulf %7, %arg2 : f32
      memref.store %8, %arg0[%arg3] : memref<?xf32>
    }
    return
  }
}
`

var codeUnsupported = diag.Register("bounds-unsupported", "the bounds of an access cannot be checked",
	"The operation touches a part of memory that insert-bounds-checks does not know. Lower it to loads, "+
		"stores and operations of the "+
		"vector dialect first.")

func run(r *pass.Run) error {
	functions := []*ir.Op{r.Op}
	for op := range r.Op.Walk() {
		if op.Has(ir.IsolatedFromAbove) && op != r.Op {
			functions = append(functions, op)
		}
	}
	for _, op := range functions {
		if err := function(r, op); err != nil {
			return err
		}
	}
	return nil
}

// function checks the accesses of an operation that are not in an isolated one.
func function(r *pass.Run, op *ir.Op) error {
	c := &checker{
		env: inequality.New(), known: map[string]bool{}, clean: map[*ir.Op]bool{},
		stops: map[*ir.Block]*ir.Op{},
	}
	for _, region := range op.Regions() {
		c.settled = append(c.settled, c.region(region)...)
	}
	if c.err != nil {
		return c.err
	}
	for _, d := range c.settled {
		assert(d)
	}
	r.Count("accesses proven in bounds", c.proven)
	r.Count("checks inserted", len(c.settled))
	r.Count("checks moved in front of a loop", c.hoisted)
	return nil
}
