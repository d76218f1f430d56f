package foldmemrefaliasops

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// throughExpandShape accesses what is in more dimensions in the view.
func throughExpandShape(a *access, view *ir.Op, rw *ir.Rewriter) bool {
	if !view.Is(memref.ExpandShape) {
		return false
	}
	groups, shape := memref.Reassociation(view), view.Result(0).Type().(*ir.MemRefType).Shape
	switch {
	case a.isScalar():
	case a.op.Is(vector.TransferRead):
		if !vector.IsMinorIdentity(a.transfer.Map) || !transferredInPlace(a, groups, shape) {
			return false
		}
	case !a.ofVectors(), a.dims != 1 && !singles(groups, a.dims):
		return false
	}
	indices := joined(rw.Builder, view, groups, a)
	if a.transfer != nil {
		a.transferTo(rw, view.Operand(0), indices, minorIdentity(len(groups), a.dims))
		return true
	}
	a.moveTo(rw, view.Operand(0), indices, "nontemporal")
	return true
}

// transferredInPlace reports whether a transfer along the last dimensions of an expanded memref reads the
// same along the last ones of its source. What lies outside of the view along a dimension is the next row in
// the source, unless there is one row only.
func transferredInPlace(a *access, groups [][]int64, shape []int64) bool {
	if a.dims == 1 && len(groups) > 0 && (a.transfer.InBounds[0] || oneRow(groups[len(groups)-1], shape)) {
		return true
	}
	return singles(groups, a.dims)
}

// singles reports whether each of the last n dimensions of the smaller side of a reshape is one dimension of
// the other.
func singles(groups [][]int64, n int) bool {
	if n > len(groups) {
		return false
	}
	for _, g := range groups[len(groups)-n:] {
		if len(g) != 1 {
			return false
		}
	}
	return true
}

// oneRow reports whether all dimensions of a group but the last one are known to have one element.
func oneRow(group []int64, shape []int64) bool {
	for _, d := range group[:len(group)-1] {
		if shape[d] != 1 {
			return false
		}
	}
	return true
}

// joined computes the indices in the source of an expanded memref.
func joined(b *ir.Builder, view *ir.Op, groups [][]int64, a *access) []*ir.Value {
	sizes := ir.MixedIndices(view.Ints("static_output_shape"), view.Operands()[1:])
	var list []*ir.Value
	for _, g := range groups {
		if len(g) == 1 {
			list = append(list, a.indices[g[0]])
			continue
		}
		first, end := g[0], g[len(g)-1]+1
		list = append(list, affine.NewLinearizeIndex(b, a.indices[first:end], sizes[first:end], a.isScalar()))
	}
	return list
}

// minorIdentity returns the map to the last n of some dimensions.
func minorIdentity(rank, n int) *aff.Map {
	return aff.NewMap(rank, 0, aff.Numbered(n, rank-n, aff.D)...)
}
