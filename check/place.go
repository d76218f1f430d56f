package check

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// places finds the operations that waits stand in front of, for reports.
type places struct {
	writing map[*ir.Op]string // the results of firstWrite
}

// fill fills in the place of a wait.
func (p *places) fill(w *WaitVerdict) {
	at := w.Op.Span().Place()
	w.Part, w.Line, w.Before = pipeline.PartOf(w.Op), fmt.Sprintf("%d:%d", at.Line, at.Col), p.before(w.Op)
}

// before describes the first operation that writes memory in the region of the wait or, if the wait has no
// region, behind the wait.
func (p *places) before(wait *ir.Op) string {
	first := wait.Next()
	if wait.NumRegions() > 0 && !wait.Body().Empty() {
		first = wait.Body().First()
	}
	if first == nil {
		return "the end"
	}
	if text := p.firstWrite(first); text != "" {
		return text
	}
	return pipeline.Title(first)
}

// firstWrite describes the first operation that writes memory, from the operation from to the end of its
// block; "" if none does. It keeps the result for each operation that it passes, so that a long row of waits
// takes linear time.
func (p *places) firstWrite(from *ir.Op) string {
	text, end := "", from
	for ; end != nil; end = end.Next() {
		known, ok := p.writing[end]
		if ok {
			text = known
			break
		}
		if written := analysis.WrittenNames(end); len(written) > 0 {
			text = pipeline.Title(end) + " writing " + strings.Join(written, ", ")
			p.writing[end] = text
			break
		}
	}
	for op := from; op != end; op = op.Next() {
		p.writing[op] = text
	}
	return text
}
