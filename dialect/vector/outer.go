package vector

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// OuterProduct is vector.outerproduct: lhs[i] * rhs[j], or lhs[i] * rhs if rhs is a scalar. It combines the
// product with the accumulator if there is one.
var OuterProduct = &ir.OpDef{
	Name:    "vector.outerproduct",
	Summary: "vector outerproduct with optional fused add",
	Operands: []ir.OperandDef{
		operand("lhs", someVector), operand("rhs", constraint.AnyType),
		{Name: "acc", Type: someVector, Arity: ir.Optional},
	},
	Results: result("result", someVector),
	Attrs: []ir.AttrDef{
		{Name: "kind", Type: kind, Default: func(c *ir.Context) ir.Attr {
			return c.Enum(CombiningKind, Add)
		}}},
	Traits: ir.Pure,
	Parse:  parseOuterProduct,
	Print:  printOuterProduct,
	Verify: verifyOuterProduct,
}

// parseOuterProduct parses %l, %r, %acc {attrs} : vector<4xf32>, vector<2xf32>.
func parseOuterProduct(p ir.OpParser, s *ir.OpState) error {
	off := p.Off()
	operands, err := p.OperandList("")
	if err != nil {
		return err
	}
	if err := p.AttrDict(s); err != nil {
		return err
	}
	left, err := p.ColonType()
	if err != nil {
		return err
	}
	if err := p.Punct(","); err != nil {
		return err
	}
	right, err := p.Type()
	if err != nil {
		return err
	}
	if len(operands) < 2 || len(operands) > 3 {
		return p.Errorf(off, "expected at least 2 operands")
	}
	lhs, ok := left.(*ir.VectorType)
	if !ok || len(lhs.Shape) == 0 {
		return p.Errorf(off, "expected vector type for operand #1")
	}
	res := outerType(p.Context(), lhs, right)
	s.Results = []ir.Type{res}
	for i, o := range operands {
		if err := resolve(p, s, o, [...]ir.Type{left, right, res}[i]); err != nil {
			return err
		}
	}
	return nil
}

// outerType returns the type of an outer product, which has the first dimension of each operand.
func outerType(c *ir.Context, lhs *ir.VectorType, right ir.Type) ir.Type {
	shape, scalable := []int64{lhs.Shape[0]}, []bool{scalableAt(lhs, 0)}
	if rhs, ok := right.(*ir.VectorType); ok && len(rhs.Shape) > 0 {
		shape, scalable = append(shape, rhs.Shape[0]), append(scalable, scalableAt(rhs, 0))
	}
	return c.Vector(shape, scalable, lhs.Elem)
}

// printOuterProduct prints no attributes if there is no accumulator, as mlir-opt does.
func printOuterProduct(p ir.OpPrinter, op *ir.Op) {
	p.Write(" ")
	p.Operands(op.Operands())
	if op.NumOperands() == 3 {
		p.AttrDict(op)
	}
	p.Write(" : ")
	p.Types([]ir.Type{op.Operand(0).Type(), op.Operand(1).Type()})
}

func verifyOuterProduct(op *ir.Op) error {
	if err := sameElement(op, 0, "lhs operand and result"); err != nil {
		return err
	}
	if err := sameElement(op, 1, "rhs operand and result"); err != nil {
		return err
	}
	lhs, rhs, res := vectorType(op.Operand(0)), vectorType(op.Operand(1)), vectorType(op.Result(0))
	if len(lhs.Shape) != 1 {
		return op.OpErrorf(codeVector, "expected 1-d vector for operand #1")
	}
	if err := verifyProductShape(op, lhs, rhs, res); err != nil {
		return err
	}
	switch {
	case op.NumOperands() == 3 && op.Operand(2).Type() != ir.Type(res):
		return op.OpErrorf(codeVector, "expected operand #3 of same type as result type")
	case !combines(Kind(op), res.Elem):
		return op.OpErrorf(codeVector, "unsupported outerproduct type")
	}
	return nil
}

func verifyProductShape(op *ir.Op, lhs, rhs, res *ir.VectorType) error {
	switch {
	case rhs == nil && len(res.Shape) != 1:
		return op.OpErrorf(codeVector, "expected 1-d vector result")
	case rhs != nil && len(rhs.Shape) != 1:
		return op.OpErrorf(codeVector, "expected 1-d vector for operand #2")
	case rhs != nil && len(res.Shape) != 2:
		return op.OpErrorf(codeVector, "expected 2-d vector result")
	case lhs.Shape[0] != res.Shape[0]:
		return op.OpErrorf(codeVector, "expected #1 operand dim to match result dim #1")
	case rhs != nil && rhs.Shape[0] != res.Shape[1]:
		return op.OpErrorf(codeVector, "expected #2 operand dim to match result dim #2")
	case rhs != nil && scalableAt(lhs, 0) && !scalableAt(rhs, 0):
		return op.OpErrorf(codeVector, "expected either both or only #2 operand dim to be scalable")
	}
	return nil
}
