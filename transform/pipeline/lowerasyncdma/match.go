package lowerasyncdma

import (
	"fmt"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
)

// block is a rectangle of memory that is copied.
type block struct {
	anchor   *ir.Op // the operation that copies it now
	load     *ir.Op // the load in it, nil for a memref.copy
	src, dst side
	axes     []*axis
	combined []*axis // axes that consist of several others
}

// side is the source or the destination: a whole memref or, with at, the part that begins there.
type side struct {
	memref *ir.Value
	at     []*ir.Value
	// axis holds the axis of each dimension, nil for none, and stride the distance between its steps.
	axis   []*axis
	stride []int64
}

// block finds the copy in an asynchronous operation. It returns nil if the operation does nothing.
func (l *lowering) block(scope *ir.Op) (*block, *refusal) {
	op, r := sole(scope, true)
	if op == nil || r != nil {
		return nil, r
	}
	switch {
	case op.Is(memref.Copy):
		b := &block{anchor: op, src: side{memref: op.Operand(0)}, dst: side{memref: op.Operand(1)}}
		return b, b.contiguous()
	case op.Is(scf.For) || op.Is(memref.Store) || op.Is(vector.Store):
		return l.rectangle(op)
	}
	return nil, &refusal{op, codeShape, fmt.Sprintf("'%s' is no copy of a block", op.Name())}
}

// sole returns the only operation in a scope that may have an effect. It also searches in blocks and, with
// conditions set, in conditions.
func sole(scope *ir.Op, conditions bool) (*ir.Op, *refusal) {
	var found *ir.Op
	for op := range scope.Body().Ops() {
		switch {
		case !mayWrite(op):
		case found != nil:
			return nil, (&refusal{op, codeShape, "it holds more than one copy"})
		default:
			found = op
		}
	}
	skipped := found != nil && found.Is(scf.If) && found.NumResults() == 0 && found.Region(1).Empty()
	if found == nil || !found.Is(pipeline.Block) && !(conditions && skipped) {
		return found, nil
	}
	return sole(found, conditions)
}

// mayWrite reports whether an operation, with the operations in it, may write memory or have another effect.
func mayWrite(op *ir.Op) bool {
	if op.NumRegions() == 0 || !op.Has(ir.RecursiveEffects) {
		return asyncqueue.Writes(op)
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if mayWrite(inner) {
					return true
				}
			}
		}
	}
	return op.Is(pipeline.AsyncScope) || op.Is(pipeline.CommitQueue) || op.Is(pipeline.WaitQueue)
}

// contiguous refuses a memref.copy between memrefs whose innermost elements are not consecutive.
func (b *block) contiguous() *refusal {
	for _, s := range []side{b.src, b.dst} {
		t := s.memref.Type().(*ir.MemRefType)
		strides, _, ok := memref.Strides(t)
		if !ok {
			return &refusal{b.anchor, codeShape, fmt.Sprintf("the layout of '%v' is not known", t)}
		}
		if n := len(strides); n > 0 && strides[n-1] != 1 && t.Shape[n-1] != 1 {
			return &refusal{b.anchor, codeStrided, "its elements do not lie next to each other"}
		}
	}
	return nil
}
