package task

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// eventName is how the program and what is outside of it call an event.
var eventName = ir.AttrDef{Name: "event", Type: constraint.String}

// Import is task.import: the token of an event outside of the program, which whoever runs the program
// signals, once, at any moment. Every task.import of a name stands for the same event. Nothing in async comes
// from outside.
var Import = &ir.OpDef{
	Name:    "task.import",
	Summary: "the token of an event from outside",
	Results: []ir.ResultDef{{Name: "token", Type: async.Token}},
	Attrs:   []ir.AttrDef{eventName},
	Effects: acts,
	Format:  "$event attr-dict",
}

// Export is task.export: lets what is outside of the program wait for a token, by a name.
var Export = &ir.OpDef{
	Name:     "task.export",
	Summary:  "gives a token a name outside",
	Operands: []ir.OperandDef{{Name: "token", Type: async.Token}},
	Attrs:    []ir.AttrDef{eventName},
	Effects:  acts,
	Format:   "$token `as` $event attr-dict",
}
