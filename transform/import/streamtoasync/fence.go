package streamtoasync

import (
	"github.com/inflight-compiler/inflight/dialect/hal"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
)

// signals lets what signals fences go. From there on, what is signalled stands for the fence: the timepoint
// of a chain_external, the fence that a queue waits for. A fence that is created has to be signalled in front
// of all who use it; one that comes as an argument may be another one before.
func (l *lowering) signals(m *ir.Op) {
	var made []*ir.Op
	for op := range m.Walk() {
		if op.Is(hal.FenceCreate) || op.Is(stream.TimepointChainExternal) || op.Is(hal.DeviceQueueBarrier) ||
			op.Is(hal.FenceSignal) {
			made = append(made, op)
		}
	}
	for _, op := range made {
		l.SetBefore(op)
		l.Loc = op.Loc()
		switch {
		case op.Is(stream.TimepointChainExternal):
			for _, fence := range op.Operands()[1:] {
				if hal.IsFence(fence.Type()) {
					signal(op, fence, l.Make(stream.TimepointExport, op.Operands()[:1],
						[]ir.Type{fence.Type()}).Result(0))
				}
			}
		case op.Is(hal.DeviceQueueBarrier):
			signal(op, op.Operand(3), op.Operand(2))
		case op.Is(hal.FenceSignal):
			signal(op, op.Operand(0), l.Make(util.Null, nil, []ir.Type{op.Operand(0).Type()}).Result(0))
		default:
			continue
		}
		op.Erase()
	}
	for _, op := range made {
		if op.Is(hal.FenceCreate) && !op.Result(0).HasUses() {
			op.Erase()
		}
	}
}

// signal lets a value stand for a fence behind an operation.
func signal(op *ir.Op, fence, by *ir.Value) {
	fence.ReplaceUsesIf(by, func(u *ir.Operand) bool {
		at := op.Block().Region().FindAncestor(u.Owner())
		return at != nil && at.Block() == op.Block() && op.IsBefore(at)
	})
}
