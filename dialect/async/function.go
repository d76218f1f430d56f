package async

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Func is async.func: a function whose calls do not wait for its body. Its results are an optional token,
// which stands first, and values whose payloads its async.return has.
var Func = &ir.OpDef{
	Name:    "async.func",
	Summary: "async function operation",
	Attrs: append([]ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "function_type", Type: constraint.FunctionTypeAttr},
		{Name: "sym_visibility", Type: constraint.String, Optional: true},
	}, signature.Attrs...),
	Regions:        []ir.RegionDef{{Name: "body", Any: true}},
	Traits:         ir.IsolatedFromAbove | ir.IsSymbol,
	DefaultDialect: "async",
	Parse:          signature.ParseFunction,
	Print:          signature.PrintFunction,
	Verify:         verifyFunc,
}

// Call is async.call: a call of an async.func. The call of a lazy function makes a task that has not started.
var Call = &ir.OpDef{
	Name:             "async.call",
	Summary:          "async call operation",
	Operands:         []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:          []ir.ResultDef{{Type: tokenOrValue, Arity: ir.Variadic}},
	Attrs:            append([]ir.AttrDef{{Name: "callee", Type: constraint.FlatSymbol}}, signature.Attrs...),
	Format:           "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
	VerifySymbolUses: verifyCall,
	Callee:           callee,
	Async:            always,
	AsyncToken:       callToken,
}

// Return is async.return: the end of an async.func, with the payloads of its values.
var Return = &ir.OpDef{
	Name:      "async.return",
	Summary:   "async function return operation",
	Operands:  []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Traits:    ir.Pure | ir.ReturnLike | ir.Terminator,
	HasParent: []string{"async.func"},
	Format:    "attr-dict ($operands^ `:` type($operands))?",
}

func init() { Return.Verify = verifyReturn }

func callee(op *ir.Op) *ir.SymbolRefAttr {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	return ref
}

// callToken returns the token of a call, nil if the function has only values.
func callToken(op *ir.Op) *ir.Value {
	if op.NumResults() > 0 && IsToken(op.Result(0).Type()) {
		return op.Result(0)
	}
	return nil
}

func verifyFunc(op *ir.Op) error {
	if err := signature.VerifyLazy(op); err != nil {
		return err
	}
	if err := signature.Verify(op, codeAsync); err != nil {
		return err
	}
	results := signature.Type(op).Results
	if len(results) == 0 {
		return op.OpErrorf(codeAsync, "result is expected to be at least of size 1, but got 0")
	}
	for i, t := range results {
		switch {
		case IsToken(t) && i > 0:
			return op.OpErrorf(codeAsync,
				" results' (optional) async token type is expected to appear as the 1st return value, but "+
					"got %d", i+1)
		case !isTokenOrValue(t):
			return op.OpErrorf(codeAsync,
				"result type must be async value type or async token type, but got '%v'", t)
		}
	}
	return nil
}

// verifyReturn checks that the operands are the payloads of the function's values.
func verifyReturn(op *ir.Op) error {
	f := op.Parent()
	if !f.Is(Func) {
		return nil // the table checks the parent
	}
	var want []ir.Type
	for _, t := range signature.Type(f).Results {
		if payload := Payload(t); payload != nil {
			want = append(want, payload)
		}
	}
	got := make([]ir.Type, op.NumOperands())
	for i, v := range op.Operands() {
		got[i] = v.Type()
	}
	if !slices.Equal(got, want) {
		return op.OpErrorf(codeAsync, "operand types do not match the types returned from the parent FuncOp")
	}
	return nil
}

func verifyCall(op *ir.Op, t *ir.SymbolTables) error {
	if err := signature.VerifyEager(op); err != nil {
		return err
	}
	ref := callee(op)
	if ref == nil {
		return op.OpErrorf(codeAsync, "requires a 'callee' symbol reference attribute")
	}
	f := t.Resolve(op, ref)
	if !f.Is(Func) {
		return op.OpErrorf(codeAsync, "'%s' does not reference a valid async function", ref.Root)
	}
	return signature.VerifyCall(op, signature.Type(f), codeAsync)
}
