package constraint

import "github.com/inflight-compiler/inflight/ir"

// The constraints on types. A constraint whose name ends in "Like" accepts the type itself, and vectors and
// tensors of it.
var (
	AnyType = ir.TypeConstraint{Summary: "any type"}
	Index   = ir.TypeConstraint{Summary: "index", Match: IsIndex, Build: func(c *ir.Context) ir.Type {
		return c.Index
	}}
	I1 = ir.TypeConstraint{Summary: "1-bit signless integer", Match: IsI1,
		Build: func(c *ir.Context) ir.Type { return c.I1 }}
	AnyInteger     = ir.TypeConstraint{Summary: "integer", Match: isInteger}
	FunctionType   = ir.TypeConstraint{Summary: "function type", Match: isFunction}
	IntegerOrIndex = ir.TypeConstraint{Summary: "signless integer or index", Match: IsSignlessIntegerOrIndex}
	RankedTensor   = ir.TypeConstraint{Summary: "ranked tensor of any type values", Match: isRankedTensor}
	MemRef         = ir.TypeConstraint{Summary: "memref of any type values", Match: IsRankedMemRef}

	BoolLike           = ir.TypeConstraint{Summary: "bool-like", Match: Like(IsI1)}
	FloatLike          = ir.TypeConstraint{Summary: "floating-point-like", Match: Like(IsFloat)}
	IntegerOrIndexLike = ir.TypeConstraint{Summary: "signless-integer-like",
		Match: Like(IsSignlessIntegerOrIndex)}
	FixedIntegerLike = ir.TypeConstraint{Summary: "signless-fixed-width-integer-like",
		Match: Like(IsSignlessInteger)}
	IndexCastable = ir.TypeConstraint{Summary: "signless-integer-like or memref of signless-integer",
		Match: orMemRefOf(Like(IsSignlessIntegerOrIndex), IsSignlessIntegerOrIndex)}
	Bitcastable = ir.TypeConstraint{
		Summary: "signless-integer-or-float-like or memref of signless-integer or float",
		Match:   orMemRefOf(Like(isIntegerOrFloat), isIntegerOrFloat)}
)

// IsIndex reports whether t is index.
func IsIndex(t ir.Type) bool { _, ok := t.(*ir.IndexType); return ok }

// IsI1 reports whether t is i1.
func IsI1(t ir.Type) bool {
	it, ok := t.(*ir.IntegerType)
	return ok && it.Width == 1 && it.Sign == ir.Signless
}

// IsSignlessInteger reports whether t is iN.
func IsSignlessInteger(t ir.Type) bool {
	it, ok := t.(*ir.IntegerType)
	return ok && it.Sign == ir.Signless
}

// IsSignlessIntegerOrIndex reports whether t is iN or index.
func IsSignlessIntegerOrIndex(t ir.Type) bool { return IsIndex(t) || IsSignlessInteger(t) }

// IsFloat reports whether t is a floating-point type.
func IsFloat(t ir.Type) bool { _, ok := t.(*ir.FloatType); return ok }

// IsRankedMemRef reports whether t is a memref with a known number of dimensions.
func IsRankedMemRef(t ir.Type) bool { m, ok := t.(*ir.MemRefType); return ok && m.Ranked }

func isInteger(t ir.Type) bool      { _, ok := t.(*ir.IntegerType); return ok }
func isFunction(t ir.Type) bool     { _, ok := t.(*ir.FunctionType); return ok }
func isRankedTensor(t ir.Type) bool { tt, ok := t.(*ir.TensorType); return ok && tt.Ranked }

func isIntegerOrFloat(t ir.Type) bool { return IsSignlessInteger(t) || IsFloat(t) }

// Like returns the predicate that accepts a type if elem accepts it, and a vector or tensor if elem accepts
// its element type.
func Like(elem func(ir.Type) bool) func(ir.Type) bool {
	return func(t ir.Type) bool { return elem(ElementOrSelf(t)) }
}

func orMemRefOf(match, elem func(ir.Type) bool) func(ir.Type) bool {
	return func(t ir.Type) bool {
		if m, ok := t.(*ir.MemRefType); ok {
			return elem(m.Elem)
		}
		return match(t)
	}
}

// ElementOrSelf returns the element type of a vector or tensor and any other type unchanged.
func ElementOrSelf(t ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.VectorType:
		return t.Elem
	case *ir.TensorType:
		return t.Elem
	}
	return t
}

// WithElement returns the type with the shape of t, which is a vector, a tensor, a memref or a scalar, and
// with elements of type elem.
func WithElement(c *ir.Context, t, elem ir.Type) ir.Type {
	switch t := t.(type) {
	case *ir.VectorType:
		return c.Vector(t.Shape, t.Scalable, elem)
	case *ir.TensorType:
		if !t.Ranked {
			return c.UnrankedTensor(elem)
		}
		return c.Tensor(t.Shape, elem, t.Encoding)
	case *ir.MemRefType:
		if !t.Ranked {
			return c.UnrankedMemRef(elem, t.MemorySpace)
		}
		return c.MemRef(t.Shape, elem, t.Layout, t.MemorySpace)
	}
	return elem
}
