package source

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// MayStart reports whether a wait may start a lazy task that is not known here: one whose token or value
// comes from elsewhere than from a call.
func (s *Source) MayStart(wait *ir.Op) bool {
	if !s.Calls.Lazy {
		return false
	}
	for _, v := range task.Forced(wait) {
		if op := v.DefiningOp(); (op == nil || !op.Is(async.Call)) && async.MayBeLazy(v, s.Calls.tables) {
			return true
		}
	}
	return false
}
