package expandstridedmetadata

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// expandMetadata replaces the metadata of a memref by what its definition says.
func expandMetadata(op *ir.Op, rw *ir.Rewriter) bool {
	def := op.Operand(0).DefiningOp()
	if def == nil {
		return false
	}
	var m *metadata
	switch def.Def() {
	case memref.Alloc, memref.Alloca:
		m = metadataOfAllocation(rw, def.Result(0), def.OperandsOf(0))
	case memref.GetGlobal:
		m = metadataOfAllocation(rw, def.Result(0), nil)
	case memref.ReinterpretCast:
		m = metadataOfReinterpretCast(rw, def)
	case memref.Cast:
		m = metadataOfCast(rw, def)
	case memref.ExtractStridedMetadata:
		if op.Operand(0) == def.Result(0) {
			m = &metadata{base: op.Operand(0), offset: known(0)}
		}
	}
	if m == nil || m.base.Type() != op.Result(0).Type() {
		return false
	}
	values := []*ir.Value{m.base, asValue(rw.Builder, m.offset)}
	for _, q := range append(m.sizes, m.strides...) {
		values = append(values, asValue(rw.Builder, q))
	}
	rw.Replace(op, values...)
	return true
}

// metadataOfAllocation is that of a contiguous memref: strides are products of sizes. The buffer is a view of
// it without dimensions.
func metadataOfAllocation(rw *ir.Rewriter, v *ir.Value, dynamic []*ir.Value) *metadata {
	t := v.Type().(*ir.MemRefType)
	if t.Layout != nil {
		return nil
	}
	n := len(t.Shape)
	m := &metadata{base: v, offset: known(0), sizes: make([]quantity, n), strides: make([]quantity, n)}
	for i, size := range t.Shape {
		m.sizes[i] = known(size)
		if size == ir.Dynamic {
			m.sizes[i], dynamic = quantity{Value: dynamic[0]}, dynamic[1:]
		}
	}
	var behind []quantity
	for i := n - 1; i >= 0; i-- {
		m.strides[i] = product(rw.Builder, behind...)
		behind = append(behind, m.sizes[i])
	}
	if n > 0 {
		m.base = memref.NewReinterpretCast(rw.Builder, rw.Ctx.MemRef(nil, t.Elem, nil, t.MemorySpace), v,
			known(0), nil, nil)
	}
	return m
}

func metadataOfReinterpretCast(rw *ir.Rewriter, def *ir.Op) *metadata {
	if !def.Operand(0).Type().(*ir.MemRefType).Ranked {
		return nil
	}
	source := metadataOf(rw.Builder, def.Operand(0))
	return &metadata{base: source.base, offset: memref.MixedOffsets(def)[0], sizes: memref.MixedSizes(def),
		strides: memref.MixedStrides(def)}
}

// metadataOfCast is that of the source; what the type of the result knows is constant.
func metadataOfCast(rw *ir.Rewriter, def *ir.Op) *metadata {
	from, ok := def.Operand(0).Type().(*ir.MemRefType)
	t, ranked := def.Result(0).Type().(*ir.MemRefType)
	if !ok || !ranked || !from.Ranked || !t.Ranked {
		return nil
	}
	if _, _, strided := memref.Strides(from); !strided {
		return nil
	}
	m := metadataOf(rw.Builder, def.Operand(0))
	strides, offset, _ := memref.Strides(t)
	m.offset = prefer(offset, m.offset)
	for i := range m.sizes {
		m.sizes[i], m.strides[i] = prefer(t.Shape[i], m.sizes[i]), prefer(strides[i], m.strides[i])
	}
	return m
}

// pointerOfView goes on to the source of a view that keeps the pointer. A memref.view moves it.
func pointerOfView(op *ir.Op, rw *ir.Rewriter) bool {
	def := op.Operand(0).DefiningOp()
	if def == nil {
		return false
	}
	switch def.Def() {
	case memref.SubView, memref.Cast, memref.ReinterpretCast, memref.ExpandShape, memref.CollapseShape,
		memref.Transpose,
		memref.ExtractStridedMetadata, memref.AssumeAlignment:
		op.SetOperand(0, def.Operand(0))
		rw.Modified(op)
		return true
	}
	return false
}
