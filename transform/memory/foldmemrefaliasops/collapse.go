package foldmemrefaliasops

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// throughCollapseShape accesses what is in fewer dimensions in the view.
func throughCollapseShape(a *access, view *ir.Op, rw *ir.Rewriter) bool {
	if !view.Is(memref.CollapseShape) || !a.isScalar() && !a.ofVectors() {
		return false
	}
	source := view.Operand(0)
	groups, shape := memref.Reassociation(view), source.Type().(*ir.MemRefType).Shape
	// A vector of the view may begin in one row of the source and end in another one.
	if !singles(groups, a.dims) && !(a.dims == 1 && len(groups) > 0 && oneRow(groups[len(groups)-1], shape)) {
		return false
	}
	sizes := sizesOf(rw.Builder, source, shape)
	var indices []*ir.Value
	for i, g := range groups {
		if len(g) == 1 {
			indices = append(indices, a.indices[i])
			continue
		}
		basis := sizes[g[0] : g[len(g)-1]+1]
		indices = append(indices,
			affine.NewDelinearizeIndex(rw.Builder, a.indices[i], basis, len(g)).Results()...)
	}
	if len(groups) == 0 { // all dimensions of the source have one element
		for range shape {
			indices = append(indices, arith.ConstIndex(rw.Builder, 0))
		}
	}
	a.moveTo(rw, source, indices, "nontemporal")
	return true
}

// sizesOf returns the extents of a memref, with an operation that finds those that its type leaves open.
func sizesOf(b *ir.Builder, m *ir.Value, shape []int64) []ir.OpFoldResult {
	found := b.Op(memref.ExtractStridedMetadata, []*ir.Value{m})
	sizes := make([]ir.OpFoldResult, len(shape))
	for d, n := range shape {
		sizes[d] = ir.OpFoldResult{Const: n}
		if n == ir.Dynamic {
			sizes[d] = ir.OpFoldResult{Value: found.Result(2 + d)}
		}
	}
	return sizes
}
