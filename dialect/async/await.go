package async

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// Await is async.await: it blocks until a token or value is ready. Awaiting a value gives its payload.
var Await = &ir.OpDef{
	Name:              "async.await",
	Summary:           "waits for the argument to become ready",
	Operands:          []ir.OperandDef{{Name: "operand", Type: tokenOrValue}},
	Results:           []ir.ResultDef{{Name: "result", Type: constraint.AnyType, Arity: ir.Optional}},
	Format:            "$operand `:` custom<AwaitResultType>(type($operand), type($result)) attr-dict",
	VerifiesItself:    true,
	Verify:            verifyAwait,
	AsyncDependencies: (*ir.Op).Operands,
}

func init() {
	text.RegisterCustom("AwaitResultType", text.Custom{Parse: parseAwaitType, Print: printAwaitType})
}

// parseAwaitType parses the type of the operand, from which the type of the result follows.
func parseAwaitType(p ir.OpParser, b *text.Binder) error {
	t, err := p.Type()
	if err != nil {
		return err
	}
	b.OperandTypes(0, []ir.Type{t})
	if payload := Payload(t); payload != nil {
		b.ResultTypes(0, []ir.Type{payload})
	}
	return nil
}

func printAwaitType(p ir.OpPrinter, op *ir.Op) { p.Type(op.Operand(0).Type()) }

func verifyAwait(op *ir.Op) error {
	payload := Payload(op.Operand(0).Type())
	switch {
	case payload == nil && op.NumResults() > 0:
		return op.OpErrorf(codeAsync, "awaiting on a token must have empty result")
	case payload != nil && op.NumResults() == 0:
		return op.OpErrorf(codeAsync, "awaiting on a value must have a result of type '%v'", payload)
	case payload != nil && op.Result(0).Type() != payload:
		return op.OpErrorf(codeAsync, "result type '%v' does not match async value type '%v'",
			op.Result(0).Type(), payload)
	}
	return nil
}
