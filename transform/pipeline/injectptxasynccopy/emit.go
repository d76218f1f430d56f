package injectptxasynccopy

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
)

// values returns the values that must be available where the copies are emitted.
func (p *copyPlan) values() []*ir.Value {
	vs := append(slices.Clone(p.src.index), p.dst.index...)
	vs = append(vs, p.src.memref, p.dst.memref)
	if p.pred != nil {
		vs = append(vs, p.pred)
	}
	return vs
}

// movable refuses a copy whose subscripts or predicate cannot be computed in front of its anchor.
func (m *matcher) movable(p *copyPlan) *refusal {
	mover := p.mover()
	for _, v := range p.values() {
		if !mover.CanMove(v) {
			return &refusal{p.anchor, codeShape,
				"where it copies from or to is computed by operations that cannot be moved"}
		}
	}
	return nil
}

// mover returns a Mover that makes values available in front of the anchor.
func (p *copyPlan) mover() *asyncqueue.Mover {
	return &asyncqueue.Mover{Anchor: p.anchor, Bind: func(v *ir.Value) (*ir.Value, bool) {
		n, ok := p.bind[v]
		if !ok {
			return nil, false
		}
		return asyncqueue.Index(p.anchor, n), true
	}}
}

// emitter emits the copies of one plan.
type emitter struct {
	p *copyPlan
	b *ir.Builder
}

// emit replaces the anchor by copies.
func (p *copyPlan) emit() {
	e, m := &emitter{p: p, b: ir.At(p.anchor)}, p.mover()
	src := place{m.Move(p.src.memref), m.MoveAll(p.src.index)}
	dst := place{m.Move(p.dst.memref), m.MoveAll(p.dst.index)}
	var pred *ir.Value
	if p.pred != nil {
		pred = m.Move(p.pred)
	}
	e.rows(p.shape, src, dst, pred)
	p.anchor.Erase()
	for _, op := range p.dead {
		if op.IsTriviallyDead() || op.Unused() && !hasWrites(op) {
			op.Erase()
		}
	}
}

func (e *emitter) index(n int64) *ir.Value { return asyncqueue.Index(e.b.Block().ParentOp(), n) }

// rows emits loops over all dimensions of a block except the last.
func (e *emitter) rows(shape []int64, src, dst place, pred *ir.Value) {
	if len(shape) == 0 {
		e.row(src, dst, pred)
		return
	}
	if shape[0] == 1 {
		at := e.index(0)
		e.rows(shape[1:], src.plus(at), dst.plus(at), pred)
		return
	}
	scf.NewFor(e.b, e.index(0), e.index(shape[0]), e.index(1), func(_ *ir.Builder, iv *ir.Value) {
		e.rows(shape[1:], src.plus(iv), dst.plus(iv), pred)
	})
}

// plus returns the place with one more subscript.
func (p place) plus(v *ir.Value) place { return place{p.memref, append(slices.Clone(p.index), v)} }

// maxUnrolled is the greatest number of pieces in a row for which no loop is emitted.
const maxUnrolled = 4

// row emits the copies of one row: a loop if there are many pieces of one size.
func (e *emitter) row(src, dst place, pred *ir.Value) {
	if len(src.index) < len(src.typ().Shape) {
		zero := e.index(0)
		src, dst = src.plus(zero), dst.plus(zero)
	}
	if n := e.p.bulkElements; e.p.bulk > 0 {
		scf.NewFor(e.b, e.index(0), e.index(e.p.bulk*n), e.index(n), func(_ *ir.Builder, iv *ir.Value) {
			last := len(src.index) - 1
			from, to := place{src.memref, src.index[:last]}, place{dst.memref, dst.index[:last]}
			e.piece(piece{0, 0, n}, from.plus(iv), to.plus(iv), pred)
		})
	}
	for _, q := range e.p.pieces {
		e.piece(q, src, dst, pred)
	}
}

// piece emits one copy.
func (e *emitter) piece(q piece, src, dst place, pred *ir.Value) {
	c := nvgpu.Copy{
		Src: src.memref, Dst: dst.memref, Elements: q.elements,
		SrcIndices: e.shifted(src.index, q.src), DstIndices: e.shifted(dst.index, q.dst),
	}
	if pred != nil {
		all, none := e.index(q.elements), e.index(0)
		if e.p.inverted {
			all, none = none, all
		}
		c.SrcElements = arith.NewSelect(e.b, pred, all, none)
	}
	made := nvgpu.NewDeviceAsyncCopy(e.b, c)
	// Elements in shared memory are not read again from global memory, so the L1 cache is of no use for them.
	if q.elements*nvgpu.Bits(dst.typ().Elem) == 8*widest {
		made.SetAttr("bypassL1", e.b.Ctx.Unit)
	}
}

// widest is the size in bytes of a copy that can bypass the L1 cache, which is also the largest size.
const widest = 16

// shifted returns subscripts with n added to the last.
func (e *emitter) shifted(index []*ir.Value, n int64) []*ir.Value {
	if n == 0 {
		return index
	}
	out := slices.Clone(index)
	last := len(out) - 1
	if c, ok := ir.ConstInt(out[last]); ok {
		out[last] = e.index(c + n)
	} else {
		out[last] = arith.Binary(e.b, arith.AddI, out[last], e.index(n))
	}
	return out
}
