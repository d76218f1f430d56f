package pipeline

import "github.com/inflight-compiler/inflight/ir"

// The metadata of a location that tells of which iteration an instance of a statement is.
const (
	iterationKey = "pipeline.iteration"
	relativeKey  = "pipeline.relative"
)

// InIteration returns loc with the remark that what stands there is the instance of a statement of a
// pipelined loop for the iteration with that number or, when relative, for as many iterations after that of
// the innermost loop around it. Locations are where debuggers and timelines look; nothing else depends on the
// remark.
func InIteration(c *ir.Context, loc ir.Location, iteration int64, relative bool) ir.Location {
	entries := []ir.NamedAttr{{Name: iterationKey, Value: c.Int(c.I64, iteration)}}
	if relative {
		entries = append(entries, ir.NamedAttr{Name: relativeKey, Value: c.Unit})
	}
	return c.FusedLoc(c.Dict(entries), []ir.Location{loc})
}

// IterationOf returns what InIteration remarked about an operation.
func IterationOf(op *ir.Op) (iteration int64, relative, ok bool) {
	fused, _ := op.Loc().(*ir.FusedLoc)
	if fused == nil {
		return 0, false, false
	}
	remarks, _ := fused.Metadata.(*ir.DictAttr)
	if remarks == nil {
		return 0, false, false
	}
	n, ok := remarks.Get(iterationKey).(*ir.IntegerAttr)
	if !ok {
		return 0, false, false
	}
	return n.Value, remarks.Get(relativeKey) != nil, true
}
