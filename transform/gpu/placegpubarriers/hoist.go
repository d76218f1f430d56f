package placegpubarriers

import (
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// hoistWaits moves waits in loops in front of the copies of the group that is committed before them. The
// group is then not in flight, so that the count is lower by one, and the same groups are complete. It
// reports whether a wait was moved.
func hoistWaits(f *ir.Op) (moved bool) {
	for _, wait := range f.Find(nvvm.CpAsyncWaitGroup) {
		n := wait.QueueEffect().Count
		if n < 1 || !wait.Parent().Is(scf.For) {
			continue
		}
		if first := groupBefore(wait); first != nil {
			wait.MoveBefore(first)
			wait.SetQueueCount(n - 1)
			moved = true
		}
	}
	return moved
}

// groupBefore returns the first copy of the group that is committed right in front of a wait, or what has it
// in it: in between there is nothing but what computes addresses. It is nil if there is none.
func groupBefore(wait *ir.Op) *ir.Op {
	var first *ir.Op
	committed := false
	for op := wait.Prev(); op != nil; op = op.Prev() {
		switch {
		case op.Is(nvvm.CpAsyncCommitGroup) || op.Is(nvgpu.DeviceAsyncCreateGroup):
			if committed {
				return first
			}
			committed = true
		case committed && onlyCopies(op):
			first = op
		case op.IsEffectFree():
		default:
			return first
		}
	}
	return first
}

// onlyCopies reports whether an operation is an asynchronous copy, or has such in it, in loops and
// conditions, and nothing else that matters.
func onlyCopies(op *ir.Op) bool {
	copies := 0
	for inner := range op.Walk() {
		switch {
		case inner.Is(nvgpu.DeviceAsyncCopy):
			copies++
		case inner.IsEffectFree(), inner.Has(ir.Terminator), inner.Is(scf.For), inner.Is(scf.If):
		default:
			return false
		}
	}
	return copies > 0
}
