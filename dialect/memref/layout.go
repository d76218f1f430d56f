package memref

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Strides returns the strides and the offset of a ranked memref, in elements. Each may be ir.Dynamic. ok is
// false if the layout is not strided.
func Strides(t *ir.MemRefType) (strides []int64, offset int64, ok bool) {
	if t == nil || !t.Ranked {
		return nil, 0, false
	}
	switch layout := t.Layout.(type) {
	case nil:
		return RowMajor(t.Shape), 0, true
	case *ir.StridedAttr:
		return layout.Strides, layout.Offset, len(layout.Strides) == len(t.Shape)
	case *ir.AffineMapAttr:
		return mapStrides(layout.Map, len(t.Shape))
	}
	return nil, 0, false
}

// HasIdentityLayout reports whether the layout is the identity. A type writes no layout then; in one
// dimension strided<[1]> is another spelling of it. Operations that need the identity accept both spellings.
func HasIdentityLayout(t *ir.MemRefType) bool {
	if t.Layout == nil {
		return true
	}
	s, ok := t.Layout.(*ir.StridedAttr)
	return ok && len(s.Strides) == 1 && s.Strides[0] == 1 && s.Offset == 0
}

// LayoutSymbols returns the number of a layout's parameters that are known only at run time: the symbols of a
// map, or the offset and the strides that a strided layout writes as "?", in that order. An operation that
// allocates such memory has an operand for each.
func LayoutSymbols(t *ir.MemRefType) int {
	switch layout := t.Layout.(type) {
	case *ir.AffineMapAttr:
		return layout.Map.NumSymbols
	case *ir.StridedAttr:
		return DynamicDims(layout.Strides) + DynamicDims([]int64{layout.Offset})
	}
	return 0
}

// EqualLayouts reports whether two types place elements at the same offsets, even if their layouts are
// written differently.
func EqualLayouts(a, b *ir.MemRefType) bool {
	if a.Layout == b.Layout {
		return true
	}
	strides, offset, ok := Strides(a)
	others, other, okOther := Strides(b)
	return ok && okOther && offset == other && slices.Equal(strides, others)
}

// RowMajor returns the strides of a contiguous memref of that shape.
func RowMajor(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	next := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = next
		next = mul(next, shape[i])
	}
	return strides
}

// mapStrides reads strides off an affine map whose one result is linear.
func mapStrides(m *affine.Map, rank int) (strides []int64, offset int64, ok bool) {
	if len(m.Results) != 1 || m.NumDims != rank {
		return nil, 0, false
	}
	strides = make([]int64, rank)
	ok = addTerms(m.Results[0].Simplify(m.NumDims, m.NumSymbols), 1, strides, &offset)
	return strides, offset, ok
}

// addTerms adds the terms of e, times factor, to strides and offset.
func addTerms(e *affine.Expr, factor int64, strides []int64, offset *int64) bool {
	switch {
	case e.Kind == affine.Add:
		return addTerms(e.LHS, factor, strides, offset) && addTerms(e.RHS, factor, strides, offset)
	case e.Kind == affine.Dim:
		strides[e.Value] = add(strides[e.Value], factor)
		return true
	case e.Kind == affine.Constant:
		*offset = add(*offset, mul(e.Value, factor))
		return true
	case e.IsSymbolicOrConstant():
		*offset = ir.Dynamic
		return true
	case e.Kind == affine.Mul && e.RHS.IsSymbolicOrConstant():
		scale := int64(ir.Dynamic)
		if e.RHS.Kind == affine.Constant {
			scale = e.RHS.Value
		}
		return addTerms(e.LHS, mul(factor, scale), strides, offset)
	}
	return false
}

// add and mul are arithmetic on extents. A result is dynamic if an operand is, but zero times a dynamic
// extent is zero.
func add(a, b int64) int64 {
	if a == ir.Dynamic || b == ir.Dynamic {
		return ir.Dynamic
	}
	return a + b
}

func mul(a, b int64) int64 {
	switch {
	case a == 0 || b == 0:
		return 0
	case a == ir.Dynamic || b == ir.Dynamic:
		return ir.Dynamic
	}
	return a * b
}

// IsStatic reports whether all extents are known.
func IsStatic(shape []int64) bool { return !slices.Contains(shape, ir.Dynamic) }

// DynamicDims returns the number of extents that are not known.
func DynamicDims(shape []int64) int {
	n := 0
	for _, d := range shape {
		if d == ir.Dynamic {
			n++
		}
	}
	return n
}

func isStrided(t ir.Type) bool {
	m, _ := t.(*ir.MemRefType)
	_, _, ok := Strides(m)
	return ok
}

// withLayout returns the memref type with the strided layout. It leaves out an identity layout.
func withLayout(c *ir.Context, shape []int64, elem ir.Type, strides []int64, offset int64,
	space ir.Attr) *ir.MemRefType {
	return c.MemRef(shape, elem, c.Strided(offset, strides), space)
}

// IsPermuted reports whether the layout of a type is a permutation of subscripts, such as (i, j) -> (j, i).
func IsPermuted(typ *ir.MemRefType) bool {
	m, ok := typ.Layout.(*ir.AffineMapAttr)
	return ok && m.Map.IsPermutation()
}
