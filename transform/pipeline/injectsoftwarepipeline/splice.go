package injectsoftwarepipeline

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// splice puts the parts in the place of the loop. Inside of another loop that
// is to be pipelined the parts become its statements: three, as in TVM, when the inner
// pipeline is synchronous, so that the outer one can interleave them; one when it
// is not, because groups of one instance must not come between those of another.
func (e *emitter) splice(parts [3]*ir.Block) {
	old := e.loop.op
	move(e.index.pre.Block(), old)
	switch {
	case old.Parent() == nil || !annotated(old.Parent()):
		for _, p := range parts {
			move(p, old)
		}
	case len(e.m.queues) > 0:
		e.wrap(parts[:]...)
	default:
		e.splitStatements(parts)
	}
	e.releaseBuffers(old)
	old.Erase()
	e.eraseReplaced()
}

// splitStatements makes a statement of each part that the pipeline has.
func (e *emitter) splitStatements(parts [3]*ir.Block) {
	if e.m.maxStage == 0 {
		move(parts[1], e.loop.op)
		return
	}
	e.wrap(parts[0])
	if parts[1].Empty() {
		e.wrap(parts[1])
	} else {
		move(parts[1], e.loop.op)
	}
	e.wrap(parts[2])
}

// wrap puts the operations of the parts, in one pipeline.block, in front of
// the old loop.
func (e *emitter) wrap(parts ...*ir.Block) {
	block := pipeline.NewBlock(ir.At(e.loop.op), nil, nil, func(*ir.Builder) {})
	for _, p := range parts {
		for op := range p.Ops() {
			op.MoveToEnd(block.Body())
		}
	}
}

// move puts the operations of a detached block in front of another operation.
func move(from *ir.Block, before *ir.Op) {
	for op := range from.Ops() {
		op.MoveBefore(before)
	}
}

// releaseBuffers moves the deallocations of buffers made in each iteration
// behind the loop.
func (e *emitter) releaseBuffers(old *ir.Op) {
	b := ir.At(old)
	for _, d := range e.body.deallocs {
		if v := e.versioned[d.Operand(0)]; v != nil {
			b.Create(ir.OpState{Def: d.Def(), Loc: d.Loc(), Operands: []*ir.Value{v.value},
				Results: []ir.Type{}})
		}
	}
}

// eraseReplaced erases allocations outside of the loop that versions replace.
func (e *emitter) eraseReplaced() {
	for _, b := range e.buffers {
		if v := e.versioned[b.value]; v != nil && !b.local {
			b.value.ReplaceAllUsesWith(v.value)
			b.value.DefiningOp().Erase()
		}
	}
}
