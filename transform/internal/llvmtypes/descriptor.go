package llvmtypes

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// The indices of a descriptor's fields.
const (
	allocated = 0
	aligned   = 1
	offset    = 2
	sizes     = 3
	strides   = 4
)

// Descriptor builds a lowered memref, or reads its fields.
type Descriptor struct {
	*ir.Builder
	V *ir.Value
}

// NewDescriptor returns an empty descriptor of a type.
func (c *Conversion) NewDescriptor(t ir.Type) *Descriptor {
	return &Descriptor{c.Builder, Poison(c.Builder, t)}
}

// DescriptorOf returns a Descriptor for reading fields of v.
func (c *Conversion) DescriptorOf(v *ir.Value) *Descriptor { return &Descriptor{c.Builder, v} }

// Allocated and the methods below extract one field each.
func (d *Descriptor) Allocated() *ir.Value { return Extract(d.Builder, d.V, allocated) }

// Aligned returns the pointer from which accesses start.
func (d *Descriptor) Aligned() *ir.Value { return Extract(d.Builder, d.V, aligned) }

// Offset returns the distance of the first element from the aligned pointer, in elements.
func (d *Descriptor) Offset() *ir.Value { return Extract(d.Builder, d.V, offset) }

// Size returns extent i.
func (d *Descriptor) Size(i int) *ir.Value { return Extract(d.Builder, d.V, sizes, int64(i)) }

// Sizes returns all extents as an array.
func (d *Descriptor) Sizes() *ir.Value { return Extract(d.Builder, d.V, sizes) }

// Stride returns stride i.
func (d *Descriptor) Stride(i int) *ir.Value { return Extract(d.Builder, d.V, strides, int64(i)) }

// SetAllocated and the methods below insert one field each.
func (d *Descriptor) SetAllocated(v *ir.Value) { d.V = Insert(d.Builder, v, d.V, allocated) }

// SetAligned inserts the pointer from which accesses start.
func (d *Descriptor) SetAligned(v *ir.Value) { d.V = Insert(d.Builder, v, d.V, aligned) }

// SetOffset inserts the offset.
func (d *Descriptor) SetOffset(v *ir.Value) { d.V = Insert(d.Builder, v, d.V, offset) }

// SetSize inserts extent i.
func (d *Descriptor) SetSize(i int, v *ir.Value) { d.V = Insert(d.Builder, v, d.V, sizes, int64(i)) }

// SetStride inserts stride i.
func (d *Descriptor) SetStride(i int, v *ir.Value) {
	d.V = Insert(d.Builder, v, d.V, strides, int64(i))
}

// Unpack returns all fields in order, with each element of an array by itself. These are the arguments of a
// function for a ranked memref.
func (d *Descriptor) Unpack(rank int) []*ir.Value {
	return d.AppendMembers(make([]*ir.Value, 0, 3+2*rank), rank)
}

// AppendMembers appends the list that Unpack returns.
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

// Pack builds a descriptor of a type from the list that Unpack returns.
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

// FromArguments returns the value for a memref that a function's arguments describe: the descriptor or, for
// an unranked memref, the rank and the address of a descriptor.
func (c *Conversion) FromArguments(m *ir.MemRefType, group []*ir.Value) *ir.Value {
	if m.Ranked {
		return c.Pack(c.Types.Type(m), group)
	}
	return c.PackUnranked(c.Types.Type(m), group[0], group[1])
}

// PackUnranked builds an unranked memref.
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

// MemberTypes returns the types of the list that Unpack returns for a memref, or of the two fields of an
// unranked memref.
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

// Flags says which overflows of address arithmetic are excluded.
type Flags struct{ GEP, Index int64 }

// InBounds is for addresses of accesses, which are known to lie in the memref.
var InBounds = Flags{GEP: llvm.GEPInbounds | llvm.GEPNUW, Index: llvm.NSW | llvm.NUW}

// ElementPointer returns the address of the element of a memref at indices. It multiplies indices with
// strides.
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

// SizeOf returns the distance in bytes of consecutive values of a type on the target.
func (c *Conversion) SizeOf(t ir.Type) *ir.Value {
	return c.bytesOf(t, ir.OpFoldResult{Const: 1})
}

// BytesOf returns the number of bytes of n values of a type.
func (c *Conversion) BytesOf(t ir.Type, n *ir.Value) *ir.Value {
	return c.bytesOf(t, ir.OpFoldResult{Value: n})
}

func (c *Conversion) bytesOf(t ir.Type, n ir.OpFoldResult) *ir.Value {
	null := Zero(c.Builder, c.Types.Pointer(0))
	return Cast(c.Builder, llvm.PtrToInt, GEP(c.Builder, t, null, 0, n), c.Types.Index)
}

// UnrankedSize returns the size in bytes of the descriptor to which an unranked memref points: two pointers
// and, for rank r, 1 + 2r numbers.
func (c *Conversion) UnrankedSize(v *ir.Value) *ir.Value {
	bytes := int64(c.Types.Index.Width+7) / 8
	unit, two := c.ConstIndex(1), c.ConstIndex(2)
	indexSize, pointerSize := c.ConstIndex(bytes), c.ConstIndex(8)
	pointers := Binary(c.Builder, llvm.Mul, two, pointerSize)
	rank := Extract(c.Builder, v, 0)
	numbers := Binary(c.Builder, llvm.Add, Binary(c.Builder, llvm.Mul, two, rank), unit)
	return Binary(c.Builder, llvm.Add, pointers, Binary(c.Builder, llvm.Mul, numbers, indexSize))
}

// MemberPosition returns the position, in the descriptor of a memref of this rank, of entry i in the list
// that Unpack returns.
func MemberPosition(rank, i int) []int64 {
	switch {
	case i < sizes:
		return []int64{int64(i)}
	case i < sizes+rank:
		return []int64{sizes, int64(i - sizes)}
	}
	return []int64{strides, int64(i - sizes - rank)}
}
