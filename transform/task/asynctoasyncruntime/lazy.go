package asynctoasyncruntime

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// suspendBehindGate makes the coroutine of a lazy function wait, in its ramp, until something needs what it
// returns. If nothing can any more, it fails instead of executing its body, which releases its arguments.
func (c *coroutine) suspendBehindGate(body *ir.Block) {
	gate := runtimeCall(c.Builder, task.GateFunction, []ir.Type{async.TokenType(c.Ctx)}).Result(0)
	for _, v := range c.resolved() {
		runtimeCall(c.Builder, task.GuardFunction, []ir.Type{}, v, gate)
	}
	opened := c.NewBlock()
	body.Region().Insert(body.Index(), opened)
	c.suspend(opened, func() { c.do(async.RuntimeAwaitAndResume, gate, c.handle) })
	c.SetEnd(opened)
	forsaken := c.one(async.RuntimeIsError, nil, gate)
	cf.NewCondBr(c.Builder, forsaken, c.failure(), nil, body, nil)
}

// runtimeCall calls a function of Inflight's runtime.
func runtimeCall(b *ir.Builder, name string, results []ir.Type, operands ...*ir.Value) *ir.Op {
	return b.Create(ir.OpState{Def: task.RuntimeCall, Operands: operands, Results: results,
		Attrs: []ir.NamedAttr{{Name: task.CalleeAttr, Value: b.Ctx.String(name)}}})
}

// startDependencies starts what tasks depend on where they are issued, as far as it may be lazy. The
// coroutine of a task waits for one dependency after the other, and each of them has to run meanwhile.
func startDependencies(root *ir.Op) {
	symbols := ir.NewSymbolTables()
	for op := range root.Walk() {
		if !op.Is(async.Execute) {
			continue
		}
		for _, v := range task.Forced(op) {
			if async.MayBeLazy(v, symbols) {
				runtimeCall(ir.At(op), task.StartFunction, []ir.Type{}, v)
			}
		}
	}
}
