package complex

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var codeComplex = diag.Register("verify-complex", "an operation on complex numbers breaks a rule of its dialect",
	"A constant has two parts of the type of its number's parts.")

func init() { Constant.Verify = verifyConstant }

// verifyConstant checks that the value has two parts, of the type of the parts of the result.
func verifyConstant(op *ir.Op) error {
	parts, ok := op.Attr("value").(*ir.ArrayAttr)
	if !ok || len(parts.Elems) != 2 {
		return op.OpErrorf(codeComplex, "requires 'value' to be a complex constant, represented as array of two values")
	}
	elem := op.Result(0).Type().(*ir.ComplexType).Elem
	re, im := constraint.ValueType(parts.Elems[0]), constraint.ValueType(parts.Elems[1])
	if re == nil || im == nil {
		return op.OpErrorf(codeComplex, "requires attribute's elements to be float attributes")
	}
	if re != elem || im != elem {
		return op.OpErrorf(codeComplex, "requires attribute's element types ('%v', '%v') to match the element type of the op's "+
			"return type ('%v')", re, im, elem)
	}
	return nil
}
