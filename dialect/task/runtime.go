package task

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// RuntimeCall is task.runtime_call: a call of one of the runtime's inflightTask functions, which take the
// references of the objects that they are given and return new ones. It is what the operations of this
// dialect are lowered to. A func.call would need a declaration with types, and objects of all types are one
// to these functions.
var RuntimeCall = &ir.OpDef{
	Name:     "task.runtime_call",
	Summary:  "calls the runtime",
	Operands: []ir.OperandDef{{Name: "operands", Type: constraint.AnyType, Arity: ir.Variadic}},
	Results:  []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{
		{Name: "callee", Type: constraint.String},
		// text is another operand of the function, and located three more: the file, the line and the column
		// of the operation.
		{Name: "text", Type: constraint.String, Optional: true},
		{Name: "located", Type: constraint.Unit, Optional: true},
	},
	Effects: acts,
	Format:  "$callee `(` $operands `)` attr-dict `:` functional-type($operands, $results)",
}

// The names of RuntimeCall's attributes.
const (
	CalleeAttr  = "callee"
	TextAttr    = "text"
	LocatedAttr = "located"
)
