package function

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
)

var codeFunc = diag.Register("verify-func", "a function, call or return breaks a rule of the func dialect",
	"The arguments of a function's entry block, the operands of its returns and the operands and results "+
		"of its calls "+
		"must have the types that the function's signature gives; only private functions may lack a body.")

func verifyFunc(op *ir.Op) error {
	if err := signature.VerifyEager(op); err != nil {
		return err
	}
	return signature.Verify(op, codeFunc)
}

func verifyReturn(op *ir.Op) error {
	f := op.Parent()
	if !f.Is(Func) {
		return nil // the table checks the parent
	}
	want := Type(f).Results
	if op.NumOperands() != len(want) {
		return op.OpErrorf(codeFunc, "has %d operands, but enclosing function (@%s) returns %d",
			op.NumOperands(), f.SymbolName(), len(want))
	}
	for i, v := range op.Operands() {
		if v.Type() != want[i] {
			return op.Errorf(codeFunc,
				"type of return operand %d ('%v') doesn't match function result type ('%v') in function @%s",
				i, v.Type(), want[i], f.SymbolName())
		}
	}
	return nil
}

func verifyCall(op *ir.Op, t *ir.SymbolTables) error {
	ref := callee(op)
	if ref == nil {
		return op.OpErrorf(codeFunc, "requires a 'callee' symbol reference attribute")
	}
	f := t.Resolve(op, ref)
	if !f.Is(Func) {
		return op.OpErrorf(codeFunc, "'%s' does not reference a valid function", ref.Root)
	}
	return signature.VerifyCall(op, Type(f), codeFunc)
}

func verifyCallIndirect(op *ir.Op) error {
	typ, ok := op.Operand(0).Type().(*ir.FunctionType)
	if !ok {
		return nil // the table checks the operand
	}
	args := op.Operands()[1:]
	if len(args) != len(typ.Inputs) {
		return op.OpErrorf(codeFunc, "failed to verify that callee input types match argument types")
	}
	for i, v := range args {
		if v.Type() != typ.Inputs[i] {
			return op.OpErrorf(codeFunc, "failed to verify that callee input types match argument types")
		}
	}
	if op.NumResults() != len(typ.Results) {
		return op.OpErrorf(codeFunc, "failed to verify that callee result types match result types")
	}
	for i, t := range op.ResultTypes() {
		if t != typ.Results[i] {
			return op.OpErrorf(codeFunc, "failed to verify that callee result types match result types")
		}
	}
	return nil
}

func verifyConstant(op *ir.Op, t *ir.SymbolTables) error {
	ref, _ := op.Attr("value").(*ir.SymbolRefAttr)
	if ref == nil {
		return nil // the table checks the attribute
	}
	f := t.Resolve(op, ref)
	if !f.Is(Func) {
		return op.OpErrorf(codeFunc, "reference to undefined function '%s'", ref.Root)
	}
	if ir.Type(Type(f)) != op.Result(0).Type() {
		return op.OpErrorf(codeFunc, "reference to function with mismatched type")
	}
	return nil
}
