package foldmemrefaliasops

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// throughSubView accesses what a subview is of.
func throughSubView(a *access, view *ir.Op, rw *ir.Rewriter) bool {
	if !view.Is(memref.SubView) {
		return false
	}
	source := view.Operand(0)
	if x := a.transfer; x != nil {
		if slices.Contains(x.InBounds, false) || !hasUnitStrides(view) {
			return false
		}
		m := behind(x.Map, memref.DroppedDims(view))
		a.transferTo(rw, source, indicesBehind(rw.Builder, view, a.indices), m)
		return true
	}
	if !keepsLast(view, a.dims) {
		return false
	}
	kept := []string{"leadDimension", "transpose", "numTiles"}
	if a.isScalar() {
		kept = []string{"nontemporal"}
	}
	a.moveTo(rw, source, indicesBehind(rw.Builder, view, a.indices), kept...)
	return true
}

// keepsLast reports whether the last n dimensions of a subview are the last ones of its source, and it skips
// nothing along them.
func keepsLast(view *ir.Op, n int) bool {
	strides, dropped := memref.MixedStrides(view), memref.DroppedDims(view)
	if n > len(strides) {
		return false
	}
	for d := len(strides) - n; d < len(strides); d++ {
		if dropped[d] || !isOne(strides[d]) {
			return false
		}
	}
	return true
}

func hasUnitStrides(view *ir.Op) bool {
	return !slices.ContainsFunc(memref.MixedStrides(view), func(s ir.OpFoldResult) bool { return !isOne(s) })
}

func isOne(q ir.OpFoldResult) bool { return q.Value == nil && q.Const == 1 }

// indicesBehind computes where in its source what lies at indices of a subview is.
func indicesBehind(b *ir.Builder, view *ir.Op, indices []*ir.Value) []*ir.Value {
	var list []*ir.Value
	for _, q := range positionsBehind(b, view, wrap(indices)) {
		list = append(list, asValue(b, q))
	}
	return list
}

// positionsBehind is indicesBehind for indices that may be known.
func positionsBehind(b *ir.Builder, view *ir.Op, indices []ir.OpFoldResult) []ir.OpFoldResult {
	offsets, strides, dropped := memref.MixedOffsets(view), memref.MixedStrides(view),
		memref.DroppedDims(view)
	positions := make([]ir.OpFoldResult, len(offsets))
	for d := range offsets {
		var index ir.OpFoldResult
		if !dropped[d] {
			index, indices = indices[0], indices[1:]
		}
		var f affine.Formula
		positions[d] = f.Value(b, f.Of(offsets[d]).Add(f.Of(index).Mul(f.Of(strides[d]))))
	}
	return positions
}

func wrap(values []*ir.Value) []ir.OpFoldResult {
	list := make([]ir.OpFoldResult, len(values))
	for i, v := range values {
		list[i].Value = v
	}
	return list
}

func asValue(b *ir.Builder, q ir.OpFoldResult) *ir.Value {
	if q.Value != nil {
		return q.Value
	}
	return arith.ConstIndex(b, q.Const)
}

// behind returns a map of the dimensions of a view as one of those of its source.
func behind(m *aff.Map, dropped []bool) *aff.Map {
	var dims []*aff.Expr
	for d, is := range dropped {
		if !is {
			dims = append(dims, aff.D(d))
		}
	}
	return m.Replace(dims, nil, len(dropped), 0)
}

// mergeSubViews makes one subview of two of unit strides.
func mergeSubViews(op *ir.Op, rw *ir.Rewriter) bool {
	inner := op.Operand(0).DefinedBy(memref.SubView)
	if inner == nil || !hasUnitStrides(op) || !hasUnitStrides(inner) {
		return false
	}
	sizes, left := memref.MixedSizes(inner), memref.MixedSizes(op)
	for d, dropped := range memref.DroppedDims(inner) {
		if !dropped {
			sizes[d], left = left[0], left[1:]
		}
	}
	source, t := inner.Operand(0), op.Result(0).Type().(*ir.MemRefType)
	s := memref.Slice{Sizes: sizes, Strides: memref.MixedStrides(inner)}
	if s.Offsets = knownSums(op, inner); !s.Selects(rw.Ctx, source.Type().(*ir.MemRefType), t) {
		return false // the types hide numbers that are known now
	}
	for d, q := range positionsBehind(rw.Builder, inner, memref.MixedOffsets(op)) {
		if s.Offsets[d].Value != nil { // the type does not know it, whatever it turns out to be
			q.Value = asValue(rw.Builder, q)
		}
		s.Offsets[d] = q
	}
	rw.Replace(op, memref.NewSubView(rw.Builder, t, source, s))
	return true
}

// knownSums returns the offsets in the source of inner of a subview of it, with any value for those that are
// not known.
func knownSums(op, inner *ir.Op) []ir.OpFoldResult {
	sums, offsets := memref.MixedOffsets(inner), memref.MixedOffsets(op)
	for d, dropped := range memref.DroppedDims(inner) {
		if !dropped {
			sums[d], offsets = sum(sums[d], offsets[0]), offsets[1:]
		}
	}
	return sums
}

func sum(a, b ir.OpFoldResult) ir.OpFoldResult {
	a, b = known(a), known(b)
	switch {
	case a.Value != nil:
		return a
	case b.Value != nil:
		return b
	}
	return ir.OpFoldResult{Const: a.Const + b.Const}
}

// known returns a quantity as a number if it is a constant.
func known(q ir.OpFoldResult) ir.OpFoldResult {
	if q.Value != nil {
		if n, ok := ir.ConstInt(q.Value); ok {
			return ir.OpFoldResult{Const: n}
		}
	}
	return q
}

// copyOfSubViews copies between what the subviews are of.
func copyOfSubViews(op *ir.Op, rw *ir.Rewriter) bool {
	c := nvgpu.CopyOf(op)
	from, to := subViewWithRows(c.Src), subViewWithRows(c.Dst)
	if from == nil && to == nil {
		return false
	}
	if from != nil {
		c.Src, c.SrcIndices = from.Operand(0), indicesBehind(rw.Builder, from, c.SrcIndices)
	}
	if to != nil {
		c.Dst, c.DstIndices = to.Operand(0), indicesBehind(rw.Builder, to, c.DstIndices)
	}
	made := nvgpu.NewDeviceAsyncCopy(rw.Builder, c)
	if bypass := op.Attr("bypassL1"); bypass != nil {
		made.SetAttr("bypassL1", bypass)
	}
	rw.Replace(op, made.Result(0))
	return true
}

// subViewWithRows returns the subview that makes v if its last dimension is that of its source.
func subViewWithRows(v *ir.Value) *ir.Op {
	if view := v.DefinedBy(memref.SubView); view != nil && keepsLast(view, 1) {
		return view
	}
	return nil
}
