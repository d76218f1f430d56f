package llvmtypes

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// The members of a descriptor.
const (
	allocated = 0
	aligned   = 1
	offset    = 2
	sizes     = 3
	strides   = 4
)

// Descriptor is a memref as LLVM has it, being taken apart or put together.
type Descriptor struct {
	*ir.Builder
	V *ir.Value
}

// NewDescriptor begins a descriptor of a type.
func (c *Conversion) NewDescriptor(t ir.Type) *Descriptor {
	return &Descriptor{c.Builder, Poison(c.Builder, t)}
}

// DescriptorOf looks into a descriptor.
func (c *Conversion) DescriptorOf(v *ir.Value) *Descriptor { return &Descriptor{c.Builder, v} }

// Allocated and the methods below extract one member each.
func (d *Descriptor) Allocated() *ir.Value { return Extract(d.Builder, d.V, allocated) }

// Aligned returns the pointer that accesses start from.
func (d *Descriptor) Aligned() *ir.Value { return Extract(d.Builder, d.V, aligned) }

// Offset returns the distance of the first element from there, in elements.
func (d *Descriptor) Offset() *ir.Value { return Extract(d.Builder, d.V, offset) }

// Size returns extent i.
func (d *Descriptor) Size(i int) *ir.Value { return Extract(d.Builder, d.V, sizes, int64(i)) }

// Sizes returns all extents as an array.
func (d *Descriptor) Sizes() *ir.Value { return Extract(d.Builder, d.V, sizes) }

// Stride returns stride i.
func (d *Descriptor) Stride(i int) *ir.Value { return Extract(d.Builder, d.V, strides, int64(i)) }

// SetAllocated and the methods below insert one member each.
func (d *Descriptor) SetAllocated(v *ir.Value) { d.V = Insert(d.Builder, v, d.V, allocated) }

// SetAligned inserts the pointer that accesses start from.
func (d *Descriptor) SetAligned(v *ir.Value) { d.V = Insert(d.Builder, v, d.V, aligned) }

// SetOffset inserts the offset.
func (d *Descriptor) SetOffset(v *ir.Value) { d.V = Insert(d.Builder, v, d.V, offset) }

// SetSize inserts extent i.
func (d *Descriptor) SetSize(i int, v *ir.Value) { d.V = Insert(d.Builder, v, d.V, sizes, int64(i)) }

// SetStride inserts stride i.
func (d *Descriptor) SetStride(i int, v *ir.Value) {
	d.V = Insert(d.Builder, v, d.V, strides, int64(i))
}

// Unpack returns all members in order, arrays one by one: what a function has as arguments for a memref of a
// rank.
func (d *Descriptor) Unpack(rank int) []*ir.Value {
	return d.AppendMembers(make([]*ir.Value, 0, 3+2*rank), rank)
}

// AppendMembers appends what Unpack returns to a list.
func (d *Descriptor) AppendMembers(list []*ir.Value, rank int) []*ir.Value {
	list = append(list, d.Allocated(), d.Aligned(), d.Offset())
	for i := range rank {
		list = append(list, d.Size(i))
	}
	for i := range rank {
		list = append(list, d.Stride(i))
	}
	return list
}

// Pack puts a descriptor of a type together from what Unpack returns.
func (c *Conversion) Pack(t ir.Type, members []*ir.Value) *ir.Value {
	d := c.NewDescriptor(t)
	d.SetAllocated(members[0])
	d.SetAligned(members[1])
	d.SetOffset(members[2])
	rank := (len(members) - 3) / 2
	for i := range rank {
		d.SetSize(i, members[3+i])
		d.SetStride(i, members[3+rank+i])
	}
	return d.V
}

// FromArguments returns what arguments of a function stand for: the descriptor of a memref, or, for one
// without rank, the rank and the address of a descriptor.
func (c *Conversion) FromArguments(m *ir.MemRefType, group []*ir.Value) *ir.Value {
	if m.Ranked {
		return c.Pack(c.Types.Type(m), group)
	}
	return c.PackUnranked(c.Types.Type(m), group[0], group[1])
}

// PackUnranked puts a memref without rank together.
func (c *Conversion) PackUnranked(t ir.Type, rank, pointer *ir.Value) *ir.Value {
	v := Insert(c.Builder, rank, Poison(c.Builder, t), 0)
	return Insert(c.Builder, pointer, v, 1)
}

// FromPointer returns the descriptor of a memref of static shape at a pointer.
func (c *Conversion) FromPointer(m *ir.MemRefType, allocated, aligned *ir.Value) *ir.Value {
	strides, off, _ := memref.Strides(m)
	d := c.NewDescriptor(c.Types.Type(m))
	d.SetAllocated(allocated)
	d.SetAligned(aligned)
	d.SetOffset(c.ConstIndex(off))
	for i, n := range m.Shape {
		d.SetSize(i, c.ConstIndex(n))
		d.SetStride(i, c.ConstIndex(strides[i]))
	}
	return d.V
}

// MemberTypes returns the types of what Unpack returns for a memref; for one without rank, of its two
// members.
func (t *Types) MemberTypes(m *ir.MemRefType) []ir.Type {
	if !m.Ranked {
		members, _ := llvm.Members(t.Type(m))
		return members
	}
	space, _ := t.Space(m)
	list := []ir.Type{t.Pointer(space), t.Pointer(space), t.Index}
	for range 2 * len(m.Shape) {
		list = append(list, t.Index)
	}
	return list
}

// Flags say how address arithmetic may not overflow.
type Flags struct{ GEP, Index int64 }

// InBounds is for the addresses of accesses, which are known to be in the memref.
var InBounds = Flags{GEP: llvm.GEPInbounds | llvm.GEPNUW, Index: llvm.NSW | llvm.NUW}

// ElementPointer returns the address of the element of a memref at indices. Indices and strides are
// multiplied out.
func (c *Conversion) ElementPointer(m *ir.MemRefType, desc *ir.Value, indices []*ir.Value,
	flags Flags) *ir.Value {
	steps, off, _ := memref.Strides(m)
	d := c.DescriptorOf(desc)
	elem := c.Types.Type(m.Elem)
	base := d.Aligned()
	switch {
	case off == ir.Dynamic:
		base = GEP(c.Builder, elem, base, 0, ir.OpFoldResult{Value: d.Offset()})
	case off != 0:
		base = GEP(c.Builder, elem, base, 0, ir.OpFoldResult{Value: c.ConstIndex(off)})
	}
	var index *ir.Value
	for i, x := range indices {
		if steps[i] != 1 {
			x = Binary(c.Builder, llvm.Mul, x, c.stride(d, steps[i], i), Overflow(c.Ctx, flags.Index))
		}
		if index == nil {
			index = x
		} else {
			index = Binary(c.Builder, llvm.Add, index, x, Overflow(c.Ctx, flags.Index))
		}
	}
	if index == nil {
		return base
	}
	return GEP(c.Builder, elem, base, flags.GEP, ir.OpFoldResult{Value: index})
}

func (c *Conversion) stride(d *Descriptor, n int64, i int) *ir.Value {
	if n == ir.Dynamic {
		return d.Stride(i)
	}
	return c.ConstIndex(n)
}

// BufferPointer returns the address of the first element of a memref.
func (c *Conversion) BufferPointer(m *ir.MemRefType, desc *ir.Value) *ir.Value {
	_, off, _ := memref.Strides(m)
	d := c.DescriptorOf(desc)
	base := d.Aligned()
	if off == 0 {
		return base
	}
	at := ir.OpFoldResult{}
	if off == ir.Dynamic {
		at.Value = d.Offset()
	} else {
		at.Value = c.ConstIndex(off)
	}
	return GEP(c.Builder, c.Types.Type(m.Elem), base, 0, at)
}

// SizeOf returns the number of bytes from one value of a type to the next, as the target has it.
func (c *Conversion) SizeOf(t ir.Type) *ir.Value {
	return c.bytesOf(t, ir.OpFoldResult{Const: 1})
}

// BytesOf returns the number of bytes that n values of a type take.
func (c *Conversion) BytesOf(t ir.Type, n *ir.Value) *ir.Value {
	return c.bytesOf(t, ir.OpFoldResult{Value: n})
}

func (c *Conversion) bytesOf(t ir.Type, n ir.OpFoldResult) *ir.Value {
	null := Zero(c.Builder, c.Types.Pointer(0))
	return Cast(c.Builder, llvm.PtrToInt, GEP(c.Builder, t, null, 0, n), c.Types.Index)
}

// UnrankedSize returns the bytes of the descriptor that a memref without rank points to: two pointers, and
// for rank r 1 + 2r numbers.
func (c *Conversion) UnrankedSize(v *ir.Value) *ir.Value {
	bytes := int64(c.Types.Index.Width+7) / 8
	unit, two := c.ConstIndex(1), c.ConstIndex(2)
	indexSize, pointerSize := c.ConstIndex(bytes), c.ConstIndex(8)
	pointers := Binary(c.Builder, llvm.Mul, two, pointerSize)
	rank := Extract(c.Builder, v, 0)
	numbers := Binary(c.Builder, llvm.Add, Binary(c.Builder, llvm.Mul, two, rank), unit)
	return Binary(c.Builder, llvm.Add, pointers, Binary(c.Builder, llvm.Mul, numbers, indexSize))
}

// MemberPosition returns where member i of what Unpack returns stands in the descriptor of a memref of a
// rank.
func MemberPosition(rank, i int) []int64 {
	switch {
	case i < sizes:
		return []int64{int64(i)}
	case i < sizes+rank:
		return []int64{sizes, int64(i - sizes)}
	}
	return []int64{strides, int64(i - sizes - rank)}
}
