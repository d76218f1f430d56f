package signature

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Verify checks the type of a function against the arguments of its entry block, and the attributes of
// arguments and results. Only private functions may lack a body.
func Verify(op *ir.Op, code diag.Code) error {
	entry, typ := op.Body(), Type(op)
	if entry == nil {
		if err := verifyDeclaration(op, code); err != nil {
			return err
		}
	}
	if err := VerifyAttrs(op, code, len(typ.Inputs), len(typ.Results)); err != nil {
		return err
	}
	if entry == nil {
		return nil
	}
	return VerifyEntry(op, entry, typ.Inputs, code)
}

// VerifyAttrs checks the attributes of a function with that many arguments and results.
func VerifyAttrs(op *ir.Op, code diag.Code, args, results int) error {
	if err := verifyArgumentAttrs(op, code, "arg_attrs", "argument", args); err != nil {
		return err
	}
	return verifyArgumentAttrs(op, code, "res_attrs", "result", results)
}

// VerifyEntry checks the arguments of a function's entry block against the types in its signature.
func VerifyEntry(op *ir.Op, entry *ir.Block, inputs []ir.Type, code diag.Code) error {
	if entry.NumArgs() != len(inputs) {
		return op.OpErrorf(code, "entry block must have %d arguments to match function signature",
			len(inputs))
	}
	for i, a := range entry.Args() {
		if t := a.Type(); t != inputs[i] {
			return op.OpErrorf(code,
				"type of entry block argument #%d('%v') must match the type of the corresponding argument "+
					"in function signature('%v')",
				i, t, inputs[i])
		}
	}
	return nil
}

// verifyDeclaration rejects a public function without a body: other modules expect its definition here.
func verifyDeclaration(op *ir.Op, code diag.Code) error {
	if v := op.StringAttr("sym_visibility"); v == "" || v == "public" {
		return op.OpErrorf(code, "symbol declaration cannot have public visibility")
	}
	return nil
}

func verifyArgumentAttrs(op *ir.Op, code diag.Code, name, what string, want int) error {
	list, ok := op.Attr(name).(*ir.ArrayAttr)
	if !ok {
		return nil
	}
	if len(list.Elems) != want {
		return op.OpErrorf(code,
			"expects %s attribute array to have the same number of elements as the number of function %ss, "+
				"got %d, but expected %d",
			what, what, len(list.Elems), want)
	}
	for _, e := range list.Elems {
		for _, a := range e.(*ir.DictAttr).Entries {
			if !strings.Contains(a.Name, ".") {
				return op.OpErrorf(code, "%ss may only have dialect attributes", what)
			}
		}
	}
	return nil
}

// VerifyCall checks the operands and results of a call of a function of that type.
func VerifyCall(op *ir.Op, typ *ir.FunctionType, code diag.Code) error {
	if op.NumOperands() != len(typ.Inputs) {
		return op.OpErrorf(code, "incorrect number of operands for callee")
	}
	for i, want := range typ.Inputs {
		if got := op.Operand(i).Type(); got != want {
			return op.OpErrorf(code,
				"operand type mismatch: expected operand type '%v', but provided '%v' for operand number %d",
				want, got, i)
		}
	}
	return verifyCallResults(op, typ, code)
}

func verifyCallResults(op *ir.Op, typ *ir.FunctionType, code diag.Code) error {
	if op.NumResults() != len(typ.Results) {
		return op.OpErrorf(code, "incorrect number of results for callee")
	}
	for i, want := range typ.Results {
		if op.Result(i).Type() != want {
			got := op.ResultTypes()
			return op.OpErrorf(code, "result type mismatch at index %d", i).
				Note(op.Span(), "      op result types: %s", constraint.TypeList(got)).
				Note(op.Span(), "function result types: %s", constraint.TypeList(typ.Results))
		}
	}
	return nil
}
