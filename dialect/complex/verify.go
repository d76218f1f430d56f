package complex

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var codeComplex = diag.Register("verify-complex",
	"an operation on complex numbers breaks a rule of its dialect",
	"A constant has two parts of the type of its number's parts. A bitcast is between a complex number and "+
		"an integer or float that has as "+
		"many bits.")

func init() {
	Constant.Verify, Constant.VerifiesItself = verifyConstant, true
	Bitcast.Verify, Bitcast.VerifiesItself = verifyBitcast, true
}

// verifyConstant checks that the value has two parts, of the type of the parts of the result.
func verifyConstant(op *ir.Op) error {
	parts, ok := op.Attr("value").(*ir.ArrayAttr)
	if !ok || len(parts.Elems) != 2 {
		return op.OpErrorf(codeComplex,
			"requires 'value' to be a complex constant, represented as array of two values")
	}
	elem := op.Result(0).Type().(*ir.ComplexType).Elem
	re, im := partType(parts.Elems[0]), partType(parts.Elems[1])
	if re == nil || im == nil {
		return op.OpErrorf(codeComplex, "requires attribute's elements to be float or integer attributes")
	}
	if re != elem || im != elem {
		return op.OpErrorf(codeComplex,
			"requires attribute's element types ('%v', '%v') to match the element type of the op's "+
				"return type ('%v')", re, im, elem)
	}
	return nil
}

// partType returns the type of an attribute that may be a part of a constant, else nil.
func partType(a ir.Attr) ir.Type {
	switch a.(type) {
	case *ir.FloatAttr, *ir.IntegerAttr:
		return constraint.ValueType(a)
	}
	return nil
}

// verifyBitcast checks that either the operand or the result is a complex number, and that both have the same
// number of bits. A cast to the same type is always valid.
func verifyBitcast(op *ir.Op) error {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	if from == to {
		return nil
	}
	fromWidth, toWidth := width(from), width(to)
	switch {
	case fromWidth == 0:
		return op.OpErrorf(codeComplex, "operand must be int/float/complex")
	case toWidth == 0:
		return op.OpErrorf(codeComplex, "result must be int/float/complex")
	case isComplex(from) == isComplex(to):
		return op.OpErrorf(codeComplex, "requires that either input or output has a complex type")
	case fromWidth != toWidth:
		return op.OpErrorf(codeComplex, "casting bitwidths do not match")
	}
	return nil
}

// width returns the number of bits of an integer, a float, or a complex number of these. It is 0 for other
// types.
func width(t ir.Type) uint32 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return t.Width()
	case *ir.ComplexType:
		return 2 * width(t.Elem)
	}
	return 0
}
