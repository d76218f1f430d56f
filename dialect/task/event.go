package task

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// eventName is the name by which the program and its host refer to an event.
var eventName = ir.AttrDef{Name: "event", Type: constraint.String}

// Import is task.import: the token of an event outside of the program. The host signals the event, once, at
// any moment. Every task.import of a name stands for the same event. async has no token that the host
// completes.
var Import = &ir.OpDef{
	Name:    "task.import",
	Summary: "the token of an event from outside",
	Results: []ir.ResultDef{{Name: "token", Type: async.Token}},
	Attrs:   []ir.AttrDef{eventName},
	Effects: acts,
	Format:  "$event attr-dict",
}

// Export is task.export: it gives a token a name, by which the host can wait for that token.
var Export = &ir.OpDef{
	Name:     "task.export",
	Summary:  "gives a token a name outside",
	Operands: []ir.OperandDef{{Name: "token", Type: async.Token}},
	Attrs:    []ir.AttrDef{eventName},
	Effects:  acts,
	Format:   "$token `as` $event attr-dict",
}
