package lowervectormultireduction

import (
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is lower-vector-multi-reduction.
var Pass = pass.Register(&pass.Pass{
	Name:    "lower-vector-multi-reduction",
	Title:   "LowerVectorMultiReduction",
	Summary: "Lower 'vector.multi_reduction' operations",
	Doc: "The dimensions of a vector.multi_reduction become two: those that are reduced, and the others. " +
		"With inner-parallel the rows " +
		"of the others are combined one after the other, by operations of arith; with inner-reduction each " +
		"of them is a " +
		"vector.reduction. A mask around the operation selects between what a row makes and what there was " +
		"before. A reduction " +
		"along no dimension combines the vector with the accumulator, where upstream's pass yields the " +
		"vector alone. Reductions " +
		"whose result is scalable and is not made in rows stay.",
	Options: []pass.Option{{
		Name: "lowering-strategy", Type: pass.Enum, Cases: []string{"inner-parallel", "inner-reduction"},
		Default: "inner-parallel",
		Help:    "Select the strategy to control how multi_reduction is lowered.",
	}, pass.SimplifyOption},
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		l := lowering{inner: r.String("lowering-strategy") == "inner-reduction"}
		r.Rewrite(ir.Pattern{Name: "lower-multi-reduction", Root: vector.MultiReduction.Name,
			Rewrite: l.rewrite})
		return nil
	},
})

const before = `func.func @rows(%v: vector<2x3xf32>, %acc: vector<3xf32>) -> vector<3xf32> {
  %r = vector.multi_reduction <mul>, %v, %acc [0] : vector<2x3xf32> to vector<3xf32>
  return %r : vector<3xf32>
}
`

const after = `module {
  func.func @rows(%arg0: vector<2x3xf32>, %arg1: vector<3xf32>) -> vector<3xf32> {
    %0 = vector.extract %arg0[0] : vector<3xf32> from vector<2x3xf32>
    %1 = arith.mulf %0, %arg1 : vector<3xf32>
    %2 = vector.extract %arg0[1] : vector<3xf32> from vector<2x3xf32>
    %3 = arith.mulf %2, %1 : vector<3xf32>
    return %3 : vector<3xf32>
  }
}
`
