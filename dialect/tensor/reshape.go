package tensor

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/reassociation"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Reassociation returns the groups of dimensions of a CollapseShape or an ExpandShape. Group i corresponds to
// dimension i of the side with fewer dimensions.
func Reassociation(op *ir.Op) [][]int64 { return reassociation.Of(op) }

// CollapseShape is tensor.collapse_shape: it joins each group of dimensions into one.
var CollapseShape = &ir.OpDef{
	Name:        "tensor.collapse_shape",
	Summary:     "operation to produce a tensor with a smaller rank",
	Operands:    []ir.OperandDef{operand("src", anyTensor)},
	Results:     result("result", anyTensor),
	Attrs:       []ir.AttrDef{{Name: "reassociation", Type: reassociation.Constraint}},
	Traits:      ir.Pure,
	Format:      "$src $reassociation attr-dict `:` type($src) `into` type($result)",
	ResultNames: named("collapsed"),
	Verify: func(op *ir.Op) error {
		return verifyGroups(op, typeOf(op.Result(0)), typeOf(op.Operand(0)))
	},
}

// ExpandShape is tensor.expand_shape: it splits each dimension into a group. The operands behind the tensor
// are the dynamic extents.
var ExpandShape = &ir.OpDef{
	Name:     "tensor.expand_shape",
	Summary:  "operation to produce a tensor with a higher rank",
	Operands: []ir.OperandDef{operand("src", anyTensor), indices("output_shape")},
	Results:  result("result", anyTensor),
	Attrs: []ir.AttrDef{{Name: "reassociation", Type: reassociation.Constraint},
		{Name: "static_output_shape", Type: constraint.I64Array}},
	Traits:      ir.Pure,
	ResultNames: named("expanded"),
	Parse:       parseExpandShape,
	Print: func(p ir.OpPrinter, op *ir.Op) {
		reassociation.PrintExpand(p, op)
		printTypes(p, op.Operand(0), "into", op.Result(0))
	},
	Verify: verifyExpandShape,
}

func parseExpandShape(p ir.OpParser, s *ir.OpState) error {
	src, sizes, err := reassociation.ParseExpand(p, s)
	if err != nil {
		return err
	}
	from, to, err := parseTypes(p, "into")
	if err != nil {
		return err
	}
	s.Results = []ir.Type{to}
	return resolve(p, s, append([]ir.UnresolvedOperand{src}, sizes...), from)
}

// resolve adds operands. The first one is a tensor of type t, and the others are extents.
func resolve(p ir.OpParser, s *ir.OpState, names []ir.UnresolvedOperand, t ir.Type) error {
	for _, name := range names {
		v, err := p.Resolve(name, t)
		if err != nil {
			return err
		}
		s.Operands, t = append(s.Operands, v), p.Context().Index
	}
	return nil
}

func verifyExpandShape(op *ir.Op) error {
	small, large := typeOf(op.Operand(0)), typeOf(op.Result(0))
	if err := verifyGroups(op, small, large); err != nil {
		return err
	}
	static := op.Ints("static_output_shape")
	if len(static) != len(large.Shape) {
		return op.OpErrorf(codeTensor,
			"expected number of static shape dims to be equal to the output rank (%d) but found %d inputs "+
				"instead",
			len(large.Shape), len(static))
	}
	if got, want := op.NumOperands()-1, dynamicDims(static); got != want {
		return op.OpErrorf(codeTensor, "mismatch in dynamic dims in output_shape and static_output_shape: "+
			"static_output_shape has %d dynamic dims while output_shape has %d values", want, got)
	}
	for d, extent := range large.Shape {
		if extent != ir.Dynamic && static[d] != ir.Dynamic && extent != static[d] {
			return op.OpErrorf(codeTensor,
				"the result has %d elements in dimension %d, but 'output_shape' says %d", extent, d,
				static[d])
		}
	}
	return nil
}

// verifyGroups checks the types of both sides of a reshape against its groups.
func verifyGroups(op *ir.Op, small, large *ir.TensorType) error {
	if !small.Ranked || !large.Ranked {
		return op.OpErrorf(codeTensor, "expected ranked tensors on both sides")
	}
	if len(large.Shape) < len(small.Shape) {
		return op.OpErrorf(codeTensor,
			"expected the expanded type, '%v' to have a higher (or same) rank than the collapsed type, '%v'.",
			large, small)
	}
	groups := Reassociation(op)
	if len(groups) != len(small.Shape) {
		return op.OpErrorf(codeTensor,
			"expected collapsed rank (%d) to equal the number of reassociation maps (%d).",
			len(small.Shape), len(groups))
	}
	if err := verifyContiguous(op, groups, len(large.Shape)); err != nil {
		return err
	}
	for i, want := range reassociation.Joined(large.Shape, groups) {
		switch got := small.Shape[i]; {
		case got == want:
		case want == ir.Dynamic:
			return op.OpErrorf(codeTensor,
				"expected dimension %d of collapsed type to be dynamic since one or more of the "+
					"corresponding "+
					"dimensions in the expanded type is dynamic", i)
		default:
			return op.OpErrorf(codeTensor, "expected dimension %d of collapsed type to be static value of %d",
				i, want)
		}
	}
	if small.Elem != large.Elem {
		return op.OpErrorf(codeTensor, "expected collapsed type to be '%v', but got '%v'",
			op.Context().Tensor(small.Shape, large.Elem, nil), small)
	}
	return nil
}

// verifyContiguous checks that the groups together are all dimensions below rank, in order. If there are no
// groups, all extents must be 1.
func verifyContiguous(op *ir.Op, groups [][]int64, rank int) error {
	next := int64(0)
	for i, group := range groups {
		for _, d := range group {
			if d != next {
				return op.OpErrorf(codeTensor, "expected reassociation map #%d to be valid and contiguous.",
					i)
			}
			next++
		}
	}
	if len(groups) > 0 && next != int64(rank) {
		return op.OpErrorf(codeTensor,
			"expected reassociation map #0 to have size equal to the expanded rank (%d), but it is  %d.",
			rank, next)
	}
	if large := largerShape(op); len(groups) == 0 &&
		slices.ContainsFunc(large, func(d int64) bool { return d != 1 }) {
		return op.OpErrorf(codeTensor,
			"a tensor of rank 0 has one element, and becomes or comes from one with extents of 1 only")
	}
	return nil
}

// largerShape returns the extents of the side of a reshape with more dimensions.
func largerShape(op *ir.Op) []int64 {
	from, to := typeOf(op.Operand(0)).Shape, typeOf(op.Result(0)).Shape
	if len(from) > len(to) {
		return from
	}
	return to
}

// Reshape is tensor.reshape: a tensor with the same elements, in row-major order, and another shape. The
// elements of a second tensor are the extents.
var Reshape = &ir.OpDef{
	Name:        "tensor.reshape",
	Summary:     "tensor reshape operation",
	Operands:    []ir.OperandDef{operand("source", anyTensor), operand("shape", shapeVector)},
	Results:     result("result", anyTensor),
	Traits:      ir.Pure,
	Format:      "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
	ResultNames: named("reshape"),
	Verify:      verifyReshape,
}

var shapeVector = ir.TypeConstraint{Summary: "1D tensor of signless integer or index values",
	Match: func(t ir.Type) bool {
		n, ok := t.(*ir.TensorType)
		return ok && n.Ranked && len(n.Shape) == 1 && constraint.IsSignlessIntegerOrIndex(n.Elem)
	}}

func verifyReshape(op *ir.Op) error {
	from, to, shape := typeOf(op.Operand(0)), typeOf(op.Result(0)), typeOf(op.Operand(1)).Shape[0]
	switch {
	case from.Elem != to.Elem:
		return op.OpErrorf(codeTensor,
			"element types of source and destination tensor types should be the same")
	case !to.Ranked:
		return nil
	case isStatic(from) && isStatic(to) && ir.NumElements(from.Shape) != ir.NumElements(to.Shape):
		return op.OpErrorf(codeTensor,
			"source and destination tensor should have the same number of elements")
	case shape == ir.Dynamic:
		return op.OpErrorf(codeTensor,
			"cannot use shape operand with dynamic length to reshape to statically-ranked tensor type")
	case shape != int64(len(to.Shape)):
		return op.OpErrorf(codeTensor, "length of shape operand differs from the result's tensor rank")
	}
	return nil
}

func isStatic(t *ir.TensorType) bool { return t.Ranked && dynamicDims(t.Shape) == 0 }

// Bitcast is tensor.bitcast: a tensor of the same bits, as elements of another type.
var Bitcast = &ir.OpDef{
	Name:     "tensor.bitcast",
	Summary:  "tensor bitcast operation",
	Operands: []ir.OperandDef{operand("source", bitsTensor)},
	Results:  result("dest", bitsTensor),
	Traits:   ir.Pure,
	Format:   "$source attr-dict `:` type($source) `to` type($dest)",
	Verify:   verifyBitcast,
}

var bitsTensor = ir.TypeConstraint{
	Summary: "tensor of signless integer or unsigned integer or signed integer or floating-point values",
	Match: func(t ir.Type) bool {
		n, ok := t.(*ir.TensorType)
		return ok && bits(n.Elem) > 0
	},
}

// bits returns the width of a number, 0 for other types.
func bits(t ir.Type) uint32 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return uint32(t.Width())
	}
	return 0
}

func verifyBitcast(op *ir.Op) error {
	from, to := typeOf(op.Operand(0)), typeOf(op.Result(0))
	if bits(from.Elem) != bits(to.Elem) ||
		from.Ranked && to.Ranked && !ir.CompatibleShapes(from.Shape, to.Shape) {
		return op.OpErrorf(codeTensor, "operand type '%v' and result type '%v' are cast incompatible", from,
			to)
	}
	return nil
}
