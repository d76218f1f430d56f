package loweraffine

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

var codeLeft = diag.Register("lower-affine-unsupported", "an affine operation has no lowering",
	"The operation has a reduction that arith cannot express. Write it as a loop that carries the value.")

// Pass is lower-affine.
var Pass = pass.Register(&pass.Pass{
	Name:    "lower-affine",
	Title:   "LowerAffinePass",
	Summary: "Lower Affine operations to a combination of Arith and SCF operations",
	Doc: "Replaces affine loops and conditions by those of scf, affine loads and stores by those of " +
		"memref, and affine " +
		"expressions by arith operations on index values. Divisions and remainders are expanded so that " +
		"they round as the " +
		"affine dialect says, also for negative numbers.",
	Before: `func.func @f(%m: memref<100xf32>, %v: f32, %n: index) {
  affine.for %i = 0 to %n step 2 {
    affine.store %v, %m[%i + 3] : memref<100xf32>
  }
  return
}
`,
	After: `module {
  func.func @f(%arg0: memref<100xf32>, %arg1: f32, %arg2: index) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    scf.for %arg3 = %c0 to %arg2 step %c2 {
      %c3 = arith.constant 3 : index
      %0 = arith.addi %arg3, %c3 : index
      memref.store %arg1, %arg0[%0] : memref<100xf32>
    }
    return
  }
}
`,
	Run: run,
})

var patterns = []ir.Pattern{
	{Name: "lower-affine-apply", Root: "affine.apply", Rewrite: lowerApply},
	{Name: "lower-affine-min", Root: "affine.min", Rewrite: lowerMin},
	{Name: "lower-affine-max", Root: "affine.max", Rewrite: lowerMax},
	{Name: "lower-affine-load", Root: "affine.load", Rewrite: lowerLoad(memref.Load)},
	{Name: "lower-affine-vector-load", Root: "affine.vector_load", Rewrite: lowerLoad(vector.Load)},
	{Name: "lower-affine-store", Root: "affine.store", Rewrite: lowerStore(memref.Store)},
	{Name: "lower-affine-vector-store", Root: "affine.vector_store", Rewrite: lowerStore(vector.Store)},
	{Name: "lower-affine-prefetch", Root: "affine.prefetch", Rewrite: lowerPrefetch},
	{Name: "lower-affine-for", Root: "affine.for", Rewrite: lowerFor},
	{Name: "lower-affine-parallel", Root: "affine.parallel", Rewrite: lowerParallel},
	{Name: "lower-affine-if", Root: "affine.if", Rewrite: lowerIf},
	{Name: "lower-affine-yield", Root: "affine.yield", Rewrite: lowerYield},
	{Name: "lower-affine-delinearize-index", Root: "affine.delinearize_index", Rewrite: lowerDelinearize},
	{Name: "lower-affine-linearize-index", Root: "affine.linearize_index", Rewrite: lowerLinearize},
}

func run(r *pass.Run) error { return r.ConvertEach("affine", patterns, true, codeLeft, nil) }
