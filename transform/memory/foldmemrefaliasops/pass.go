package foldmemrefaliasops

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is fold-memref-alias-ops.
var Pass = pass.Register(&pass.Pass{
	Name:    "fold-memref-alias-ops",
	Title:   "FoldMemRefAliasOpsPass",
	Summary: "Fold memref alias ops into consumer load/store ops",
	Doc: "A load, store or transfer of a memref.subview accesses the memref behind it, at subscripts that " +
		"affine.apply computes; that of a memref.expand_shape at what affine.linearize_index, that of a " +
		"memref.collapse_shape at what affine.delinearize_index computes. A subview of a subview, both of " +
		"unit strides, becomes one. Operations of memref, vector, nvgpu and gpu are rewritten; those of " +
		"affine and memref.prefetch stay, as with upstream's pass. An access to a vector stays as well " +
		"where its elements would not be the same behind the view: rows that it skips, a dimension that " +
		"it drops, what lies beyond the end of a row, and rows that are one row there.",
	Before: `func.func @f(%m: memref<8x16xf32>, %i: index, %j: index) -> f32 {
  %0 = memref.subview %m[%i, 4] [2, 6] [1, 2] : memref<8x16xf32> to memref<2x6xf32, strided<[16, 2], offset: ?>>
  %1 = memref.load %0[%j, %j] : memref<2x6xf32, strided<[16, 2], offset: ?>>
  return %1 : f32
}
`,
	After: `#map = affine_map<()[s0, s1] -> (s0 + s1)>
#map1 = affine_map<()[s0] -> (s0 * 2 + 4)>
module {
  func.func @f(%arg0: memref<8x16xf32>, %arg1: index, %arg2: index) -> f32 {
    %0 = affine.apply #map()[%arg1, %arg2]
    %1 = affine.apply #map1()[%arg2]
    %2 = memref.load %arg0[%0, %1] : memref<8x16xf32>
    return %2 : f32
  }
}
`,
	Run: func(r *pass.Run) error {
		// Upstream's pass goes in the same order, and cleans up as far.
		result := ir.ApplyPatternsGreedily(r.Op, ir.GreedyConfig{
			OnlyPatterns: true, Patterns: patterns(), BottomUp: true, Poll: r.NewPoll(),
			Simplify: ir.SimplifyAggressive,
		})
		for name, n := range result.Rewrites {
			r.Count("pattern "+name, n)
		}
		return nil
	},
})

func patterns() []ir.Pattern {
	list := []ir.Pattern{
		{Name: "fold-subview-of-subview", Root: memref.SubView.Name, Rewrite: mergeSubViews},
		{Name: "fold-subview-into-copy", Root: nvgpu.DeviceAsyncCopy.Name, Rewrite: copyOfSubViews},
	}
	for def, memory := range accessed {
		on := func(name string, rewrite func(a *access, view *ir.Op, rw *ir.Rewriter) bool) {
			list = append(list, ir.Pattern{Name: name, Root: def.Name,
				Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
					view := op.Operand(memory).DefiningOp()
					return view != nil && rewrite(accessOf(op, memory), view, rw)
				}})
		}
		on("fold-subview", throughSubView)
		on("fold-expand-shape", throughExpandShape)
		on("fold-collapse-shape", throughCollapseShape)
	}
	return list
}
