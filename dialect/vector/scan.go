package vector

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Scan is vector.scan. Along one dimension, it combines every element with those before it and with the
// initial value. The second result is the combination of all.
var Scan = &ir.OpDef{
	Name:     "vector.scan",
	Summary:  "Scan operation",
	Operands: []ir.OperandDef{operand("source", someVector), operand("initial_value", anyVector)},
	Results:  []ir.ResultDef{{Name: "dest", Type: someVector}, {Name: "accumulated_value", Type: anyVector}},
	Attrs: []ir.AttrDef{
		{Name: "kind", Type: kind}, {Name: "reduction_dim", Type: constraint.I64},
		{Name: "inclusive", Type: boolean},
	},
	Traits: ir.Pure,
	Format: "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)",
	InferTypes: func(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		return []ir.Type{s.Operands[0].Type(), s.Operands[1].Type()}, nil
	},
	ResultNames: named("dest", "accumulated_value"),
	Verify:      verifyScan,
}

// named gives the results their names in the table.
func named(names ...string) func(*ir.Op, func(*ir.Value, string)) {
	return func(op *ir.Op, set func(*ir.Value, string)) {
		for i, name := range names {
			set(op.Result(i), name)
		}
	}
}

func verifyScan(op *ir.Op) error {
	if err := constraint.SameType(op, "source, dest", op.Operand(0), op.Result(0)); err != nil {
		return err
	}
	if err := constraint.SameType(op, "initial_value, accumulated_value", op.Operand(1),
		op.Result(1)); err != nil {
		return err
	}
	source, initial := vectorType(op.Operand(0)), vectorType(op.Operand(1))
	dim, _ := op.IntAttr("reduction_dim")
	rank := int64(len(source.Shape))
	switch {
	case dim >= rank:
		return op.OpErrorf(codeVector, "reduction dimension %d has to be less than %d", dim, rank)
	case dim < 0:
		return op.OpErrorf(codeVector, "reduction dimension %d must not be negative", dim)
	case int64(len(initial.Shape)) != rank-1:
		return op.OpErrorf(codeVector, "initial value rank %d has to be equal to %d", len(initial.Shape),
			rank-1)
	case !slices.Equal(slices.Delete(slices.Clone(source.Shape), int(dim), int(dim)+1), initial.Shape):
		return op.OpErrorf(codeVector, "incompatible input/initial value shapes")
	case !combines(Kind(op), source.Elem):
		return op.OpErrorf(codeVector, "unsupported reduction type '%v' for kind '%s'", source.Elem,
			caseName(CombiningKind, Kind(op)))
	}
	return nil
}

// Interleave is vector.interleave: the elements of two vectors in turn along the last dimension.
var Interleave = &ir.OpDef{
	Name:     "vector.interleave",
	Summary:  "constructs a vector by interleaving two input vectors",
	Operands: []ir.OperandDef{operand("lhs", anyVector), operand("rhs", anyVector)},
	Results:  result("result", someVector),
	Traits:   ir.Pure,
	Parse:    parseInterleave,
	Print:    printInterleave,
	Verify: func(op *ir.Op) error {
		if err := constraint.SameType(op, "lhs, rhs", op.Operand(0), op.Operand(1)); err != nil {
			return err
		}
		if resized(op.Context(), vectorType(op.Operand(0)), 2, 1) != op.Result(0).Type() {
			return op.OpErrorf(codeVector,
				"failed to verify that type of 'result' is double the width of the inputs")
		}
		return nil
	},
}

// parseInterleave parses %l, %r {attrs} : vector<4xf32> -> vector<8xf32>.
func parseInterleave(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	operands, err := p.OperandList("")
	if err != nil {
		return err
	}
	if len(operands) != 2 {
		return p.Errorf(off, "expected 2 operands, but found %d", len(operands))
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	t, err := p.ColonType()
	if err != nil {
		return err
	}
	if err := p.Punct("->"); err != nil {
		return err
	}
	to, err := p.Type()
	if err != nil {
		return err
	}
	s.Results = []ir.Type{to}
	for _, o := range operands {
		if err := resolve(p, s, o, t); err != nil {
			return err
		}
	}
	return nil
}

func printInterleave(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operands(op.Operands())
	p.AttrDict(op)
	p.Write(" : ")
	p.Type(op.Operand(0).Type())
	p.Write(" -> ")
	p.Type(op.Result(0).Type())
}

// Deinterleave is vector.deinterleave: the elements with even and those with odd subscripts along the last
// dimension.
var Deinterleave = &ir.OpDef{
	Name:     "vector.deinterleave",
	Summary:  "constructs two vectors by deinterleaving an input vector",
	Operands: []ir.OperandDef{operand("source", someVector)},
	Results:  []ir.ResultDef{{Name: "res1", Type: someVector}, {Name: "res2", Type: someVector}},
	Traits:   ir.Pure,
	Format:   "$source attr-dict `:` type($source) `->` type($res1)",
	InferTypes: func(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
		half := s.Operands[0].Type()
		if t, ok := half.(*ir.VectorType); ok && len(t.Shape) > 0 {
			half = resized(c, t, 1, 2)
		}
		return []ir.Type{half, half}, nil
	},
	ResultNames: named("res1", "res2"),
	Verify:      verifyDeinterleave,
}

func verifyDeinterleave(op *ir.Op) error {
	t := vectorType(op.Operand(0))
	switch {
	case t.Shape[len(t.Shape)-1]%2 != 0:
		return op.OpErrorf(codeVector,
			"failed to verify that the trailing dimension of the source vector has an even number of "+
				"elements")
	case resized(op.Context(), t, 1, 2) != op.Result(0).Type():
		return op.OpErrorf(codeVector,
			"failed to verify that the trailing dimension of the results is half the width of source "+
				"trailing dimension")
	}
	return constraint.SameType(op, "res1, res2", op.Result(0), op.Result(1))
}

// resized returns a vector type whose last extent is multiplied by by and divided by over. A vector without
// dimensions becomes one of extent 2.
func resized(c *ir.Context, t *ir.VectorType, by, over int64) ir.Type {
	if len(t.Shape) == 0 {
		return c.Vector([]int64{2}, nil, t.Elem)
	}
	shape := slices.Clone(t.Shape)
	last := &shape[len(shape)-1]
	*last = max(*last*by/over, 1)
	return c.Vector(shape, t.Scalable, t.Elem)
}
