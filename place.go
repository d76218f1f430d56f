package inflight

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// WaitPlace says where a wait stands, for the reports.
type WaitPlace struct {
	// Part is "prologue", "body" or "epilogue" of a pipelined loop, and "" where
	// no loop was pipelined.
	Part string
	// Line is the place in the file, as line:column, of the operation that the wait stands in front of. An
	// operation that a pass made has the place of the operation it was made of.
	Line string
	// Before describes the operation that the wait stands in front of: its name and the memory that it
	// writes.
	Before string
}

// places finds the places of waits. Pipelining keeps the places of loops and statements in the file, and
// places tells the parts of a pipelined loop apart by them.
type places struct {
	written map[diag.Place]*ir.Op // the program as written
	writing map[*ir.Op]string     // the results of firstWrite
	// loops holds the loops that stand directly in a block, by their places in the file; see loopIn.
	loops map[*ir.Block]map[diag.Place]*ir.Op
}

// newPlaces returns the places for the waits that Pipeline makes of the program written. written is nil for a
// program that was not pipelined.
func newPlaces(written *Module) *places {
	p := &places{
		written: map[diag.Place]*ir.Op{}, writing: map[*ir.Op]string{},
		loops: map[*ir.Block]map[diag.Place]*ir.Op{},
	}
	if written == nil {
		return p
	}
	for op := range written.op.Walk() {
		at := op.Span().Place()
		// An operation that computes a bound of a loop may have the same place as the loop, and comes before
		// it.
		if known := p.written[at]; known == nil || known.Def().Loop == nil && op.Def().Loop != nil {
			p.written[at] = op
		}
	}
	return p
}

// none reports whether no loop was pipelined, so that no wait stands in a part of one.
func (p *places) none() bool {
	for _, op := range p.written {
		if op.Attr(pipeline.StageAttr) != nil {
			return false
		}
	}
	return true
}

func (p *places) of(wait *ir.Op) WaitPlace {
	at := wait.Span().Place()
	return WaitPlace{Part: p.part(wait), Line: fmt.Sprintf("%d:%d", at.Line, at.Col), Before: p.before(wait)}
}

// part returns the part of a pipelined loop that the wait stands in. It tries the annotated loops around the
// statement that the wait was made for, from the innermost outwards.
func (p *places) part(wait *ir.Op) string {
	origin := p.written[wait.Span().Place()]
	if origin == nil {
		return ""
	}
	for loop := range origin.Ancestors() {
		if loop == origin && wait.Is(pipeline.WaitQueue) && !wait.Body().Empty() ||
			loop.Attr(pipeline.StageAttr) == nil {
			continue
		}
		if part := p.partOf(wait, loop.Span().Place()); part != "" {
			return part
		}
	}
	return ""
}

// partOf returns the part that the wait stands in, of the pipelined loop whose place in the file is loop.
func (p *places) partOf(wait *ir.Op, loop diag.Place) string {
	for op := wait; op != nil; op = op.Parent() {
		if op != wait && op.Def().Loop != nil && op.Span().Place() == loop {
			return "body"
		}
		if op.Block() == nil {
			return ""
		}
		if made := p.loopIn(op.Block(), loop); made != nil && made != op {
			if op.IsBefore(made) {
				return "prologue"
			}
			return "epilogue"
		}
	}
	return ""
}

// loopIn returns the first loop that stands directly in a block and comes from a place, nil if there is none.
func (p *places) loopIn(b *ir.Block, at diag.Place) *ir.Op {
	loops, known := p.loops[b]
	if !known {
		loops = map[diag.Place]*ir.Op{}
		for op := range b.Ops() {
			if from := op.Span().Place(); op.Def().Loop != nil && loops[from] == nil {
				loops[from] = op
			}
		}
		p.loops[b] = loops
	}
	return loops[at]
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
	return first.Name()
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
		if written := writes(end); len(written) > 0 {
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

// writes returns the names of the memory that an operation, or an operation inside it, writes.
func writes(op *ir.Op) []string {
	var names []string
	for inner := range op.Walk() {
		if inner.Def().Effects == nil {
			continue
		}
		inner.Def().Effects(inner, func(e ir.Effect) {
			if e.Kind != ir.Write || e.Value == nil {
				return
			}
			if name := root(e.Value).Name(); name != "" && !slices.Contains(names, "%"+name) {
				names = append(names, "%"+name)
			}
		})
	}
	return names
}

// root follows views back to the memory that they show.
func root(v *ir.Value) *ir.Value {
	for {
		def := v.DefiningOp()
		if def == nil || def.Def().View == nil {
			return v
		}
		view, ok := def.Def().View(def)
		if !ok {
			return v
		}
		v = view.Source
	}
}
