package analysis

import (
	"math"

	"github.com/inflight-compiler/inflight/ir"
)

// IsConditional reports whether op runs at most one of its regions, and that region at most once.
func IsConditional(op *ir.Op) bool {
	def := op.Def()
	if op.NumRegions() == 0 || def.RegionSuccessors == nil || def.Loop != nil || op.IsAsync() {
		return false
	}
	if len(def.RegionSuccessors(op, -1)) < 2 {
		return false
	}
	for i, r := range op.Regions() {
		out := def.RegionSuccessors(op, i)
		if len(r.Blocks()) > 1 || len(out) != 1 || out[0].Region >= 0 {
			return false
		}
	}
	return true
}

// RunsOnce reports whether op has one region and runs it exactly once.
func RunsOnce(op *ir.Op) bool {
	def := op.Def()
	if op.NumRegions() != 1 || def.RegionSuccessors == nil || def.Loop != nil {
		return false
	}
	in, out := def.RegionSuccessors(op, -1), def.RegionSuccessors(op, 0)
	return len(in) == 1 && in[0].Region == 0 && len(out) == 1 && out[0].Region == -1
}

// Trips returns the number of iterations of a counted loop with one region, over all its dimensions, if the
// number is constant.
func (e *Evaluator) Trips(op *ir.Op) (int64, bool) {
	loop := op.Def().Loop
	if loop == nil || op.NumRegions() != 1 {
		return 0, false
	}
	n := int64(1)
	for d := range loop.Dims(op) {
		t := e.LoopRange(loop.Bounds(op, d)).Trips
		if t < 0 || t > 0 && n > math.MaxInt64/t {
			return 0, false
		}
		n *= t
	}
	return n, true
}
