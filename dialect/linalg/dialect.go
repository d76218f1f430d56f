package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the linalg dialect.
var Dialect = &ir.Dialect{
	Name: "linalg",
	Ops: slices.Concat(
		[]*ir.OpDef{Generic, Map, Reduce, Transpose, Broadcast, Elementwise, Contract, Softmax, Pack, Unpack,
			WinogradFilter, WinogradInput, WinogradOutput, Yield, Index},
		products(), namedOps()),
	Enums: []*ir.EnumDef{IteratorType, TypeFn, ElementwiseKind},
}

var codeLinalg = diag.Register("verify-linalg", "a structured operation breaks a rule of the linalg dialect",
	"There is a map for each operand, from all loops to as many subscripts as the operand has dimensions; "+
		"every loop is a "+
		"subscript of some operand, whose extent it runs over; the extents agree; the body has an argument "+
		"for each operand and "+
		"yields an element for each output.")

// IteratorType is #linalg.iterator_type: it says whether the points along a loop write different elements.
var IteratorType = &ir.EnumDef{Dialect: "linalg", Mnemonic: "iterator_type", Cases: []ir.EnumCase{
	{Name: "parallel", Value: 0}, {Name: "reduction", Value: 1},
}}

// The cases of TypeFn.
const (
	CastSigned int64 = iota
	CastUnsigned
)

// TypeFn is #linalg.type_fn: it says how an operand is converted to the type of the output.
var TypeFn = &ir.EnumDef{Dialect: "linalg", Mnemonic: "type_fn", Cases: []ir.EnumCase{
	{Name: "cast_signed", Value: CastSigned}, {Name: "cast_unsigned", Value: CastUnsigned},
}}

// The constraints that only this dialect has.
var (
	anyShaped      = ir.TypeConstraint{Summary: "shaped of any type values", Match: isShaped}
	tensorOrMemRef = ir.TypeConstraint{
		Summary: "memref of any type values or ranked tensor of any type values", Match: isTensorOrMemRef,
	}
	anyTensor = ir.TypeConstraint{Summary: "tensor of any type values", Match: isTensor}
	mapArray  = ir.AttrConstraint{Summary: "AffineMap array attribute", Match: arrayOf[*ir.AffineMapAttr]}
	iterators = ir.AttrConstraint{Summary: "Iterator type should be an enum.", Match: isIterators}
	typeFn    = constraint.Enum(TypeFn, "allowed 32-bit signless integer cases: 0, 1")
	castAttr  = ir.AttrDef{Name: "cast", Type: typeFn, Optional: true,
		Implied: func(c *ir.Context) ir.Attr { return c.Enum(TypeFn, CastSigned) }}
)

func isShaped(t ir.Type) bool { _, ok := t.(ir.ShapedType); return ok }

func isTensor(t ir.Type) bool { _, ok := t.(*ir.TensorType); return ok }

func isTensorOrMemRef(t ir.Type) bool {
	tensor, ok := t.(*ir.TensorType)
	return ok && tensor.Ranked || constraint.IsRankedMemRef(t)
}

func arrayOf[T ir.Attr](a ir.Attr) bool {
	list, ok := a.(*ir.ArrayAttr)
	return ok && !slices.ContainsFunc(list.Elems, func(e ir.Attr) bool { _, ok := e.(T); return !ok })
}

func isIterators(a ir.Attr) bool {
	list, ok := a.(*ir.ArrayAttr)
	return ok && !slices.ContainsFunc(list.Elems, func(e ir.Attr) bool {
		enum, ok := e.(*ir.EnumAttr)
		return !ok || enum.Def != IteratorType
	})
}

// variadic are the operands and results of most structured operations.
var (
	inputsAndOutputs = []ir.OperandDef{
		{Name: "inputs", Type: constraint.AnyType, Arity: ir.Variadic},
		{Name: "outputs", Type: anyShaped, Arity: ir.Variadic},
	}
	resultTensors = []ir.ResultDef{
		{Name: "result_tensors", Type: constraint.RankedTensor, Arity: ir.Variadic}}
)

// Yield is linalg.yield: the end of a body, with an element for each output.
var Yield = &ir.OpDef{
	Name:     "linalg.yield",
	Summary:  "Linalg yield operation",
	Operands: []ir.OperandDef{{Name: "values", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:   ir.Pure | ir.ReturnLike | ir.Terminator,
	Format:   "attr-dict ($values^ `:` type($values))?",
}

// Index is linalg.index: the current iteration of one of the loops around the body.
var Index = &ir.OpDef{
	Name:    "linalg.index",
	Summary: "linalg index operation",
	Results: []ir.ResultDef{{Name: "result", Type: constraint.Index}},
	Attrs:   []ir.AttrDef{{Name: "dim", Type: constraint.NonNegativeI64}},
	Traits:  ir.Pure,
	Format:  "$dim attr-dict `:` type($result)",
}

func init() {
	Yield.Verify = verifyYield
	Index.Verify = verifyIndex
}
