package task

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// RuntimeCall is task.runtime_call: a call of one of the runtime's inflightTask functions. These functions
// take over the references of the objects that they are given, and return new references. The operations of
// this dialect are lowered to such calls. A func.call would not do: it needs a declaration with types, and
// these functions take objects of all types.
var RuntimeCall = &ir.OpDef{
	Name:     "task.runtime_call",
	Summary:  "calls the runtime",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{
		{Name: "callee", Type: constraint.String},
		// text is one more operand of the function. located adds three operands: the file, the line and the
		// column of the operation.
		{Name: "text", Type: constraint.String, Optional: true},
		{Name: "located", Type: constraint.Unit, Optional: true},
	},
	Effects: acts,
	Format:  "$callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)",
}

// The functions of the runtime that lazy tasks (async.LazyAttr) are lowered to. GateFunction makes a token
// for which the coroutine of a lazy function waits. GuardFunction puts a token or value of the coroutine
// behind the gate: the gate is ready once something needs one of these, and an error once nothing refers to
// any of them. StartFunction starts the task of a token or value, if it is lazy and has not started.
const (
	GateFunction  = "inflightTaskGate"
	GuardFunction = "inflightTaskGuard"
	StartFunction = "inflightTaskStart"
)

// The names of RuntimeCall's attributes.
const (
	CalleeAttr  = "callee"
	TextAttr    = "text"
	LocatedAttr = "located"
)
