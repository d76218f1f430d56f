package tfrt

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// JITExecute is tfrt.jit_execute, an operation of Inflight: it compiles a function of a module with the
// attribute tfrt.compiled, and runs it on an engine without blocking its caller. The kernel waits for all
// operands. Its results become available when the function ends; if the function fails, they are its error.
var JITExecute = &ir.OpDef{
	Name:     "tfrt.jit_execute",
	Summary:  "compiles a function of a module, and runs it beside its caller",
	Operands: []ir.OperandDef{anyOperands},
	Results:  anyResults,
	Attrs: []ir.AttrDef{{Name: "compiled", Type: constraint.Symbol},
		{Name: "engine", Type: constraint.String, Optional: true}},
	Format:           "$compiled `(` $operands `)` attr-dict `:` functional-type($operands, results)",
	VerifySymbolUses: verifyJIT,
}

// Compiled is the attribute of a module whose functions are compiled by tfrt.jit_execute. They are not
// functions of the TFRT program around the module.
const Compiled = "tfrt.compiled"

// IsCompiled reports whether an operation stands in a module with the attribute tfrt.compiled, or is one.
func IsCompiled(op *ir.Op) bool {
	for ; op != nil; op = op.Parent() {
		if op.Attr(Compiled) != nil {
			return true
		}
	}
	return false
}

func verifyJIT(op *ir.Op, t *ir.SymbolTables) error {
	ref := reference(op, "compiled")
	if ref == nil {
		return nil // the table checks the attribute
	}
	f := t.Resolve(op, ref)
	if lowered(f) || lowered(op) {
		return nil
	}
	if !f.Is(function.Func) || !IsCompiled(f) {
		return op.OpErrorf(codeTFRT, "'%v' is no function of a module with the attribute %s", ref, Compiled)
	}
	in, out := typesOf(op.Operands()), op.ResultTypes()
	for len(in) > 0 && IsChain(in[len(in)-1]) {
		in = in[:len(in)-1] // the kernel waits for these and does not pass them on
	}
	typ := function.Type(f)
	if !slices.Equal(typ.Inputs, in) || !slices.Equal(typ.Results, out) {
		return op.OpErrorf(codeTFRT, "passes (%s) and needs (%s), but the function has type %v",
			constraint.TypeList(in), constraint.TypeList(out), typ)
	}
	return nil
}
