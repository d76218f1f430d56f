package injectsoftwarepipeline

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// printOf returns the first operation of a statement that prints, nil if there is none. A call of a function
// without body counts as accessing any memory, so it keeps its place anyway.
func printOf(s *statement) *ir.Op {
	for _, op := range s.ops {
		for inner := range op.Walk() {
			if inner.Is(vector.Print) || inner.Is(gpu.Printf) {
				return inner
			}
		}
	}
	return nil
}

// checkPrints reports statements that would print in another order than in the original loop: asynchronous
// ones, and two statements whose order changes.
func (m *model) checkPrints(loop *ir.Op) error {
	for _, c := range m.statements {
		at := printOf(c)
		if at == nil {
			continue
		}
		if c.async {
			return loop.AttrErrorf(pipeline.AsyncStagesAttr, codeDependence,
				"statement %d prints, and would do so at any moment if it is asynchronous", c.index).
				Note(at.Span(), "statement %d prints here", c.index).
				Suggest("let statement %d have a stage that is not asynchronous", c.index)
		}
		for _, p := range m.statements {
			first := printOf(p)
			if first == nil || !m.swaps(p, c) {
				continue
			}
			return loop.AttrErrorf(decisive(p, c), codeDependence,
				"the annotation runs statement %d (stage %d, order %d) before statement %d (stage %d, "+
					"order %d), and both print",
				c.index, c.stage, c.order, p.index, p.stage, p.order).
				Note(first.Span(), "statement %d prints here", p.index).Note(at.Span(),
				"statement %d prints here, afterwards", c.index).
				Suggest("give both the same stage, in their order")
		}
	}
	return nil
}

// swaps reports whether the annotation runs an instance of c before an instance of p although the original
// loop runs c later, in the same or a later iteration.
func (m *model) swaps(p, c *statement) bool {
	first, last := int64(0), int64(m.maxStage)
	if p.index >= c.index {
		first = 1
	}
	if m.trips >= 0 {
		last = min(last, m.trips-1)
	}
	for d := first; d <= last; d++ {
		if !precedes(p, c, d) {
			return true
		}
	}
	return false
}
