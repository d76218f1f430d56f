package tensor

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Empty is tensor.empty: a tensor with undefined elements. Operands are the dynamic extents.
var Empty = &ir.OpDef{
	Name:           "tensor.empty",
	Summary:        "empty tensor operation",
	Operands:       []ir.OperandDef{indices("dynamicSizes")},
	Results:        result("result", constraint.RankedTensor),
	Traits:         ir.Pure,
	Format:         "`(` $dynamicSizes `)` attr-dict `:` type($result)",
	VerifiesItself: true,
	Verify:         verifySizes(0),
}

// Splat is tensor.splat: a tensor whose elements are all one value. The operands behind it are the dynamic
// extents.
var Splat = &ir.OpDef{
	Name:     "tensor.splat",
	Summary:  "tensor splat or broadcast operation",
	Operands: []ir.OperandDef{operand("input", constraint.AnyType), indices("dynamicSizes")},
	Results:  result("aggregate", constraint.RankedTensor),
	Traits:   ir.Pure,
	TypesMatch: []ir.TypesMatch{
		elementOf("aggregate", "input", "operand type matches element type of result")},
	Format:      "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)",
	ResultNames: named("splat"),
	Verify:      verifySizes(1),
}

// verifySizes checks that the operands from the first on are the dynamic extents of the result.
func verifySizes(first int) func(op *ir.Op) error {
	return func(op *ir.Op) error {
		got, want := op.NumOperands()-first, dynamicDims(typeOf(op.Result(0)).Shape)
		if got != want {
			return op.OpErrorf(codeTensor, "incorrect number of dynamic sizes, has %d, expected %d", got,
				want)
		}
		return nil
	}
}

// FromElements is tensor.from_elements: a tensor of the given elements, in row-major order.
var FromElements = &ir.OpDef{
	Name:        "tensor.from_elements",
	Summary:     "tensor from elements operation",
	Operands:    []ir.OperandDef{{Name: "elements", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:     result("result", fixed),
	Traits:      ir.Pure,
	Parse:       parseFromElements,
	Print:       printFromElements,
	ResultNames: named("from_elements"),
	Verify:      verifyFromElements,
}

// parseFromElements parses elements [attributes] : type. The types of the elements follow from that type.
func parseFromElements(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	names, err := p.OperandList("")
	if err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	n, ok := t.(*ir.TensorType)
	if !ok {
		return p.Errorf(off, "expected a tensor type")
	}
	for _, name := range names {
		v, err := p.Resolve(name, n.Elem)
		if err != nil {
			return err
		}
		s.Operands = append(s.Operands, v)
	}
	s.Results = []ir.Type{t}
	return nil
}

func printFromElements(p ir.OpPrinter, op *ir.Op) {
	if op.NumOperands() > 0 {
		p.Write(" ")
	}
	p.Operands(op.Operands())
	p.AttrDict(op)
	p.Write(" : ")
	p.Type(op.Result(0).Type())
}

func verifyFromElements(op *ir.Op) error {
	t := typeOf(op.Result(0))
	for _, v := range op.Operands() {
		if v.Type() != t.Elem {
			return op.OpErrorf(codeTensor, "failed to verify that operand types match result element type")
		}
	}
	if got, want := int64(op.NumOperands()), ir.NumElements(t.Shape); got != want {
		return op.OpErrorf(codeTensor, "has %d elements, expected %d", got, want)
	}
	return nil
}

// Extract is tensor.extract: an element of a tensor. The operands behind the tensor are the subscripts.
var Extract = &ir.OpDef{
	Name:        "tensor.extract",
	Summary:     "element extraction operation",
	Operands:    []ir.OperandDef{operand("tensor", constraint.RankedTensor), indices("indices")},
	Results:     result("result", constraint.AnyType),
	TypesMatch:  []ir.TypesMatch{elementOf("tensor", "result", "result type matches element type of tensor")},
	Effects:     none,
	Format:      "$tensor `[` $indices `]` attr-dict `:` type($tensor)",
	ResultNames: named("extracted"),
	Verify: func(op *ir.Op) error {
		if op.NumOperands()-1 != len(typeOf(op.Operand(0)).Shape) {
			return op.OpErrorf(codeTensor, "incorrect number of indices for extract_element")
		}
		return nil
	},
}

// Insert is tensor.insert: a tensor after one element is replaced. Operand 0 is the element, 1 the tensor,
// and those behind it are the subscripts.
var Insert = &ir.OpDef{
	Name:    "tensor.insert",
	Summary: "element insertion operation",
	Operands: []ir.OperandDef{operand("scalar", constraint.AnyType),
		operand("dest", constraint.RankedTensor), indices("indices")},
	Results: result("result", constraint.RankedTensor),
	TypesMatch: []ir.TypesMatch{sameAs("dest", "result", "result type matches type of dest"),
		elementOf("dest", "scalar", "scalar type matches element type of dest")},
	Effects:     none,
	Format:      "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)",
	ResultNames: named("inserted"),
	Verify: func(op *ir.Op) error {
		if op.NumOperands()-2 != len(typeOf(op.Operand(1)).Shape) {
			return op.OpErrorf(codeTensor, "incorrect number of indices")
		}
		return nil
	},
}

// sameAs is the rule that a value has the type of another.
func sameAs(from, to, summary string) ir.TypesMatch {
	return ir.TypesMatch{From: from, To: to, Summary: summary,
		Type: func(_ *ir.Context, t ir.Type) ir.Type { return t }}
}

// none is the Effects of operations that have no effects. A pass must not run them where the program would
// not run them, because subscripts may be out of bounds.
func none(*ir.Op, func(ir.Effect)) {}

// Dim is tensor.dim: the extent of a dimension.
var Dim = &ir.OpDef{
	Name:        "tensor.dim",
	Summary:     "dimension index operation",
	Operands:    []ir.OperandDef{operand("source", withDims), operand("index", constraint.Index)},
	Results:     result("result", constraint.Index),
	Effects:     none,
	Format:      "attr-dict $source `,` $index `:` type($source)",
	ResultNames: named("dim"),
}

// Rank is tensor.rank: the number of dimensions.
var Rank = &ir.OpDef{
	Name:        "tensor.rank",
	Summary:     "rank operation",
	Operands:    []ir.OperandDef{operand("tensor", anyTensor)},
	Results:     result("", constraint.Index),
	Traits:      ir.Pure,
	Format:      "$tensor attr-dict `:` type($tensor)",
	ResultNames: named("rank"),
}

// Cast is tensor.cast: the same tensor with more or fewer extents in its type.
var Cast = &ir.OpDef{
	Name:        "tensor.cast",
	Summary:     "tensor cast operation",
	Operands:    []ir.OperandDef{operand("source", anyTensor)},
	Results:     result("dest", anyTensor),
	Traits:      ir.Pure,
	Format:      "$source attr-dict `:` type($source) `to` type($dest)",
	ResultNames: named("cast"),
	Verify: func(op *ir.Op) error {
		from, to := typeOf(op.Operand(0)), typeOf(op.Result(0))
		if from.Elem != to.Elem || from.Ranked && to.Ranked && !ir.CompatibleShapes(from.Shape, to.Shape) {
			return op.OpErrorf(codeTensor, "operand type '%v' and result type '%v' are cast incompatible",
				from, to)
		}
		return nil
	},
}
