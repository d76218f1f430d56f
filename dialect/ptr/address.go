package ptr

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// ConstantOp is ptr.constant: a pointer that is known at compile time.
var ConstantOp = &ir.OpDef{
	Name:       "ptr.constant",
	Summary:    "pointer that is known now",
	Results:    result("result", pointer),
	Attrs:      []ir.AttrDef{{Name: "value", Type: constraint.Typed}},
	Traits:     ir.Pure | ir.ConstantLike,
	Format:     "attr-dict $value",
	InferTypes: inferConstant,
	Verify: func(op *ir.Op) error {
		if constraint.ValueType(op.Attr("value")) != op.Result(0).Type() {
			return op.OpErrorf(codePtr, "failed to verify that all of {value, result} have same type")
		}
		return nil
	},
}

func inferConstant(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	for _, a := range s.Attrs {
		if a.Name == "value" {
			return []ir.Type{constraint.ValueType(a.Value)}, nil
		}
	}
	return nil, nil
}

// materialize makes the constant attr of type typ.
func materialize(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
	if a, ok := attr.(*ir.ParametricAttr); !ok || a.ValueType() != typ || !IsPointer(typ) {
		return nil
	}
	return b.Create(ir.OpState{Def: ConstantOp, Results: []ir.Type{typ},
		Attrs: []ir.NamedAttr{{Name: "value", Value: attr}}})
}

// TypeOffset is ptr.type_offset: the distance in bytes between consecutive elements of a type.
var TypeOffset = &ir.OpDef{
	Name:    "ptr.type_offset",
	Summary: "distance of elements of a type that follow each other",
	Results: result("result", constraint.IntegerOrIndex),
	Attrs:   []ir.AttrDef{{Name: "elementType", Type: constraint.AnyTypeAttr}},
	Traits:  ir.Pure,
	Format:  "$elementType attr-dict `:` type($result)",
}

// AddFlags says which overflow an addition of an offset does not have. DiffFlags says the same of a
// difference.
var (
	AddFlags = &ir.EnumDef{Dialect: "ptr", Mnemonic: "ptr_add_flags", Integer: true, Width: 32,
		Cases: []ir.EnumCase{{Name: "none", Value: 0}, {Name: "nusw", Value: 1}, {Name: "nuw", Value: 2},
			{Name: "inbounds", Value: 3}}}
	DiffFlags = &ir.EnumDef{Dialect: "ptr", Mnemonic: "ptr_diff_flags", Integer: true, Width: 8, Bits: true,
		Separator: "|",
		Cases:     []ir.EnumCase{{Name: "none", Value: 0}, {Name: "nuw", Value: 1}, {Name: "nsw", Value: 2}}}
)

// flags is an attribute that is a case, or a set of cases, of an enumeration. It is 0 if it is missing.
func flags(e *ir.EnumDef, summary string) []ir.AttrDef {
	t := constraint.Enum(e, summary)
	t.Match = func(a ir.Attr) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && isInteger(i.Type, e.Width) && i.Value >= 0 && i.Value <= 3
	}
	return []ir.AttrDef{
		{Name: "flags", Type: t, Default: func(c *ir.Context) ir.Attr {
			return c.Int(c.Integer(e.Width), 0)
		}}}
}

func isInteger(t ir.Type, width uint32) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == width && i.Sign == ir.Signless
}

// PtrAdd is ptr.ptr_add: the address offset bytes behind base.
var PtrAdd = &ir.OpDef{
	Name:       "ptr.ptr_add",
	Summary:    "address some bytes behind another",
	Operands:   []ir.OperandDef{operand("base", pointers), operand("offset", integers)},
	Results:    result("result", pointers),
	Attrs:      flags(AddFlags, "Pointer add flags"),
	Traits:     ir.Pure,
	Format:     "($flags^)? $base `,` $offset attr-dict `:` type($base) `,` type($offset)",
	InferTypes: inferPtrAdd,
	Verify:     verifyPtrAdd,
	Fold:       foldPtrAdd,
}

// inferPtrAdd gives the result the shape of the operand that has one.
func inferPtrAdd(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	base := s.Operands[0].Type()
	if t := sumType(c, base, s.Operands[1].Type()); t != nil {
		return []ir.Type{t}, nil
	}
	return []ir.Type{base}, nil // the verifier rejects it
}

// sumType returns the type of base + offset, nil if their types cannot be added.
func sumType(c *ir.Context, base, offset ir.Type) ir.Type {
	baseKind, baseShape, _ := shaped(base)
	offsetKind, _, _ := shaped(offset)
	switch {
	case offsetKind == scalar:
		return base
	case baseShape == nil:
		return constraint.WithElement(c, offset, base)
	case baseKind == offsetKind && sameShape(base, offset):
		return base
	}
	return nil
}

func verifyPtrAdd(op *ir.Op) error {
	base, offset, got := op.Operand(0).Type(), op.Operand(1).Type(), op.Result(0).Type()
	want := sumType(op.Context(), base, offset)
	if want == nil {
		a, _, _ := shaped(base)
		if b, _, _ := shaped(offset); a != b {
			return op.Errorf(codePtr, "the shaped containers type must match")
		}
		return op.Errorf(codePtr, "shapes of base and offset must match")
	}
	if want != got {
		return op.OpErrorf(codePtr,
			"inferred type(s) '%v' are incompatible with return type(s) of operation '%v'", want, got)
	}
	return nil
}

func foldPtrAdd(op *ir.Op, consts []ir.Attr) []ir.FoldResult {
	if !isZero(consts[1]) || op.Operand(0).Type() != op.Result(0).Type() {
		return nil
	}
	return []ir.FoldResult{{Value: op.Operand(0)}}
}

// isZero reports whether an attribute is the integer 0, or a vector of zeros.
func isZero(a ir.Attr) bool {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return a.Big == nil && a.Value == 0
	case *ir.DenseElementsAttr:
		for i := range len(a.Data) {
			if a.Data[i] != 0 {
				return false
			}
		}
		return a.Splat
	}
	return false
}

// PtrDiff is ptr.ptr_diff: the number of bytes from rhs to lhs.
var PtrDiff = &ir.OpDef{
	Name:     "ptr.ptr_diff",
	Summary:  "number of bytes between two pointers",
	Operands: []ir.OperandDef{operand("lhs", pointers), operand("rhs", pointers)},
	Results:  result("result", integers),
	Attrs:    flags(DiffFlags, "Pointer difference flags"),
	TypesMatch: []ir.TypesMatch{
		{From: "lhs", To: "rhs", Summary: "all of {lhs, rhs} have same type", Type: itself}},
	Traits: ir.Pure | ir.SameOperandsShape,
	Format: "($flags^)? $lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)",
	Verify: func(op *ir.Op) error {
		a, _, _ := shaped(op.Operand(0).Type())
		if b, _, _ := shaped(op.Result(0).Type()); a != b {
			return op.Errorf(codePtr,
				"expected the result to have the same container type as the operands when operands are "+
					"shaped")
		}
		return nil
	},
}
