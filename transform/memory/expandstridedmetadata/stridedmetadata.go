package expandstridedmetadata

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is expand-strided-metadata.
var Pass = pass.Register(&pass.Pass{
	Name:    "expand-strided-metadata",
	Title:   "ExpandStridedMetadataPass",
	Summary: "Expand memref operations into easier to analyze constructs",
	Doc: "Replaces memref.subview, memref.expand_shape and memref.collapse_shape by a " +
		"memref.reinterpret_cast of the buffer of their source, " +
		"with offset, sizes and strides computed by affine.apply, and memref.extract_strided_metadata of " +
		"what is known to allocate or " +
		"to view by the values themselves. What is left is what finalize-memref-to-llvm lowers; run " +
		"lower-affine in between.",
	Before: `func.func @f(%m: memref<8x16xf32>, %i: index) -> memref<4x16xf32, strided<[16, 1], offset: ?>> {
  %0 = memref.subview %m[%i, 0] [4, 16] [1, 1] : memref<8x16xf32> to memref<4x16xf32, strided<[16, 1], offset: ?>>
  return %0 : memref<4x16xf32, strided<[16, 1], offset: ?>>
}
`,
	After: `#map = affine_map<()[s0] -> (s0 * 16)>
module {
  func.func @f(%arg0: memref<8x16xf32>, %arg1: index) -> memref<4x16xf32, strided<[16, 1], offset: ?>> {
    %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<8x16xf32> -> memref<f32>, index, index, index, index, index
    %0 = affine.apply #map()[%arg1]
    %reinterpret_cast = memref.reinterpret_cast %base_buffer to offset: [%0], sizes: [4, 16], strides: [16, 1] : memref<f32> to memref<4x16xf32, strided<[16, 1], offset: ?>>
    return %reinterpret_cast : memref<4x16xf32, strided<[16, 1], offset: ?>>
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	if !applies(r.Op) { // a program without anything to expand is left alone
		return nil
	}
	// Upstream's pass cleans up as far.
	result := ir.ApplyPatternsGreedily(r.Op,
		ir.GreedyConfig{Patterns: patterns, OnlyPatterns: true, Poll: r.NewPoll(),
			Simplify: ir.SimplifyAggressive})
	for name, n := range result.Rewrites {
		r.Count("pattern "+name, n)
	}
	return nil
}

// applies reports whether there is an operation that a pattern is for.
func applies(root *ir.Op) bool {
	for op := range root.Walk() {
		if slices.ContainsFunc(patterns, func(p ir.Pattern) bool { return p.Root == op.Name() }) {
			return true
		}
	}
	return false
}

var patterns = []ir.Pattern{
	{Name: "expand-subview", Root: "memref.subview", Rewrite: expandSubView},
	{Name: "expand-expand-shape", Root: "memref.expand_shape", Rewrite: expandExpandShape},
	{Name: "expand-collapse-shape", Root: "memref.collapse_shape", Rewrite: expandCollapseShape},
	{Name: "metadata-of-definition", Root: "memref.extract_strided_metadata", Rewrite: expandMetadata},
	{Name: "pointer-of-view", Root: "memref.extract_aligned_pointer_as_index", Rewrite: pointerOfView},
}
