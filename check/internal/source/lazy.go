package source

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

// MayStart reports whether a wait may start a lazy task.
func (s *Source) MayStart(wait *ir.Op) bool {
	if !s.Calls.Lazy {
		return false
	}
	return slices.ContainsFunc(task.Forced(wait), s.Calls.MayBeLazy)
}

// MayBeLazy reports whether a token or value may belong to a lazy task.
func (c *Calls) MayBeLazy(v *ir.Value) bool {
	v = v.Uncaptured()
	if op := v.DefiningOp(); op != nil && op.Is(async.Call) {
		return async.IsLazy(c.callee(op))
	}
	return async.MayBeLazy(v, c.tables)
}
