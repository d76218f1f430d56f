package task

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Any is task.any: a value that is ready as soon as one of the operands is; its payload is the number of that
// operand. If all operands are errors, it is the error of the first one. async has groups, which wait for all
// of their members; a wait for the first member cannot be made of groups. After awaiting the value the
// program knows what happened before that one operand, and nothing of the others.
var Any = &ir.OpDef{
	Name:     "task.any",
	Summary:  "the first of several to be ready",
	Operands: []ir.OperandDef{{Name: "operands", Type: completion, Arity: ir.Variadic}},
	Results: []ir.ResultDef{{Name: "first", Type: ir.TypeConstraint{
		Summary: "async value of index",
		Match:   func(t ir.Type) bool { return async.IsValue(t) && constraint.IsIndex(async.Payload(t)) },
		Build:   func(c *ir.Context) ir.Type { return async.ValueType(c, c.Index) },
	}}},
	Effects: acts,
	Verify:  verifyAny,
	Format:  "$operands attr-dict `:` type($operands)",
}

func verifyAny(op *ir.Op) error {
	if op.NumOperands() == 0 {
		return op.OpErrorf(codeTask, "needs an operand: none of none is never ready")
	}
	return nil
}

// IsComplete is task.is_complete: it tells without waiting whether a token or value is ready or an error. If
// so, the program knows what happened before its completion, as after a wait. async has no such question:
// async.runtime.is_error applies to tokens that were awaited.
var IsComplete = &ir.OpDef{
	Name:     "task.is_complete",
	Summary:  "whether a token or value is resolved",
	Operands: []ir.OperandDef{{Name: "operand", Type: completion}},
	Results:  []ir.ResultDef{{Name: "result", Type: constraint.I1}},
	Effects:  acts,
	Format:   "$operand attr-dict `:` type($operand)",
}
