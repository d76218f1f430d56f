package arith

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var codeArith = diag.Register("verify-arith", "an arith operation breaks a rule of its dialect",
	"Extensions go to wider types and truncations to narrower ones, bit casts keep the width, constants "+
		"have the type of "+
		"their value.")

func verifyConstant(op *ir.Op) error {
	value, typ := op.Attr("value"), op.Result(0).Type()
	if constraint.ValueType(value) != typ {
		return op.OpErrorf(codeArith, "failed to verify that all of {value, result} have same type")
	}
	if it, ok := typ.(*ir.IntegerType); ok && it.Sign != ir.Signless {
		return op.OpErrorf(codeArith, "integer return type must be signless")
	}
	switch value.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr, *ir.DenseElementsAttr, *ir.DenseResourceAttr, *ir.SparseElementsAttr:
	default:
		return op.OpErrorf(codeArith, "value must be an integer, float, or elements attribute")
	}
	if v, ok := typ.(*ir.VectorType); ok && v.Scalable != nil {
		if d, ok := value.(*ir.DenseElementsAttr); !ok || !d.Splat {
			return op.OpErrorf(codeArith,
				"intializing scalable vectors with elements attribute is not supported unless it's a "+
					"vector splat")
		}
	}
	return nil
}

func inferConstant(_ *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	for _, a := range s.Attrs {
		if t := constraint.ValueType(a.Value); a.Name == "value" && t != nil {
			return []ir.Type{t}, nil
		}
	}
	return nil, fmt.Errorf("expected a typed value")
}

// constantName gives constants MLIR's names: %true, %c5_i32, %c0, %cst.
func constantName(op *ir.Op, set func(*ir.Value, string)) {
	v, ok := op.Attr("value").(*ir.IntegerAttr)
	if !ok {
		set(op.Result(0), "cst")
		return
	}
	it, ok := v.Type.(*ir.IntegerType)
	switch {
	case ok && it.Width == 1 && v.Value != 0:
		set(op.Result(0), "true")
	case ok && it.Width == 1:
		set(op.Result(0), "false")
	case ok:
		set(op.Result(0), fmt.Sprintf("c%s_%v", decimal(v), it))
	default:
		set(op.Result(0), fmt.Sprintf("c%d", v.Value))
	}
}

func decimal(v *ir.IntegerAttr) string {
	if v.Big != nil {
		return v.Big.String()
	}
	return fmt.Sprint(v.Value)
}

// castTypes returns the element types of a conversion.
func castTypes(op *ir.Op) (from, to ir.Type) {
	return constraint.ElementOrSelf(op.Operand(0).Type()), constraint.ElementOrSelf(op.Result(0).Type())
}

// width returns the bits of an integer or float, 0 for other types.
func width(t ir.Type) uint32 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return t.Width()
	}
	return 0
}

// verifyWider rejects an extension that does not extend.
func verifyWider(op *ir.Op) error {
	from, to := castTypes(op)
	return checkCast(op, width(from) < width(to))
}

// verifyNarrower rejects a truncation that does not truncate.
func verifyNarrower(op *ir.Op) error {
	from, to := castTypes(op)
	return checkCast(op, width(from) > width(to))
}

// verifyCast rejects conversions between types of different shape; the table has checked the element types.
func verifyCast(op *ir.Op) error { return checkCast(op, true) }

func verifyIndexCast(op *ir.Op) error {
	from, to := elementOf(op.Operand(0).Type()), elementOf(op.Result(0).Type())
	return checkCast(op, constraint.IsIndex(from) != constraint.IsIndex(to))
}

func verifyBitcast(op *ir.Op) error {
	from, to := elementOf(op.Operand(0).Type()), elementOf(op.Result(0).Type())
	return checkCast(op, width(from) == width(to))
}

// checkCast checks that the shapes agree. elementsFit says whether the element types do.
func checkCast(op *ir.Op, elementsFit bool) error {
	if err := constraint.SameTensorDims(op, op.Operand(0), op.Result(0)); err != nil {
		return err
	}
	if !elementsFit || !sameShape(op.Operand(0).Type(), op.Result(0).Type()) {
		return incompatible(op)
	}
	return nil
}

func incompatible(op *ir.Op) error {
	return op.OpErrorf(codeArith, "operand type '%v' and result type '%v' are cast incompatible",
		op.Operand(0).Type(), op.Result(0).Type())
}

func elementOf(t ir.Type) ir.Type {
	if m, ok := t.(*ir.MemRefType); ok {
		return m.Elem
	}
	return constraint.ElementOrSelf(t)
}

// sameShape reports whether two types are of one kind and shape.
func sameShape(a, b ir.Type) bool {
	switch a := a.(type) {
	case *ir.VectorType:
		v, ok := b.(*ir.VectorType)
		return ok && slices.Equal(a.Shape, v.Shape) && slices.Equal(a.Scalable, v.Scalable)
	case *ir.TensorType:
		v, ok := b.(*ir.TensorType)
		return ok && a.Ranked == v.Ranked && a.Encoding == v.Encoding && slices.Equal(a.Shape, v.Shape)
	case *ir.MemRefType:
		v, ok := b.(*ir.MemRefType)
		return ok && a.Ranked == v.Ranked && slices.Equal(a.Shape, v.Shape)
	}
	_, shaped := b.(ir.ShapedType)
	return !shaped
}

func inferCompare(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	return []ir.Type{constraint.WithElement(c, s.Operands[0].Type(), c.I1)}, nil
}

func verifyCompare(op *ir.Op) error { return constraint.BoolShape(op, op.Operand(0), op.Result(0)) }

func inferAddExtended(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	t := s.Operands[0].Type()
	return []ir.Type{t, constraint.WithElement(c, t, c.I1)}, nil
}

func verifyAddExtended(op *ir.Op) error {
	return constraint.SameType(op, "lhs, rhs, sum", op.Operand(0), op.Operand(1), op.Result(0))
}

func verifySelect(op *ir.Op) error {
	cond := op.Operand(0).Type()
	if err := constraint.SameType(op, "true_value, false_value, result", op.Operand(1), op.Operand(2),
		op.Result(0)); err != nil {
		return err
	}
	if constraint.IsI1(cond) {
		return nil
	}
	result := op.Result(0).Type()
	if _, ok := result.(ir.ShapedType); !ok {
		return op.OpErrorf(codeArith, "failed to verify that condition is signless i1 or has matching shape")
	}
	shape := constraint.WithElement(op.Context(), result, op.Context().I1)
	if _, isMemRef := result.(*ir.MemRefType); isMemRef || !sameShape(cond, shape) {
		return op.OpErrorf(codeArith, "failed to verify that condition is signless i1 or has matching shape")
	}
	return nil
}
