package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// versionedBuffer is a buffer in the pipelined program. If it has more than one version, a leading dimension
// selects the slot.
type versionedBuffer struct {
	value    *ir.Value
	versions int
	original *ir.MemRefType
	sizes    []*ir.Value // the operands for the dynamic extents
}

// version makes the allocation that replaces a private buffer. A buffer allocated outside of the loop with
// one version is not replaced.
func (e *emitter) version(b *buffer) error {
	if b.versions == 1 && !b.local {
		return nil
	}
	alloc := b.value.DefiningOp()
	original := b.value.Type().(*ir.MemRefType)
	typ := original
	if b.versions > 1 {
		if original.Layout != nil {
			return alloc.Errorf(codeVersion, "the buffer needs %d versions, but its layout is %s", b.versions,
				original.Layout).
				Suggest("allocate it without a layout")
		}
		shape := append([]int64{int64(b.versions)}, original.Shape...)
		typ = alloc.Context().MemRef(shape, original.Elem, nil, original.MemorySpace)
	}
	sizes, err := e.hoistSizes(alloc)
	if err != nil {
		return err
	}
	at := e.index.pre
	if !b.local {
		at = ir.At(alloc)
	}
	made := at.Create(ir.OpState{
		Def: alloc.Def(), Loc: alloc.Loc(), Operands: sizes, Results: []ir.Type{typ},
		Attrs: append(append([]ir.NamedAttr(nil), alloc.Attrs()...), alloc.Properties()...),
	})
	made.Result(0).SetName(b.value.Name())
	e.versioned[b.value] = &versionedBuffer{made.Result(0), b.versions, original, sizes}
	return nil
}

// hoistSizes returns the values that an allocation's operands have in front of the loop.
func (e *emitter) hoistSizes(alloc *ir.Op) ([]*ir.Value, error) {
	sizes := alloc.Operands()
	for i, v := range sizes {
		if e.loop.outside(v) {
			continue
		}
		n, ok := ir.ConstInt(v)
		if !ok {
			return nil, alloc.Errorf(codeVersion,
				"the size of the buffer may change from one iteration to the next").
				Suggest("compute its size in front of the loop")
		}
		sizes[i] = e.index.constant(n)
	}
	return sizes, nil
}

// view emits a view of one slot with the shape of the original buffer.
func (v *versionedBuffer) view(b *ir.Builder, slot *ir.Value) *ir.Value {
	c := b.Ctx
	offsets, sizes := []int64{ir.Dynamic}, []int64{1}
	operands := []*ir.Value{v.value}
	n, constant := ir.ConstInt(slot)
	if constant {
		offsets[0] = n
	} else {
		operands = append(operands, slot)
	}
	offsets = append(offsets, make([]int64, len(v.original.Shape))...)
	sizes = append(sizes, v.original.Shape...)
	operands = append(operands, v.sizes...)
	strides := slices.Repeat([]int64{1}, len(sizes))
	return b.Create(ir.OpState{
		Def: memref.SubView, Operands: operands, Results: []ir.Type{v.slotType(c, n, constant)},
		Attrs: []ir.NamedAttr{
			{Name: "static_offsets", Value: c.I64Array(offsets...)},
			{Name: "static_sizes", Value: c.I64Array(sizes...)},
			{Name: "static_strides", Value: c.I64Array(strides...)},
			{Name: "operandSegmentSizes",
				Value: c.I32Array(1, int64(len(operands)-1-len(v.sizes)), int64(len(v.sizes)), 0)},
		},
	}).Result(0)
}

// slotType returns the type of a view of slot n, or of a slot known only at run time.
func (v *versionedBuffer) slotType(c *ir.Context, n int64, constant bool) ir.Type {
	shape := v.original.Shape
	strides := make([]int64, len(shape))
	size := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		strides[d] = size
		size = multiplyExtents(size, shape[d])
	}
	offset := int64(ir.Dynamic)
	if constant && (n == 0 || size != ir.Dynamic) {
		offset = n * max(size, 0)
	}
	return c.MemRef(shape, v.original.Elem, c.Strided(offset, strides), v.original.MemorySpace)
}

func multiplyExtents(a, b int64) int64 {
	if a == ir.Dynamic || b == ir.Dynamic {
		return ir.Dynamic
	}
	return a * b
}

// layoutOf returns the strided layout of a memref, nil for other layouts.
func layoutOf(v *ir.Value) *ir.StridedAttr {
	t, _ := v.Type().(*ir.MemRefType)
	layout, _ := t.Layout.(*ir.StridedAttr)
	return layout
}

// retypeSubView corrects the offset in the type of a subview whose source has become a view of a slot. The
// strides do not change, because a slot has the layout of the original buffer.
func retypeSubView(op, original *ir.Op) {
	source, own := layoutOf(op.Operand(0)), layoutOf(op.Result(0))
	if source == nil || own == nil || op.Operand(0).Type() == original.Operand(0).Type() {
		return
	}
	offset, before := int64(ir.Dynamic), int64(0)
	if was := layoutOf(original.Operand(0)); was != nil {
		before = was.Offset
	}
	if source.Offset != ir.Dynamic && own.Offset != ir.Dynamic && before != ir.Dynamic {
		offset = source.Offset + own.Offset - before
	}
	c, t := op.Context(), op.Result(0).Type().(*ir.MemRefType)
	op.Result(0).SetType(c.MemRef(t.Shape, t.Elem, c.Strided(offset, own.Strides), t.MemorySpace))
}
