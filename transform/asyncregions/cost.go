package asyncregions

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// large is the cost of what nothing is known of, and of all costs beyond it.
const large = int64(1) << 40

// costs estimates what operations cost: the number of operations executed, where a copy of a whole buffer counts its
// elements. Constants cost nothing, of branches the most expensive counts, and loops of unknown length, calls and unknown
// operations are large. The attribute pipeline.cost takes the place of an estimate.
type costs struct{ ev analysis.Evaluator }

func (c *costs) of(op *ir.Op) int64 {
	if n, ok := pipeline.Cost(op); ok {
		return min(max(n, 0), large)
	}
	switch {
	case op.Has(ir.Terminator) || op.Has(ir.ConstantLike):
		return 0
	case op.Def().Callee != nil || op.Def().Unregistered:
		return large
	case op.NumRegions() == 0:
		return max(1, elements(op))
	case analysis.IsConditional(op):
		return 1 + c.branches(op)
	case op.IsAsync() || analysis.RunsOnce(op):
		return min(1+c.region(op.Region(0)), large)
	}
	trips, ok := c.ev.Trips(op)
	if !ok {
		return large
	}
	return scaled(1+c.region(op.Region(0)), trips)
}

func scaled(n, trips int64) int64 {
	if trips > large || n > large/max(trips, 1) {
		return large
	}
	return n * trips
}

func (c *costs) branches(op *ir.Op) int64 {
	most := int64(0)
	for _, r := range op.Regions() {
		most = max(most, c.region(r))
	}
	return most
}

func (c *costs) region(r *ir.Region) int64 {
	if len(r.Blocks()) > 1 {
		return large
	}
	n := int64(0)
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			n = min(n+c.of(op), large)
		}
	}
	return n
}

// elements returns the number of elements that op touches of whole buffers; large if it is not known.
func elements(op *ir.Op) int64 {
	if op.Def().Effects == nil {
		return 0
	}
	most := int64(0)
	op.Def().Effects(op, func(e ir.Effect) {
		if e.Whole && e.Value != nil && (e.Kind == ir.Read || e.Kind == ir.Write) {
			most = max(most, size(e.Value.Type()))
		}
	})
	return most
}

func size(t ir.Type) int64 {
	m, ok := t.(*ir.MemRefType)
	if !ok || !m.Ranked {
		return large
	}
	n := int64(1)
	for _, extent := range m.Shape {
		if extent == ir.Dynamic {
			return large
		}
		n = scaled(n, extent)
	}
	return n
}
