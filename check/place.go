package check

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// places finds out where waits stand, for people.
type places struct {
	writing map[*ir.Op]string // what firstWrite has found
}

// fill says of a wait where it stands.
func (p *places) fill(w *WaitVerdict) {
	at := w.Op.Span().Place()
	w.Part, w.Line, w.Before = pipeline.PartOf(w.Op), fmt.Sprintf("%d:%d", at.Line, at.Col), p.before(w.Op)
}

// before describes the first operation that writes in the region of a wait or,
// if the region has none, behind it.
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
	return first.Name()
}

// firstWrite describes the first operation that writes, from one on to the end of its block, "" if none does.
// It keeps the answer for all operations that it looks at, so that many waits in a row take no longer than
// their block is.
func (p *places) firstWrite(from *ir.Op) string {
	text, end := "", from
	for ; end != nil; end = end.Next() {
		known, ok := p.writing[end]
		if ok {
			text = known
			break
		}
		if written := analysis.WrittenNames(end); len(written) > 0 {
			text = end.Name() + " writing " + strings.Join(written, ", ")
			p.writing[end] = text
			break
		}
	}
	for op := from; op != end; op = op.Next() {
		p.writing[op] = text
	}
	return text
}
