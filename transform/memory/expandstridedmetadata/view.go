package expandstridedmetadata

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// expandSubView computes strides and offset: the distance of the first element, and steps over steps.
func expandSubView(op *ir.Op, rw *ir.Rewriter) bool {
	source := metadataOf(rw.Builder, op.Operand(0))
	sizes, steps, offsets := memref.MixedSizes(op), memref.MixedStrides(op), memref.MixedOffsets(op)
	dropped := memref.DroppedDims(op)
	out := &metadata{base: source.base}
	strides := make([]quantity, len(steps))
	for i := range steps {
		strides[i] = product(rw.Builder, source.strides[i], steps[i])
	}
	var f affine.Formula
	e := f.Of(source.offset)
	for i := range offsets {
		e = e.Add(f.Of(offsets[i]).Mul(f.Of(source.strides[i])))
	}
	out.offset = f.Value(rw.Builder, e)
	for i := range sizes {
		if !dropped[i] {
			out.sizes, out.strides = append(out.sizes, sizes[i]), append(out.strides, strides[i])
		}
	}
	rw.Replace(op, out.reinterpret(rw.Builder, op.Result(0).Type().(*ir.MemRefType)))
	return true
}

// expandExpandShape divides each size among its group; the stride of a dimension is that of the one behind it
// times its size.
func expandExpandShape(op *ir.Op, rw *ir.Rewriter) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	if _, _, ok := memref.Strides(t); !ok {
		return false
	}
	source := metadataOf(rw.Builder, op.Operand(0))
	out := &metadata{base: source.base, offset: source.offset, sizes: make([]quantity, len(t.Shape)),
		strides: make([]quantity, len(t.Shape))}
	for i, group := range memref.Reassociation(op) {
		out.divide(rw.Builder, t, group, source.sizes[i])
		stride := []quantity{source.strides[i]}
		for j := len(group) - 1; j >= 0; j-- {
			out.strides[group[j]] = product(rw.Builder, stride...)
			stride = append(stride, out.sizes[group[j]])
		}
	}
	if len(source.sizes) == 0 { // all sizes are 1
		for d := range t.Shape {
			out.sizes[d], out.strides[d] = known(1), known(1)
		}
	}
	rw.Replace(op, out.reinterpret(rw.Builder, t))
	return true
}

// divide gives the dimensions of a group their sizes: the one that is not known is what the others leave.
func (m *metadata) divide(b *ir.Builder, t *ir.MemRefType, group []int64, size quantity) {
	others := int64(1)
	for _, d := range group {
		if t.Shape[d] != ir.Dynamic {
			others *= t.Shape[d]
		}
	}
	for _, d := range group {
		m.sizes[d] = known(t.Shape[d])
		if t.Shape[d] == ir.Dynamic {
			var f affine.Formula
			e := f.Of(size)
			m.sizes[d] = f.Value(b, e.FloorDiv(f.Of(known(others))))
		}
	}
}

// expandCollapseShape multiplies the sizes of each group; its stride is that of its last dimension of more
// than one element.
func expandCollapseShape(op *ir.Op, rw *ir.Rewriter) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	if _, _, ok := memref.Strides(t); !ok {
		return false
	}
	source := metadataOf(rw.Builder, op.Operand(0))
	out := &metadata{base: source.base, offset: source.offset}
	for _, group := range memref.Reassociation(op) {
		sizes := make([]quantity, len(group))
		stride := source.strides[group[len(group)-1]]
		for i, d := range group {
			sizes[i] = source.sizes[d]
			if sizes[i] != known(1) {
				stride = source.strides[d]
			}
		}
		out.sizes, out.strides = append(out.sizes, product(rw.Builder, sizes...)), append(out.strides, stride)
	}
	rw.Replace(op, out.reinterpret(rw.Builder, t))
	return true
}
