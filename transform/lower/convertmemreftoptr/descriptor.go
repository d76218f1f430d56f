package convertmemreftoptr

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/ptr"
	"github.com/inflight-compiler/inflight/ir"
)

// descriptor is what stands for a memref: the address of its buffer, and in elements its offset, sizes and
// strides, each of type index or known now. A stride without value and constant is the product of the sizes
// behind it.
type descriptor struct {
	*layout
	base           *ir.Value
	offset         ir.OpFoldResult
	sizes, strides []ir.OpFoldResult
	before         *ir.Op // in front of which all of these are defined
}

// layout is what a type says of its memrefs.
type layout struct {
	typ       *ir.MemRefType
	elem      int64 // bytes of an element
	offset    int64
	strides   []int64
	rowMajor  bool // strides follow from sizes
	partTypes []ir.Type
}

// Engines give addresses 32 bits.
func pointerType(c *ir.Context) ir.Type { return ptr.Type(c) }

// bytesOf returns the size of an element in memory, 0 if it cannot lie there.
func bytesOf(t ir.Type) int64 {
	switch t := t.(type) {
	case *ir.ComplexType:
		if bytesOf(t.Elem) == 0 {
			return 0
		}
	case *ir.IntegerType:
		if t.Width == 0 || t.Width > 64 {
			return 0
		}
	case *ir.FloatType:
		if t.Kind != ir.F16 && t.Kind != ir.BF16 && t.Kind != ir.F32 && t.Kind != ir.F64 {
			return 0
		}
	case *ir.VectorType:
		if bytesOf(t.Elem) == 0 {
			return 0
		}
	}
	return ir.MemoryBytes(t)
}

// layoutOf returns what is known of memrefs of a type; why says why they have no counterpart.
func (l *lowering) layoutOf(t *ir.MemRefType) (lay *layout, why string) {
	if known := l.parts[t]; known != nil {
		return known, ""
	}
	if !t.Ranked {
		return nil, "has no rank"
	}
	strides, offset, ok := memref.Strides(t)
	if !ok {
		return nil, "has a layout that is not strided"
	}
	lay = &layout{typ: t, elem: bytesOf(t.Elem), offset: offset, strides: strides,
		rowMajor: memref.HasIdentityLayout(t)}
	if lay.elem == 0 {
		return nil, "has elements of a type that cannot lie in memory"
	}
	lay.partTypes = append(lay.partTypes, l.pointer)
	for range lay.dynamicParts() {
		lay.partTypes = append(lay.partTypes, l.Ctx.Index)
	}
	l.parts[t] = lay
	return lay, ""
}

// partTypes returns the types of the parts of values of a type that have some; none if the type has no
// counterpart.
func (l *lowering) partTypes(t ir.Type) []ir.Type {
	if n, ok := t.(*ir.ComplexType); ok {
		return []ir.Type{n.Elem, n.Elem}
	}
	if lay, _ := l.layoutOf(t.(*ir.MemRefType)); lay != nil {
		return lay.partTypes
	}
	return nil
}

// partsOf returns what is passed for a value with parts.
func (l *lowering) partsOf(v *ir.Value) []*ir.Value {
	if t, ok := v.Type().(*ir.MemRefType); ok {
		return l.partsAs(t, l.mem(v))
	}
	n := l.complexNumber(v)
	return []*ir.Value{n.re, n.im}
}

// setParts says that parts stand for a value.
func (l *lowering) setParts(v *ir.Value, parts []*ir.Value, before *ir.Op) {
	if t, ok := v.Type().(*ir.MemRefType); ok {
		l.mems[v] = l.fromParts(t, parts, before)
		return
	}
	l.numbers[v] = number{parts[0], parts[1]}
}

// dynamicParts returns how many of offset, sizes and strides are values.
func (lay *layout) dynamicParts() int {
	n := memref.DynamicDims(lay.typ.Shape)
	if lay.offset == ir.Dynamic {
		n++
	}
	if !lay.rowMajor {
		n += memref.DynamicDims(lay.strides)
	}
	return n
}

// known returns a number of a type, which is known unless it is ir.Dynamic.
func known(n int64) ir.OpFoldResult { return ir.OpFoldResult{Const: n} }

// isDynamic reports whether a number has neither a value nor a constant yet.
func isDynamic(x ir.OpFoldResult) bool { return x.Value == nil && x.Const == ir.Dynamic }

// blank returns a descriptor with what the type says; what it does not say is dynamic.
func (l *lowering) blank(t *ir.MemRefType, base *ir.Value, before *ir.Op) *descriptor {
	lay, _ := l.layoutOf(t)
	d := &descriptor{layout: lay, base: base, offset: known(lay.offset), before: before}
	d.sizes, d.strides = make([]ir.OpFoldResult, len(t.Shape)), make([]ir.OpFoldResult, len(t.Shape))
	for i := range t.Shape {
		d.sizes[i], d.strides[i] = known(t.Shape[i]), known(lay.strides[i])
	}
	return d
}

// fromParts puts a descriptor together from what is passed for a memref: address, offset, sizes, strides.
func (l *lowering) fromParts(t *ir.MemRefType, parts []*ir.Value, before *ir.Op) *descriptor {
	d := l.blank(t, parts[0], before)
	parts = parts[1:]
	for _, x := range d.variable() {
		x.Value, parts = parts[0], parts[1:]
	}
	return d
}

// variable returns the numbers of a descriptor that are passed as values, in their order.
func (d *descriptor) variable() []*ir.OpFoldResult {
	var list []*ir.OpFoldResult
	if d.layout.offset == ir.Dynamic {
		list = append(list, &d.offset)
	}
	for i := range d.sizes {
		if d.typ.Shape[i] == ir.Dynamic {
			list = append(list, &d.sizes[i])
		}
	}
	for i := range d.strides {
		if !d.rowMajor && d.layout.strides[i] == ir.Dynamic {
			list = append(list, &d.strides[i])
		}
	}
	return list
}

// toParts returns what is passed for a memref of type t, which d is or was cast to.
func (l *lowering) toParts(d *descriptor) []*ir.Value {
	parts := []*ir.Value{d.base}
	if d.layout.offset == ir.Dynamic {
		parts = append(parts, l.value(d.offset))
	}
	for i := range d.sizes {
		if d.typ.Shape[i] == ir.Dynamic {
			parts = append(parts, l.value(d.sizes[i]))
		}
	}
	for i := range d.strides {
		if !d.rowMajor && d.layout.strides[i] == ir.Dynamic {
			parts = append(parts, l.value(l.stride(d, i)))
		}
	}
	return parts
}

// value returns a number as a value of type index.
func (l *lowering) value(x ir.OpFoldResult) *ir.Value {
	if x.Value != nil {
		return x.Value
	}
	return l.constant(l.Ctx.Index, x.Const)
}

// stride returns the stride of a dimension. Those that follow from the sizes are computed where they are
// asked for first.
func (l *lowering) stride(d *descriptor, i int) ir.OpFoldResult {
	if !isDynamic(d.strides[i]) {
		return d.strides[i]
	}
	next := l.stride(d, i+1)
	saved := l.Save()
	l.SetBefore(d.before)
	d.strides[i] = l.times(next, d.sizes[i+1])
	l.Restore(saved)
	return d.strides[i]
}

// times multiplies two numbers of type index.
func (l *lowering) times(x, y ir.OpFoldResult) ir.OpFoldResult {
	switch {
	case x.Value == nil && y.Value == nil:
		return known(x.Const * y.Const)
	case x.Value == nil && x.Const == 1:
		return y
	case y.Value == nil && y.Const == 1:
		return x
	}
	return ir.OpFoldResult{Value: arith.Binary(l.Builder, arith.MulI, l.value(x), l.value(y))}
}

// contiguous reports whether the elements of the dimensions from first on follow each other in memory,
// without gaps, in the order of the subscripts. It is false where that is not known.
func (d *descriptor) contiguous(first int) bool {
	if d.rowMajor {
		return true
	}
	want := memref.RowMajor(d.typ.Shape[first:])
	return !slices.Contains(want, ir.Dynamic) && slices.Equal(want, d.layout.strides[first:])
}
