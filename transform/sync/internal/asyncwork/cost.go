package asyncwork

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// Large is the cost of what nothing is known of, and of all costs beyond it.
const Large = int64(1) << 40

// Costs estimates what operations cost: the number of operations executed, where a copy of a whole buffer
// counts its elements. Constants cost nothing, of branches the most expensive counts, and loops of unknown
// length, calls and unknown operations are Large. The attribute pipeline.cost takes the place of an estimate.
type Costs struct{ Ev analysis.Evaluator }

// Of returns the cost of an operation, at most Large.
func (c *Costs) Of(op *ir.Op) int64 {
	if n, ok := pipeline.Cost(op); ok {
		return min(max(n, 0), Large)
	}
	switch {
	case op.Has(ir.Terminator) || op.Has(ir.ConstantLike):
		return 0
	case op.Def().Callee != nil || op.Def().Unregistered:
		return Large
	case op.NumRegions() == 0:
		return max(1, elements(op))
	case linalg.IsStructured(op.Def()):
		return c.structured(op)
	case analysis.IsConditional(op):
		return 1 + c.branches(op)
	case op.IsAsync() || analysis.RunsOnce(op):
		return min(1+c.Region(op.Region(0)), Large)
	}
	trips, ok := c.Ev.Trips(op)
	if !ok {
		return Large
	}
	return scaled(1+c.Region(op.Region(0)), trips)
}

// structured returns the cost of a structured operation: that of its body, for each point of its loops.
func (c *Costs) structured(op *ir.Op) int64 {
	extents, ok := linalg.StructuredOf(op).Extents()
	if !ok {
		return Large
	}
	n := 1 + c.Region(op.Region(0))
	for _, e := range extents {
		extent := op.Operand(e.Operand).Type().(ir.ShapedType).Dims()[e.Dim]
		if extent == ir.Dynamic {
			return Large
		}
		n = scaled(n, extent)
	}
	return n
}

func scaled(n, trips int64) int64 {
	if trips > Large || n > Large/max(trips, 1) {
		return Large
	}
	return n * trips
}

func (c *Costs) branches(op *ir.Op) int64 {
	most := int64(0)
	for _, r := range op.Regions() {
		most = max(most, c.Region(r))
	}
	return most
}

// Region returns the cost of all operations of a region, Large where it branches.
func (c *Costs) Region(r *ir.Region) int64 {
	if len(r.Blocks()) > 1 {
		return Large
	}
	n := int64(0)
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			n = min(n+c.Of(op), Large)
		}
	}
	return n
}

// elements returns the number of elements that op touches of whole buffers; Large if it is not known.
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
		return Large
	}
	n := int64(1)
	for _, extent := range m.Shape {
		if extent == ir.Dynamic {
			return Large
		}
		n = scaled(n, extent)
	}
	return n
}
