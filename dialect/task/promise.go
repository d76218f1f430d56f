package task

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Promise is task.promise: a token or a value that the program itself resolves, once. The results of an
// async.execute become ready all together, at its end; a region with promises can complete them one after the
// other. async.runtime.create makes the same object, but regions are lowered to it: the object has a
// reference count, and nothing settles it if the task that should resolve it fails.
var Promise = &ir.OpDef{
	Name:    "task.promise",
	Summary: "a token or value that the program resolves",
	Results: []ir.ResultDef{{Name: "result", Type: completion}},
	Effects: acts,
	Format:  "attr-dict `:` type($result)",
}

// Fulfill is task.fulfill: it makes a promise ready. The promise of a value gets a payload.
var Fulfill = &ir.OpDef{
	Name:    "task.fulfill",
	Summary: "makes a promise ready",
	Operands: []ir.OperandDef{{Name: "promise", Type: completion},
		{Name: "payload", Type: constraint.AnyType, Arity: ir.Optional}},
	Effects: acts,
	Verify:  verifyFulfill,
	Format:  "$promise attr-dict `:` type($promise) (`with` $payload^ `:` type($payload))?",
}

// Fail is task.fail: it makes a promise an error, whose cause is a message and the place of the operation. A
// program injects errors in this way, and so does a host by an event: cancellation is a promise that fails.
var Fail = &ir.OpDef{
	Name:     "task.fail",
	Summary:  "makes a promise an error",
	Operands: []ir.OperandDef{{Name: "promise", Type: completion}},
	Attrs:    []ir.AttrDef{{Name: "message", Type: constraint.String}},
	Effects:  acts,
	Verify:   func(op *ir.Op) error { return verifyPromise(op, op.Operand(0)) },
	Format:   "$promise `,` $message attr-dict `:` type($promise)",
}

// Settle is task.settle: if the promise is not resolved when the token is complete, the promise becomes an
// error. That is the error of the token or, if the token is ready, that nothing has fulfilled the promise. A
// promise whose task fails or is skipped is thus an error, as the results of the task are, and no wait for it
// blocks forever.
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

// verifyPromise refuses a token that another operation resolves, where the definition of the token shows it.
func verifyPromise(op *ir.Op, v *ir.Value) error {
	maker := v.DefiningOp()
	if maker == nil || !(maker.IsAsync() || maker.Is(Any) || maker.Is(Import)) {
		return nil
	}
	return op.OpErrorf(codeTask, "is for promises, and this is the result of '%s'",
		maker.Name()).Note(maker.Span(), "which resolves it")
}
