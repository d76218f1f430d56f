package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// TypeCast is vector.type_cast: the same memory with elements of another shape. For example,
// memref<2x3xvector<4xf32>> becomes memref<2xvector<3x4xf32>>, and the other way round.
var TypeCast = &ir.OpDef{
	Name:     "vector.type_cast",
	Summary:  "type_cast op converts a scalar memref to a vector memref",
	Operands: []ir.OperandDef{operand("memref", staticMemRef)},
	Results:  result("result", constraint.MemRef),
	Traits:   ir.Pure,
	Format:   "$memref attr-dict `:` type($memref) `to` type($result)",
	Verify:   verifyTypeCast,
	// If an element contains one of the dimensions, the dimensions do not correspond.
	View: func(op *ir.Op) (ir.View, bool) {
		return ir.View{Source: op.Operand(0), Result: op.Result(0), Reshape: true}, true
	},
}

var staticMemRef = ir.TypeConstraint{Summary: "statically shaped memref of any type values",
	Match: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && m.Ranked && !slices.Contains(m.Shape, ir.Dynamic)
	}}

// NewTypeCast makes a vector.type_cast of m to t.
func NewTypeCast(b *ir.Builder, t *ir.MemRefType, m *ir.Value) *ir.Value {
	return made(b, TypeCast, t, []*ir.Value{m})
}

func verifyTypeCast(op *ir.Op) error {
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	switch {
	case !isRowMajor(from):
		return op.OpErrorf(codeVector, "expects operand to be a memref with identity layout")
	case !memref.HasIdentityLayout(to):
		return op.OpErrorf(codeVector, "expects result to be a memref with identity layout")
	case from.MemorySpace != to.MemorySpace:
		return op.OpErrorf(codeVector, "expects result in same memory space")
	case elementOf(from.Elem) != elementOf(to.Elem):
		return op.OpErrorf(codeVector, "expects result and operand with same underlying scalar type: '%v'",
			to)
	case !slices.Equal(allExtents(from), allExtents(to)):
		return op.OpErrorf(codeVector, "expects concatenated result and operand shapes to be equal: '%v'", to)
	}
	return nil
}

// isRowMajor reports whether the elements of a memref are consecutive from the beginning of its memory,
// however its layout is written.
func isRowMajor(m *ir.MemRefType) bool {
	strides, offset, ok := memref.Strides(m)
	return ok && offset == 0 && slices.Equal(strides, memref.RowMajor(m.Shape))
}

// allExtents returns the extents of a memref, followed by those of its elements.
func allExtents(m *ir.MemRefType) []int64 {
	if v, ok := m.Elem.(*ir.VectorType); ok {
		return slices.Concat(m.Shape, v.Shape)
	}
	return m.Shape
}
