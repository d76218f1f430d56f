package asynctoasyncruntime

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/ir"
)

// lowerCalls turns what is left of the operations on tokens, values and groups into those of the runtime. A
// wait outside of coroutines blocks its thread.
func lowerCalls(root *ir.Op, arena *ir.Arena) {
	b := ir.NewBuilder(root.Context())
	b.Arena = arena
	for op := range root.WalkPost() {
		switch {
		case op.Is(async.CreateGroup):
			replace(b, op, async.RuntimeCreateGroup)
		case op.Is(async.AddToGroup):
			replace(b, op, async.RuntimeAddToGroup)
		case op.Is(async.Await) || op.Is(async.AwaitAll):
			if f := op.ParentOf(async.Func); f == nil {
				block(b, op)
			}
		}
	}
}

// replace puts an operation with the same operands and results in place of op.
func replace(b *ir.Builder, op *ir.Op, def *ir.OpDef) {
	b.SetBefore(op)
	b.Loc = op.Loc()
	made := b.Make(def, op.Operands(), op.ResultTypes())
	op.ReplaceAllUsesWith(made.Results())
	op.Erase()
}

// WaitMessage is the message of the assertion behind a wait outside of tasks.
const WaitMessage = "Awaited async operand is in error state"

// block makes a wait that blocks, and an assertion that what was awaited is no error.
func block(b *ir.Builder, op *ir.Op) {
	b.SetBefore(op)
	b.Loc = op.Loc()
	b.Make(async.RuntimeAwait, op.Operands(), []ir.Type{})
	isError := b.Op(async.RuntimeIsError, op.Operands()).Result(0)
	isReady := arith.Binary(b, arith.XOrI, isError, arith.NewConstant(b, b.Ctx.Bool(true)))
	b.Op(cf.Assert, []*ir.Value{isReady},
		ir.NamedAttr{Name: "msg", Value: b.Ctx.String(WaitMessage)})
	replaceByPayload(b, op)
}

// groupTokens lets groups hold tokens only: in place of a value, that of a task that waits for it.
func groupTokens(root *ir.Op) {
	for op := range root.Walk() {
		if op.Is(async.AddToGroup) && async.IsValue(op.Operand(0).Type()) {
			wait := async.NewExecute(ir.At(op), nil, op.Operands()[:1],
				func(*ir.Builder, []*ir.Value) []*ir.Value { return nil })
			op.SetOperand(0, wait.Result(0))
		}
	}
}
