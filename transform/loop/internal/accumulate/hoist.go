package accumulate

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// HoistLoads moves loads of elements that are the same in all iterations of a loop, and that nothing in it
// writes, in front of it. The loop must run. It returns how many loads that were.
func HoistLoads(loop *ir.Op) int {
	refs, complete := affineloop.Refs(loop)
	if !complete {
		return 0
	}
	n := 0
	for op := range loop.Body().OpsWithoutTerminator() {
		if !isLoad(op) {
			continue
		}
		r, ok := affineloop.RefOf(op)
		if ok && invariant(&r, loop) &&
			!slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool {
				return affineloop.Inside(v, loop)
			}) &&
			!slices.ContainsFunc(refs, func(o affineloop.Ref) bool {
				return o.Writes && affineloop.MayShare(&r, &o)
			}) {
			op.MoveBefore(loop)
			n++
		}
	}
	return n
}
