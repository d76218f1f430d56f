package injectsoftwarepipeline

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// doubled is the least number of versions of a buffer that double_buffer_scope names.
const doubled = 2

// markDoubleBuffers gives at least two versions to the private buffers that blocks of the loop name by
// double_buffer_scope. The attribute is the number of the buffer among those that the block writes, in the
// order of their first writes. Memory that iterations share has one version, even if a block names it.
func markDoubleBuffers(b *body, e *analysis.Evaluator, private map[*ir.Value]*buffer) error {
	for _, s := range b.statements {
		for op := range s.root.Walk() {
			if !op.Is(pipeline.Block) || op.Attr(pipeline.DoubleBufferAttr) == nil {
				continue
			}
			written := writtenBy(op, e)
			n, ok := op.IntAttr(pipeline.DoubleBufferAttr)
			if !ok || n < 0 || n >= int64(len(written)) {
				return op.AttrErrorf(pipeline.DoubleBufferAttr, codeAnnotation,
					"'%s' is %v, and the block writes %d buffers",
					pipeline.DoubleBufferAttr, op.Attr(pipeline.DoubleBufferAttr), len(written)).
					Suggest("give the number of one of these buffers, counted from 0")
			}
			if p := private[written[n]]; p != nil {
				p.least = doubled
			}
		}
	}
	return nil
}

// writtenBy returns the buffers that an operation writes, in the order of their first writes.
func writtenBy(op *ir.Op, e *analysis.Evaluator) []*ir.Value {
	var found []*ir.Value
	seen := map[*ir.Value]bool{}
	for _, a := range e.Accesses(op) {
		if a.Kind == ir.Write && a.Buffer != nil && !seen[a.Buffer] {
			seen[a.Buffer] = true
			found = append(found, a.Buffer)
		}
	}
	return found
}
