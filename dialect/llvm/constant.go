package llvm

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// ConstantOp is llvm.mlir.constant: a number, a string, a vector, or an array or a struct of these.
var ConstantOp = &ir.OpDef{
	Name:           "llvm.mlir.constant",
	Summary:        "defines a constant of LLVM type",
	Results:        result(anyLLVM),
	Attrs:          []ir.AttrDef{{Name: "value", Type: constraint.AnyAttr}},
	Traits:         ir.Pure | ir.ConstantLike,
	Format:         "`(` $value `)` attr-dict `:` type($res)",
	VerifiesItself: true,
	Verify:         verifyConstant,
	Fold: func(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
		return []ir.FoldResult{{Attr: op.Attr("value")}}
	},
}

// The constants without a number: all bits 0 (zero), any value (undef), poison, and an empty token.
var (
	MLIRZero   = nullary("zero", "creates a zero-initialized value of LLVM dialect type")
	MLIRUndef  = nullary("undef", "creates an undefined value of LLVM dialect type")
	MLIRPoison = nullary("poison", "creates a poison value of LLVM dialect type")
	NoneToken  = &ir.OpDef{
		Name:    "llvm.mlir.none",
		Summary: "defines a value containing an empty token to LLVM type",
		Results: result(token),
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type($res)",
	}
)

// AddressOf is llvm.mlir.addressof: the address of a global variable or a function.
var AddressOf = &ir.OpDef{
	Name:             "llvm.mlir.addressof",
	Summary:          "creates a pointer pointing to a global, alias or a function",
	Results:          result(pointer),
	Attrs:            []ir.AttrDef{{Name: "global_name", Type: constraint.FlatSymbol}},
	Traits:           ir.Pure | ir.ConstantLike,
	Format:           "$global_name attr-dict `:` qualified(type($res))",
	VerifySymbolUses: verifyAddressOf,
	Fold: func(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
		return []ir.FoldResult{{Attr: op.Attr("global_name")}}
	},
}

func init() { MLIRZero.Verify = verifyZero }

func nullary(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:    "llvm.mlir." + name,
		Summary: summary,
		Results: result(anyLLVM),
		Traits:  ir.Pure | ir.ConstantLike,
		Format:  "attr-dict `:` type($res)",
	}
}

// materialize makes the operation that yields a constant of the dialect.
func materialize(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
	if ref, ok := attr.(*ir.SymbolRefAttr); ok && IsPointer(typ) {
		return b.Create(ir.OpState{Def: AddressOf, Results: []ir.Type{typ},
			Attrs: []ir.NamedAttr{{Name: "global_name", Value: ref}}})
	}
	switch attr.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr, *ir.StringAttr, *ir.ArrayAttr, *ir.DenseElementsAttr,
		*ir.DenseResourceAttr, *ir.SparseElementsAttr:
	default:
		return nil
	}
	if !IsCompatible(typ) {
		return nil
	}
	return b.Create(ir.OpState{Def: ConstantOp, Results: []ir.Type{typ},
		Attrs: []ir.NamedAttr{{Name: "value", Value: attr}}})
}

func verifyZero(op *ir.Op) error {
	if t := op.Result(0).Type(); IsFunction(t) || IsVoid(t) || IsToken(t) || isWord(t, "label") ||
		isWord(t, "metadata") {
		return op.OpErrorf(codeLLVM, "type '%v' can't be zero-initialized", t)
	}
	return nil
}

// verifyConstant checks the attribute against the type. Each kind of attribute has a rule of its own.
func verifyConstant(op *ir.Op) error {
	t := op.Result(0).Type()
	switch a := op.Attr("value").(type) {
	case *ir.StringAttr:
		return verifyString(op, a, t)
	case *ir.ArrayAttr:
		return verifyArray(op, a, t)
	case *ir.IntegerAttr:
		if _, ok := t.(*ir.IntegerType); ok {
			return nil // upstream extends or truncates the number, as mlir-translate does
		}
		if _, ok := t.(*ir.FloatType); ok {
			return verifyIntegerAsFloat(op, a, t.(*ir.FloatType))
		}
		return op.OpErrorf(codeLLVM, "expected integer type")
	case *ir.FloatAttr:
		return verifyFloatType(op, a.Type, t)
	case *ir.DenseElementsAttr, *ir.DenseResourceAttr, *ir.SparseElementsAttr:
		return verifyElements(op, constraint.ElementsType(a), t)
	}
	return op.OpErrorf(codeLLVM, "only supports integer, float, string or elements attributes")
}

func verifyString(op *ir.Op, a *ir.StringAttr, t ir.Type) error {
	d, ok := t.(*ir.ParametricType)
	if !ok || d.Def != Array || d.IntParam(0) != int64(len(a.Value)) || !isInt(d.TypeParam(1), 8) {
		return op.OpErrorf(codeLLVM, "expected array type of %d i8 elements for the string constant",
			len(a.Value))
	}
	return nil
}

// verifyArray checks the members of a struct, or the elements of an array, one by one.
func verifyArray(op *ir.Op, a *ir.ArrayAttr, t ir.Type) error {
	if members, ok := Members(t); ok {
		if len(members) != len(a.Elems) {
			return op.OpErrorf(codeLLVM, "expected array attribute of size %d", len(members))
		}
		for i, e := range a.Elems {
			if v := constraint.ValueType(e); v != nil && v != members[i] {
				return op.OpErrorf(codeLLVM, "struct element at index %d is of wrong type", i)
			}
		}
		return nil
	}
	d, ok := t.(*ir.ParametricType)
	if !ok || d.Def != Array {
		return op.OpErrorf(codeLLVM, "expected array or struct type for array attribute")
	}
	inner := t
	for nested, isArray := d, true; isArray &&
		nested.Def == Array; nested, isArray = inner.(*ir.ParametricType) {
		inner = nested.TypeParam(1)
	}
	if _, isStruct := Members(inner); !isStruct {
		return op.OpErrorf(codeLLVM, "for array with an array attribute must have a struct element type")
	}
	if d.IntParam(0) != int64(len(a.Elems)) {
		return op.OpErrorf(codeLLVM,
			"array attribute size does not match array type size in dimension 0: %d vs. %d", len(a.Elems),
			d.IntParam(0))
	}
	return nil
}

// verifyIntegerAsFloat checks the integer that holds the bits of a float, for formats that no float attribute
// has.
func verifyIntegerAsFloat(op *ir.Op, a *ir.IntegerAttr, t *ir.FloatType) error {
	if it, ok := a.Type.(*ir.IntegerType); ok && it.Width == t.Width() && it.Sign == ir.Signless {
		return nil
	}
	return op.OpErrorf(codeLLVM, "expected integer type")
}

// verifyFloatType checks the type of a number, or of the elements of an attribute, against the type of the
// constant.
func verifyFloatType(op *ir.Op, from *ir.FloatType, t ir.Type) error {
	if IsCompatibleFloat(from) {
		if t == ir.Type(from) {
			return nil
		}
		if _, ok := t.(*ir.FloatType); ok {
			return op.OpErrorf(codeLLVM, "attribute and type have different float semantics")
		}
	}
	if isInt(t, from.Width()) {
		return nil
	}
	return op.OpErrorf(codeLLVM, "expected integer type of width %d", from.Width())
}

// verifyElementType checks the type of the elements against the elements of a vector, or of an array of
// arrays and vectors. As upstream, it does not check the element of a scalable vector.
func verifyElementType(op *ir.Op, elem, t ir.Type) error {
	for d, ok := t.(*ir.ParametricType); ok && d.Def == Array; d, ok = t.(*ir.ParametricType) {
		t = d.TypeParam(1)
	}
	if v, ok := t.(*ir.VectorType); ok {
		if v.Scalable != nil {
			return nil
		}
		t = v.Elem
	}
	switch elem := elem.(type) {
	case *ir.FloatType:
		return verifyFloatType(op, elem, t)
	case *ir.IntegerType, *ir.IndexType:
		if _, ok := t.(*ir.IntegerType); !ok {
			return op.OpErrorf(codeLLVM, "expected integer element type for integer elements attribute")
		}
	}
	return nil
}

// verifyElements checks that a vector has the shape of its elements, or that arrays are nested to that depth.
func verifyElements(op *ir.Op, elements ir.ShapedType, t ir.Type) error {
	n := ir.NumElements(elements.Dims())
	if err := verifyElementType(op, elements.ElemType(), t); err != nil {
		return err
	}
	if v, ok := t.(*ir.VectorType); ok {
		if v.Scalable == nil && ir.NumElements(v.Shape) != n {
			return op.OpErrorf(codeLLVM, "type and attribute have a different number of elements: %d vs. %d",
				ir.NumElements(v.Shape), n)
		}
		return nil
	}
	d, ok := t.(*ir.ParametricType)
	if !ok || d.Def != Array {
		return op.OpErrorf(codeLLVM, "expected vector or array type")
	}
	count := int64(1)
	for ok && d.Def == Array {
		count *= d.IntParam(0)
		elem := d.TypeParam(1)
		if v, isVector := elem.(*ir.VectorType); isVector {
			count *= ir.NumElements(v.Shape)
		}
		d, ok = elem.(*ir.ParametricType)
	}
	if count != n {
		return op.OpErrorf(codeLLVM, "type and attribute have a different number of elements: %d vs. %d",
			count, n)
	}
	return nil
}

func verifyAddressOf(op *ir.Op, t *ir.SymbolTables) error {
	ref := op.Attr("global_name").(*ir.SymbolRefAttr)
	target := t.Resolve(op, ref)
	if !target.Is(GlobalOp) && !target.Is(Func) {
		return op.OpErrorf(codeLLVM,
			"must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or "+
				"'llvm.mlir.ifunc'")
	}
	if space, _ := target.IntAttr("addr_space"); target.Is(GlobalOp) {
		if got, _ := AddressSpace(op.Result(0).Type()); got != space {
			return op.OpErrorf(codeLLVM,
				"pointer address space must match address space of the referenced global or alias")
		}
	}
	return nil
}
