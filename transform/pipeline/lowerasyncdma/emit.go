package lowerasyncdma

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/asyncqueue"
)

// emitter emits the copies of one block.
type emitter struct {
	block *block
	b     *ir.Builder
	scope *asyncqueue.Scope
}

// mover returns a Mover that computes the subscripts of the first element in front of the loops.
func (b *block) mover() *asyncqueue.Mover {
	return &asyncqueue.Mover{Anchor: b.anchor, Bind: func(v *ir.Value) (*ir.Value, bool) {
		for _, a := range b.axes {
			if a.loop != nil && v == a.loop.Body().Arg(0) {
				return a.lower, true
			}
		}
		return nil, false
	}}
}

// movable refuses loops if the subscripts of their first element cannot be computed in front of them, or if a
// memref changes from iteration to iteration.
func (b *block) movable() *refusal {
	m, fixed := b.mover(), &asyncqueue.Mover{Anchor: b.anchor}
	ok := fixed.CanMove(b.src.memref) && fixed.CanMove(b.dst.memref)
	for _, v := range append(slices.Clone(b.src.at), b.dst.at...) {
		ok = ok && m.CanMove(v)
	}
	if !ok {
		return &refusal{b.anchor, codeShape, "where it copies from or to is computed in its loops"}
	}
	return nil
}

// emit replaces the copying operations by block copies.
func (b *block) emit(s *asyncqueue.Scope) {
	e := &emitter{b, ir.At(b.anchor), s}
	src, dst := b.src.memref, b.dst.memref
	if b.src.at != nil {
		sizes := e.sizes()
		src, dst = e.view(&b.src, sizes), e.view(&b.dst, sizes)
	}
	e.copy(src, dst)
	inside := b.load == nil || b.anchor.IsAncestorOf(b.load) && b.anchor != b.load
	b.anchor.Erase()
	if !inside && b.load.Unused() {
		b.load.Erase()
	}
}

func (e *emitter) index(n int64) *ir.Value { return asyncqueue.Index(e.b.Block().ParentOp(), n) }

// sizes computes the extents of the axes.
func (e *emitter) sizes() map[*axis]ir.OpFoldResult {
	sizes := map[*axis]ir.OpFoldResult{}
	for _, a := range axesOf(&e.block.src) {
		sizes[a] = ir.OpFoldResult{Const: a.extent}
		if a.upper == nil {
			continue
		}
		n := a.upper
		if first, ok := ir.ConstInt(a.lower); !ok || first != 0 {
			n = arith.Binary(e.b, arith.SubI, a.upper, a.lower)
		}
		sizes[a] = ir.OpFoldResult{Value: arith.Binary(e.b, arith.MaxSI, n, e.index(0))}
	}
	return sizes
}

// view emits the view of a rectangle, with one dimension per axis of more than one element.
func (e *emitter) view(s *side, sizes map[*axis]ir.OpFoldResult) *ir.Value {
	m := e.block.mover()
	var slice memref.Slice
	for d, v := range s.at {
		offset := ir.OpFoldResult{Value: m.Move(v)}
		if n, ok := ir.ConstInt(offset.Value); ok {
			offset = ir.OpFoldResult{Const: n}
		}
		size, stride := ir.OpFoldResult{Const: 1}, ir.OpFoldResult{Const: 1}
		if a := s.axis[d]; a != nil {
			size, stride = sizes[a], ir.OpFoldResult{Const: s.stride[d]}
		}
		slice.Offsets, slice.Sizes, slice.Strides = append(slice.Offsets, offset), append(slice.Sizes, size),
			append(slice.Strides, stride)
	}
	source := m.Move(s.memref)
	return e.subview(source, slice)
}

// subview emits a subview without the dimensions of extent 1.
func (e *emitter) subview(source *ir.Value, s memref.Slice) *ir.Value {
	if len(s.Sizes) == 0 {
		return source
	}
	offsets, _ := ir.SplitIndices(s.Offsets)
	sizes, _ := ir.SplitIndices(s.Sizes)
	strides, _ := ir.SplitIndices(s.Strides)
	t := memref.ReducedSubViewType(e.b.Ctx, kept(sizes), source.Type().(*ir.MemRefType), offsets, sizes,
		strides)
	return memref.NewSubView(e.b, t, source, s)
}

func kept(sizes []int64) []int64 {
	return slices.DeleteFunc(slices.Clone(sizes), func(n int64) bool { return n == 1 })
}

// copy emits one copy of two views, or one per row that is contiguous in both.
func (e *emitter) copy(src, dst *ir.Value) {
	rows := max(rowDims(src.Type().(*ir.MemRefType)), rowDims(dst.Type().(*ir.MemRefType)))
	e.rows(rows, nil, src, dst)
}

// rowDims returns the number of leading dimensions outside of the largest contiguous parts of a memref.
func rowDims(t *ir.MemRefType) int {
	strides, _, _ := memref.Strides(t)
	next := int64(1)
	for d := len(strides) - 1; d >= 0; d-- {
		if t.Shape[d] == 1 {
			continue
		}
		if strides[d] != next || next == ir.Dynamic {
			return d + 1
		}
		if t.Shape[d] == ir.Dynamic {
			next = ir.Dynamic
		} else {
			next *= t.Shape[d]
		}
	}
	return 0
}

// rows emits loops over the first dimensions, and the copy of one row.
func (e *emitter) rows(n int, at []*ir.Value, src, dst *ir.Value) {
	if len(at) == n {
		if n > 0 {
			src, dst = e.part(src, at), e.part(dst, at)
		}
		made := pipeline.NewDmaCopy(e.b, e.scope.Queue, dst, src)
		if !e.scope.Commit.IsAncestorOf(made) {
			made.SetAttr(pendingAttr, e.b.Ctx.Unit)
		}
		return
	}
	extent := e.extent(dst, src, len(at))
	scf.NewFor(e.b, e.index(0), extent, e.index(1), func(_ *ir.Builder, iv *ir.Value) {
		e.rows(n, append(slices.Clone(at), iv), src, dst)
	})
}

// extent returns the extent of a dimension that two memrefs share.
func (e *emitter) extent(a, b *ir.Value, d int) *ir.Value {
	for _, v := range []*ir.Value{a, b} {
		if n := v.Type().(*ir.MemRefType).Shape[d]; n != ir.Dynamic {
			return e.index(n)
		}
	}
	return memref.NewDim(e.b, a, e.index(int64(d)))
}

// part emits the view of a row.
func (e *emitter) part(v *ir.Value, at []*ir.Value) *ir.Value {
	var s memref.Slice
	for d, n := range v.Type().(*ir.MemRefType).Shape {
		offset, size := ir.OpFoldResult{Const: 0}, ir.OpFoldResult{Const: n}
		switch {
		case d < len(at):
			offset, size = ir.OpFoldResult{Value: at[d]}, ir.OpFoldResult{Const: 1}
		case n == ir.Dynamic:
			size = ir.OpFoldResult{Value: memref.NewDim(e.b, v, e.index(int64(d)))}
		}
		s.Offsets, s.Sizes = append(s.Offsets, offset), append(s.Sizes, size)
		s.Strides = append(s.Strides, ir.OpFoldResult{Const: 1})
	}
	return e.subview(v, s)
}

// whole reports whether the block is a single copy that the scope always executes.
func (b *block) whole(scope *ir.Op) bool {
	if b.anchor.Parent() != scope || b.src.at != nil {
		return false
	}
	return rowDims(b.src.memref.Type().(*ir.MemRefType)) == 0 &&
		rowDims(b.dst.memref.Type().(*ir.MemRefType)) == 0
}
