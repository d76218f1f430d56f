package injectsoftwarepipeline

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// insert makes an operation in the emitter's arena. A pipelined loop has many times the operations of the
// original loop, all made together.
func (e *emitter) insert(s *ir.OpState) *ir.Op {
	if s.Loc == nil {
		s.Loc = e.b.Loc
	}
	return e.b.Insert(e.arena.NewOp(e.b.Ctx, s))
}

// scope makes an operation with one block, in which fill emits.
func (e *emitter) scope(def *ir.OpDef, attrs []ir.NamedAttr, operands []*ir.Value, fill func()) *ir.Op {
	block := e.arena.NewBlock()
	e.regions[0] = e.arena.NewRegionOf(block)
	e.state = ir.OpState{Def: def, Attrs: attrs, Operands: operands, Regions: e.regions[:]}
	op := e.insert(&e.state)
	saved := e.b.Save()
	e.b.SetEnd(block)
	e.b.Loc = e.loop.op.Loc()
	fill()
	e.b.Restore(saved)
	return op
}

// commit makes a commit around the operations that fill emits.
func (e *emitter) commit(queue int64, fill func()) {
	e.attrs[0] = ir.NamedAttr{Name: "queue", Value: e.integer(queue)}
	e.scope(pipeline.CommitQueue, e.attrs[:1], nil, fill)
}

// wait makes a wait for all groups but the n youngest, around the operations that fill emits.
func (e *emitter) wait(queue, n int64, fill func()) {
	e.attrs = [2]ir.NamedAttr{{Name: "queue", Value: e.integer(queue)}, {Name: "count", Value: e.integer(n)}}
	e.waitFor(e.attrs[:], nil, fill)
}

// waitFor makes a wait that says in which part it stands.
func (e *emitter) waitFor(attrs []ir.NamedAttr, operands []*ir.Value, fill func()) {
	saved := e.b.Loc
	e.b.Loc = pipeline.InPart(e.b.Ctx, saved, e.part)
	e.scope(pipeline.WaitQueue, attrs, operands, fill)
	e.b.Loc = saved
}

// integer returns an i64 attribute.
func (e *emitter) integer(n int64) ir.Attr {
	a := e.integers[n]
	if a == nil {
		a = e.b.Ctx.Int(e.b.Ctx.I64, n)
		e.integers[n] = a
	}
	return a
}
