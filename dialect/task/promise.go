package task

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Promise is task.promise: a token or a value that the program itself resolves, once. The results of an
// async.execute become ready all together at its end; with promises, a region hands out one after the other.
// async.runtime.create makes the same object, but is what regions are lowered to: it counts references, and
// nothing settles it where the task fails that should resolve it.
var Promise = &ir.OpDef{
	Name:    "task.promise",
	Summary: "a token or value that the program resolves",
	Results: []ir.ResultDef{{Name: "result", Type: completion}},
	Effects: acts,
	Format:  "attr-dict `:` type($result)",
}

// Fulfill is task.fulfill: makes a promise ready, a value with its payload.
var Fulfill = &ir.OpDef{
	Name:    "task.fulfill",
	Summary: "makes a promise ready",
	Operands: []ir.OperandDef{{Name: "promise", Type: completion},
		{Name: "payload", Type: constraint.AnyType, Arity: ir.Optional}},
	Effects: acts,
	Verify:  verifyFulfill,
	Format:  "$promise attr-dict `:` type($promise) (`with` $payload^ `:` type($payload))?",
}

// Fail is task.fail: makes a promise an error, with a message and the place of the operation as its cause.
// This is how a program, or a host by way of an event, injects an error: cancellation is a promise that
// fails.
var Fail = &ir.OpDef{
	Name:     "task.fail",
	Summary:  "makes a promise an error",
	Operands: []ir.OperandDef{{Name: "promise", Type: completion}},
	Attrs:    []ir.AttrDef{{Name: "message", Type: constraint.String}},
	Effects:  acts,
	Verify:   func(op *ir.Op) error { return verifyPromise(op, op.Operand(0)) },
	Format:   "$promise `,` $message attr-dict `:` type($promise)",
}

// Settle is task.settle: when the token is complete and the promise is not, the promise becomes an error:
// that of the token, or else that nobody has fulfilled it. So a promise whose task fails, or is skipped, is
// an error as the task's own results are, and nothing waits for it forever.
var Settle = &ir.OpDef{
	Name:     "task.settle",
	Summary:  "resolves a promise at the latest with a token",
	Operands: []ir.OperandDef{{Name: "promise", Type: completion}, {Name: "token", Type: async.Token}},
	Effects:  acts,
	Verify:   func(op *ir.Op) error { return verifyPromise(op, op.Operand(0)) },
	Format:   "$promise `by` $token attr-dict `:` type($promise)",
}

func verifyFulfill(op *ir.Op) error {
	payload := async.Payload(op.Operand(0).Type())
	switch {
	case payload == nil && op.NumOperands() > 1:
		return op.OpErrorf(codeTask, "a token has no payload")
	case payload != nil && op.NumOperands() == 1:
		return op.OpErrorf(codeTask, "a value needs a payload of type '%v'", payload)
	case payload != nil && op.Operand(1).Type() != payload:
		return op.OpErrorf(codeTask, "the payload is of type '%v', that of the value is '%v'",
			op.Operand(1).Type(), payload)
	}
	return verifyPromise(op, op.Operand(0))
}

// verifyPromise refuses what another operation resolves, as far as one sees where it comes from.
func verifyPromise(op *ir.Op, v *ir.Value) error {
	maker := v.DefiningOp()
	if maker == nil || !(maker.IsAsync() || maker.Is(Any) || maker.Is(Import)) {
		return nil
	}
	return op.OpErrorf(codeTask, "is for promises, and this is the result of '%s'",
		maker.Name()).Note(maker.Span(), "which resolves it")
}
