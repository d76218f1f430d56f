package function

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var codeFunc = diag.Register("verify-func", "a function, call or return breaks a rule of the func dialect",
	"The arguments of a function's entry block, the operands of its returns and the operands and results of its calls "+
		"must have the types that the function's signature gives; only private functions may lack a body.")

func verifyFunc(op *ir.Op) error {
	typ := Type(op)
	if err := verifyArgumentAttrs(op, "arg_attrs", "argument", len(typ.Inputs)); err != nil {
		return err
	}
	if err := verifyArgumentAttrs(op, "res_attrs", "result", len(typ.Results)); err != nil {
		return err
	}
	entry := op.Body()
	if entry == nil {
		return verifyDeclaration(op)
	}
	if entry.NumArgs() != len(typ.Inputs) {
		return op.OpErrorf(codeFunc, "entry block must have %d arguments to match function signature", len(typ.Inputs))
	}
	for i, t := range entry.ArgTypes() {
		if t != typ.Inputs[i] {
			return op.OpErrorf(codeFunc,
				"type of entry block argument #%d('%v') must match the type of the corresponding argument in function signature('%v')",
				i, t, typ.Inputs[i])
		}
	}
	return nil
}

// verifyDeclaration rejects functions that promise a definition to others and have none.
func verifyDeclaration(op *ir.Op) error {
	if v := op.StringAttr("sym_visibility"); v == "" || v == "public" {
		return op.OpErrorf(codeFunc, "symbol declaration cannot have public visibility")
	}
	return nil
}

func verifyArgumentAttrs(op *ir.Op, name, what string, want int) error {
	list, ok := op.Attr(name).(*ir.ArrayAttr)
	if !ok {
		return nil
	}
	if len(list.Elems) != want {
		return op.OpErrorf(codeFunc,
			"expects %s attribute array to have the same number of elements as the number of function %ss, got %d, but expected %d",
			what, what, len(list.Elems), want)
	}
	for _, e := range list.Elems {
		for _, a := range e.(*ir.DictAttr).Entries {
			if !strings.Contains(a.Name, ".") {
				return op.OpErrorf(codeFunc, "%ss may only have dialect attributes", what)
			}
		}
	}
	return nil
}

func verifyReturn(op *ir.Op) error {
	f := op.Parent()
	if !f.Is(Func) {
		return nil // the parent is checked by the table
	}
	want := Type(f).Results
	if op.NumOperands() != len(want) {
		return op.OpErrorf(codeFunc, "has %d operands, but enclosing function (@%s) returns %d",
			op.NumOperands(), f.SymbolName(), len(want))
	}
	for i, v := range op.Operands() {
		if v.Type() != want[i] {
			return op.Errorf(codeFunc, "type of return operand %d ('%v') doesn't match function result type ('%v') in function @%s",
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
	typ := Type(f)
	if op.NumOperands() != len(typ.Inputs) {
		return op.OpErrorf(codeFunc, "incorrect number of operands for callee")
	}
	for i, v := range op.Operands() {
		if v.Type() != typ.Inputs[i] {
			return op.OpErrorf(codeFunc, "operand type mismatch: expected operand type '%v', but provided '%v' for operand number %d",
				typ.Inputs[i], v.Type(), i)
		}
	}
	return verifyCallResults(op, typ)
}

func verifyCallResults(op *ir.Op, typ *ir.FunctionType) error {
	if op.NumResults() != len(typ.Results) {
		return op.OpErrorf(codeFunc, "incorrect number of results for callee")
	}
	got := op.ResultTypes()
	for i := range got {
		if got[i] != typ.Results[i] {
			return op.OpErrorf(codeFunc, "result type mismatch at index %d", i).
				Note(op.Span(), "      op result types: %s", constraint.TypeList(got)).
				Note(op.Span(), "function result types: %s", constraint.TypeList(typ.Results))
		}
	}
	return nil
}

func verifyCallIndirect(op *ir.Op) error {
	typ, ok := op.Operand(0).Type().(*ir.FunctionType)
	if !ok {
		return nil // the operand is checked by the table
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
		return nil // the attribute is checked by the table
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
