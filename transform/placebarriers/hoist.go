package placebarriers

import (
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// hoistWaits moves waits in loops in front of the copies of the group that is committed before them. The group is then not in flight, so
// that the count is lower by one, and the same groups are complete. It reports whether a wait was moved.
func hoistWaits(f *ir.Op) (moved bool) {
	for _, wait := range f.Find(nvvm.CpAsyncWaitGroup) {
		n, _ := wait.IntAttr("n")
		if n < 1 || !wait.Parent().Is(scf.For) {
			continue
		}
		if first := groupBefore(wait); first != nil {
			wait.MoveBefore(first)
			wait.SetAttr("n", f.Context().Int(f.Context().I32, n-1))
			moved = true
		}
	}
	return moved
}

// groupBefore returns the first copy of the group that is committed right in front of a wait: in between there is nothing but what
// computes addresses. It is nil if there is none.
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
		case op.IsEffectFree():
		case committed && copies(op):
			first = op
		default:
			return first
		}
	}
	return first
}

// copies reports whether an operation does nothing but copies of a group: those of a tile may stand in loops and under conditions.
func copies(op *ir.Op) bool {
	for inner := range op.Walk() {
		if !inner.IsEffectFree() && !inner.Is(nvgpu.DeviceAsyncCopy) && !inner.Is(scf.For) && !inner.Is(scf.If) && !inner.Is(scf.Yield) {
			return false
		}
	}
	return true
}
