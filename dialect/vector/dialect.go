package vector

import (
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the vector dialect.
var Dialect = &ir.Dialect{
	Name: "vector",
	Ops: []*ir.OpDef{
		BitCast, Broadcast, ConstantMask, Contract, CreateMask, Extract, FMA, FromElements, Gather, Insert,
		Load,
		MaskedLoad, MaskedStore, Print, Reduction, Scatter, ShapeCast, Shuffle, Step, Store, ToElements,
		TransferRead,
		TransferWrite,
		Transpose, MultiReduction, InsertStridedSlice, ExtractStridedSlice, OuterProduct, Scan, Interleave,
		Deinterleave,
		Mask, Yield, TypeCast, ExpandLoad, CompressStore,
	},
	Enums: []*ir.EnumDef{CombiningKind, IteratorType, Punctuation},
}

var codeVector = diag.Register("verify-vector", "a vector operation breaks a rule of its dialect",
	"The shapes of vectors follow from each other as the operation says, positions and masks lie within "+
		"them, and "+
		"subscripts match the rank of the memory. Change the types or the attribute that the message names.")

// The cases of CombiningKind.
const (
	Add int64 = iota
	Mul
	MinUI
	MinSI
	MinNumF
	MaxUI
	MaxSI
	MaxNumF
	And
	Or
	Xor
	MinimumF
	MaximumF
)

// CombiningKind is #vector.kind: how reductions combine two elements.
var CombiningKind = &ir.EnumDef{Dialect: "vector", Mnemonic: "kind", Cases: []ir.EnumCase{
	{Name: "add", Value: Add}, {Name: "mul", Value: Mul}, {Name: "minui", Value: MinUI},
	{Name: "minsi", Value: MinSI},
	{Name: "minnumf", Value: MinNumF}, {Name: "maxui", Value: MaxUI}, {Name: "maxsi", Value: MaxSI},
	{Name: "maxnumf", Value: MaxNumF}, {Name: "and", Value: And}, {Name: "or", Value: Or},
	{Name: "xor", Value: Xor},
	{Name: "maximumf", Value: MaximumF}, {Name: "minimumf", Value: MinimumF},
}}

// IteratorType is #vector.iterator_type: it says whether a dimension of a contraction is kept or summed over.
var IteratorType = &ir.EnumDef{Dialect: "vector", Mnemonic: "iterator_type", Cases: []ir.EnumCase{
	{Name: "parallel", Value: 0}, {Name: "reduction", Value: 1},
}}

// Punctuation is #vector.punctuation: the text that vector.print writes behind a value.
var Punctuation = &ir.EnumDef{Dialect: "vector", Mnemonic: "punctuation", Cases: []ir.EnumCase{
	{Name: "no_punctuation", Value: 0}, {Name: "newline", Value: 1}, {Name: "comma", Value: 2},
	{Name: "open", Value: 3},
	{Name: "close", Value: 4},
}}

// The constraints on types that only this dialect has.
var (
	anyVector   = vectorOf("vector of any type values", nil, nil)
	someVector  = vectorOf("vector of any type values", ranked, nil)
	fixedVector = vectorOf("fixed-length vector of any type values", func(t *ir.VectorType) bool {
		return t.Scalable == nil
	}, nil)
	floatVector = vectorOf("vector of floating-point values", nil, constraint.IsFloat)
	maskVector  = vectorOf("vector of 1-bit signless integer values", ranked, constraint.IsI1)
	fixedMask   = vectorOf("fixed-length vector of 1-bit signless integer values",
		func(t *ir.VectorType) bool { return len(t.Shape) > 0 && t.Scalable == nil }, constraint.IsI1)
	anyMask     = vectorOf("vector of 1-bit signless integer values", nil, constraint.IsI1)
	indexVector = vectorOf("vector of integer or index values", ranked, isIntegerOrIndex)
	stepVector  = vectorOf("vector of index values of ranks 1",
		func(t *ir.VectorType) bool { return len(t.Shape) == 1 }, constraint.IsIndex)
	tensorOrMemRef = ir.TypeConstraint{Summary: "Tensor or MemRef of any type values",
		Match: isTensorOrMemRef}
	anyShaped = ir.TypeConstraint{Summary: "shaped of any type values", Match: isShaped}
	printable = ir.TypeConstraint{Match: isPrintable}
)

// The constraints on attributes that only this dialect has.
var (
	kind      = constraint.Enum(CombiningKind, "Kind of combining function for contractions and reductions")
	alignment = ir.AttrConstraint{
		Summary: "64-bit signless integer attribute whose value is positive and whose value is a power of " +
			"two > 0",
		Match: func(a ir.Attr) bool {
			v, ok := a.(*ir.IntegerAttr)
			return ok && v.Type == constraint.ValueType(a) && isI64(v.Type) && v.Value > 0 &&
				v.Value&(v.Value-1) == 0
		},
		ValueType: func(c *ir.Context) ir.Type { return c.I64 },
	}
	boolean   = ir.AttrConstraint{Summary: "bool attribute", Match: isBool}
	boolArray = ir.AttrConstraint{Summary: "1-bit boolean array attribute", Match: arrayOf(isBool)}
	anyArray  = ir.AttrConstraint{Summary: "array attribute",
		Match: arrayOf(func(ir.Attr) bool { return true })}
	iterators = ir.AttrConstraint{Summary: "Iterator type should be an enum.", Match: arrayOf(isIterator)}
	affineMap = ir.AttrConstraint{Summary: "AffineMap attribute",
		Match: func(a ir.Attr) bool { _, ok := a.(*ir.AffineMapAttr); return ok }}

	alignmentAttr = ir.AttrDef{Name: "alignment", Type: alignment, Optional: true}
	fastmath      = ir.AttrDef{
		Name: "fastmath", Type: constraint.Enum(arith.FastMath, "Floating point fast math flags"),
		Default: func(c *ir.Context) ir.Attr { return c.Enum(arith.FastMath, arith.FastNone) },
	}
)

// vectorOf accepts vectors for which two predicates hold: match on the type, and elem on the type of its
// elements. Each may be nil.
func vectorOf(summary string, match func(*ir.VectorType) bool, elem func(ir.Type) bool) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: summary, Match: func(t ir.Type) bool {
		v, ok := t.(*ir.VectorType)
		return ok && (match == nil || match(v)) && (elem == nil || elem(v.Elem))
	}}
}

func ranked(t *ir.VectorType) bool { return len(t.Shape) > 0 }

func isIntegerOrIndex(t ir.Type) bool {
	_, ok := t.(*ir.IntegerType)
	return ok || constraint.IsIndex(t)
}

func isShaped(t ir.Type) bool { _, ok := t.(ir.ShapedType); return ok }

func isTensorOrMemRef(t ir.Type) bool {
	_, isTensor := t.(*ir.TensorType)
	return isTensor || constraint.IsRankedMemRef(t)
}

func isPrintable(t ir.Type) bool {
	_, isVector := t.(*ir.VectorType)
	return isVector || isIntegerOrIndex(t) || constraint.IsFloat(t)
}

func isI64(t ir.Type) bool {
	it, ok := t.(*ir.IntegerType)
	return ok && it.Width == 64 && it.Sign == ir.Signless
}

func isBool(a ir.Attr) bool {
	v, ok := a.(*ir.IntegerAttr)
	return ok && constraint.IsI1(v.Type)
}

func isIterator(a ir.Attr) bool {
	e, ok := a.(*ir.EnumAttr)
	return ok && e.Def == IteratorType
}

// arrayOf accepts arrays whose elements the predicate accepts.
func arrayOf(match func(ir.Attr) bool) func(ir.Attr) bool {
	return func(a ir.Attr) bool {
		list, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(list.Elems, func(e ir.Attr) bool { return !match(e) })
	}
}

// operand, indices and result are entries of operation tables.
func operand(name string, c ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: c}
}

func indices(name string) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: constraint.Index, Arity: ir.Variadic}
}

func result(name string, c ir.TypeConstraint) []ir.ResultDef {
	return []ir.ResultDef{{Name: name, Type: c}}
}

// vectorType returns the type of v, nil if v is no vector.
func vectorType(v *ir.Value) *ir.VectorType {
	t, _ := v.Type().(*ir.VectorType)
	return t
}

// elementOf returns the type of the elements of a shaped type, and any other type unchanged.
func elementOf(t ir.Type) ir.Type {
	if s, ok := t.(ir.ShapedType); ok {
		return s.ElemType()
	}
	return t
}

// count returns the number of elements of a shape. It returns the largest int64 if the number is larger.
func count(shape []int64) int64 {
	n := int64(1)
	for _, extent := range shape {
		if extent > 0 && n > math.MaxInt64/extent {
			return math.MaxInt64
		}
		n *= extent
	}
	return n
}

// scalableAt reports whether dimension d of a vector is scalable.
func scalableAt(t *ir.VectorType, d int) bool { return t.Scalable != nil && t.Scalable[d] }

// withShape returns a vector type with other extents, all of fixed length.
func withShape(c *ir.Context, t *ir.VectorType, shape []int64) *ir.VectorType {
	return c.Vector(shape, nil, t.Elem)
}

// sameElement checks that operand i and the result have elements of one type. what names both in messages.
func sameElement(op *ir.Op, i int, what string) error {
	if elementOf(op.Operand(i).Type()) != elementOf(op.Result(0).Type()) {
		return op.OpErrorf(codeVector, "failed to verify that %s have same element type", what)
	}
	return nil
}

// stateAttr returns an attribute of an operation that is being made, nil if it has no attribute of that name.
func stateAttr(s *ir.OpState, name string) ir.Attr {
	for _, a := range s.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}
