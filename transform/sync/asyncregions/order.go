package asyncregions

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/sync/internal/asyncwork"
)

// valuesAreFree reports whether values of an async.execute may be ready before the rest of it is complete.
// They may if its block waits for its token, or for something that depends on that, and nothing that may run
// before this wait, but behind a value, touches a buffer that the region touches. Whatever comes later, the
// end of the thread and the next iteration of a loop included, comes behind the wait.
func (s *splitter) valuesAreFree(op *ir.Op) bool {
	foot := asyncwork.FootprintOf(&s.Ev, op)
	implied := map[*ir.Value]bool{op.Result(0): true} // complete only when op is
	for other := op.Next(); other != nil; other = other.Next() {
		behind := slices.ContainsFunc(other.Operands(), func(v *ir.Value) bool { return implied[v] })
		switch {
		case behind && other.Is(async.Await):
			return true
		case behind && other.Is(async.Execute):
			for _, v := range other.Results() {
				implied[v] = true
			}
		case s.shares(foot, other):
			return false
		}
	}
	return false
}

// shares reports whether something in op touches a buffer of a footprint, at any moment.
func (s *splitter) shares(foot *asyncwork.Footprint, op *ir.Op) bool {
	for inner := range op.Walk() {
		if inner.NumRegions() == 0 && !isWait(inner) &&
			foot.SharesBuffer(asyncwork.FootprintOf(&s.Ev, inner)) {
			return true
		}
	}
	return false
}

// isWait reports whether an operation waits for tokens, and touches no memory itself.
func isWait(op *ir.Op) bool {
	return !op.IsAsync() && op.QueueEffect().Kind == ir.NoQueueEffect && len(op.AsyncDependencies()) > 0 &&
		op.Def().Effects == nil
}
