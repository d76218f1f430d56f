package wasm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/ir"
)

var codeComplex = diag.Register("wasm-complex", "the engine wasm has no complex numbers",
	"Neither have sim and the engine cuda. The engine native has memory of complex numbers, and prints it.")

// refuseComplex returns an error at the first operation of the dialect complex, which no engine has, or else
// at the first one whose result is a complex number, or memory or a vector of them, which the engine native
// has.
func refuseComplex(module *ir.Op) error {
	for op := range module.Walk() {
		if err := complex.Refuse(op, "the engine wasm"); err != nil {
			return err
		}
	}
	for op := range module.Walk() {
		for _, v := range op.Results() {
			t := v.Type()
			if shaped, ok := t.(ir.ShapedType); ok {
				t = shaped.ElemType()
			}
			if _, isComplex := t.(*ir.ComplexType); isComplex {
				return op.Errorf(codeComplex, "'%s' has a result of type %v, which the engine wasm has not", op.Name(), v.Type()).
					Suggest("use --engine native")
			}
		}
	}
	return nil
}
