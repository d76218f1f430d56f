package asynccorosplit

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
)

// half is the ramp, or the function that goes on.
type half struct {
	fn      *ir.Op
	frame   *ir.Value
	resume  ir.NamedAttr // the callee that goes on
	results bool         // the ramp has results
}

// lower lowers the operations of coroutines in one half.
func (h *half) lower(states map[*ir.Op]int64) {
	for _, b := range h.fn.Region(0).Blocks() {
		for op := range b.Ops() {
			switch {
			case op.Is(async.CoroSuspend):
				h.suspend(op, states[op])
			case op.Is(async.CoroFree):
				ir.At(op).Op(coro.Free, []*ir.Value{h.frame})
				op.Erase()
			case op.Is(async.CoroEnd):
				h.end(op)
			}
		}
	}
	ir.SimplifyRegion(h.fn.Region(0), false)
	for op := range h.fn.WalkPost() {
		if isCoro(op) {
			op.Erase()
		}
	}
}

// suspend lowers the three operations of a suspension. The frame says where to go on before anything can call.
func (h *half) suspend(op *ir.Op, state int64) {
	save := op.Operand(0).DefiningOp()
	b := ir.At(save)
	number := arith.NewConstant(b, b.Ctx.Int(b.Ctx.I32, state))
	b.Op(coro.Store, []*ir.Value{h.frame, number}, ir.NamedAttr{Name: "slot", Value: b.Ctx.Int(b.Ctx.I64, 0)})
	schedule := op.Prev()
	b.SetBefore(op)
	b.Loc = schedule.Loc()
	if schedule.Is(async.RuntimeResume) {
		b.Op(coro.Resume, []*ir.Value{h.frame}, h.resume)
		cf.NewBr(b, op.Successor(0))
	} else {
		ready := b.Op(coro.Await, []*ir.Value{schedule.Operand(0), h.frame}, h.resume).Result(0)
		cf.NewCondBr(b, ready, op.Successor(1), nil, op.Successor(0), nil)
	}
	op.Erase()
	schedule.Erase()
	save.Erase()
}

// end lowers the end of the coroutine: only the ramp returns anything.
func (h *half) end(op *ir.Op) {
	if !h.results {
		last := op.Block().Last()
		ir.At(last).Create(ir.OpState{Def: function.Return, Results: []ir.Type{}})
		last.Erase()
	}
	op.Erase()
}
