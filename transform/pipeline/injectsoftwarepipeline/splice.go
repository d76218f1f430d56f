package injectsoftwarepipeline

import (
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// splice replaces the loop by the parts. In another loop to be pipelined, the parts become statements of that
// loop. A synchronous inner pipeline becomes three statements, as in TVM, so that the outer loop can
// interleave them. An asynchronous one becomes one statement, because groups of one instance must not come
// between those of another.
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

// splitStatements makes a statement of each part of the pipeline.
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

// wrap moves the operations of the parts into one pipeline.block in front of the old loop.
func (e *emitter) wrap(parts ...*ir.Block) {
	block := pipeline.NewBlock(ir.At(e.loop.op), nil, nil, func(*ir.Builder) {})
	for _, p := range parts {
		for op := range p.Ops() {
			op.MoveToEnd(block.Body())
		}
	}
}

// move moves the operations of a detached block in front of another operation.
func move(from *ir.Block, before *ir.Op) {
	for op := range from.Ops() {
		op.MoveBefore(before)
	}
}

// releaseBuffers deallocates, behind the loop, the buffers that replace those of each iteration.
func (e *emitter) releaseBuffers(old *ir.Op) {
	b := ir.At(old)
	for _, d := range e.body.deallocs {
		if v := e.versioned[d.Operand(0)]; v != nil {
			b.Create(ir.OpState{Def: d.Def(), Loc: d.Loc(), Operands: []*ir.Value{v.value},
				Results: []ir.Type{}})
		}
	}
}

// eraseReplaced erases allocations outside of the loop that versioned buffers replace.
func (e *emitter) eraseReplaced() {
	for _, b := range e.buffers {
		if v := e.versioned[b.value]; v != nil && !b.local {
			b.value.ReplaceAllUsesWith(v.value)
			b.value.DefiningOp().Erase()
		}
	}
}
