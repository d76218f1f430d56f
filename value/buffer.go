package value

import (
	"bytes"
	"fmt"
	"slices"
	"unsafe"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// Buffer is memory with a shape. Data holds elements in little-endian order, each in ElementSize bytes.
// Element (i, j, ..) has the number Offset + i*Strides[0] + j*Strides[1] + ...
type Buffer struct {
	Type    *ir.MemRefType
	Shape   []int64
	Strides []int64 // in elements
	Offset  int64   // in elements
	Data    []byte
}

// NewBuffer returns a buffer of zeros for a memref type. dims are the extents; they must agree with the
// extents that the type fixes. The elements are in row-major order unless the type has another offset or
// other strides. NewBuffer returns an error if the type has elements without values, a layout that is neither
// strided nor a permutation, negative strides, or very large gaps.
func NewBuffer(typ *ir.MemRefType, dims []int64) (*Buffer, error) {
	size := ElementSize(typ.Elem)
	if size == 0 {
		return nil, fmt.Errorf("no values of type %v", typ.Elem)
	}
	if typ.Ranked && len(dims) != len(typ.Shape) {
		return nil, fmt.Errorf("%d extents given for %v", len(dims), typ)
	}
	n := int64(1)
	for i, d := range dims {
		if d < 0 || typ.Ranked && typ.Shape[i] != ir.Dynamic && typ.Shape[i] != d {
			return nil, fmt.Errorf("extent %d of dimension %d does not fit %v", d, i, typ)
		}
		if d > 0 && n > maxElements/d {
			return nil, fmt.Errorf("%v with extents %v is too large", typ, dims)
		}
		n *= d
	}
	b := &Buffer{Type: typ, Shape: slices.Clone(dims), Strides: RowMajor(dims)}
	n, err := b.lay(n)
	if err != nil {
		return nil, err
	}
	b.Data = make([]byte, n*size)
	return b, nil
}

// lay sets the offset and the strides of the type in a dense buffer of n elements. It returns the number of
// elements from the first to the last, with gaps.
func (b *Buffer) lay(n int64) (int64, error) {
	if b.Type.Layout == nil || memref.IsPermuted(b.Type) {
		return n, nil
	}
	strides, offset, ok := memref.Strides(b.Type)
	if !ok {
		return 0, fmt.Errorf("%v has a layout that is neither strided nor a permutation", b.Type)
	}
	for d, s := range strides {
		if s != ir.Dynamic {
			b.Strides[d] = s
		}
	}
	if offset != ir.Dynamic {
		b.Offset = offset
	}
	span := b.Offset + 1
	for d, s := range b.Strides {
		if s < 0 || b.Offset < 0 || b.Shape[d] > 1 && s > maxSpan/(b.Shape[d]-1) {
			return 0, fmt.Errorf("%v with extents %v has negative strides or is too large", b.Type, b.Shape)
		}
		if span += max(b.Shape[d]-1, 0) * s; span > maxSpan {
			return 0, fmt.Errorf("%v with extents %v has gaps that are too large", b.Type, b.Shape)
		}
	}
	if n == 0 {
		return 0, nil
	}
	return span, nil
}

const (
	maxElements = 1 << 40 // of a buffer
	maxSpan     = 1 << 28 // of a buffer with gaps, gaps included
)

// RowMajor returns the strides of a dense array.
func RowMajor(shape []int64) []int64 {
	strides := make([]int64, len(shape))
	n := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = n
		n *= max(shape[i], 1)
	}
	return strides
}

// Len returns the number of elements that the shape covers.
func (b *Buffer) Len() int64 { return ir.NumElements(b.Shape) }

// At returns the bits of the element at an index in bounds. The element must be a scalar; elements of vectors
// are in Data.
func (b *Buffer) At(index ...int64) uint64 {
	size := ElementSize(b.Type.Elem)
	return Load(b.Data, b.linear(index)*size, size)
}

// Set stores the bits of the element at an index in bounds. The element must be a scalar.
func (b *Buffer) Set(bits uint64, index ...int64) {
	size := ElementSize(b.Type.Elem)
	Store(b.Data, b.linear(index)*size, size, bits)
}

func (b *Buffer) linear(index []int64) int64 {
	at := b.Offset
	for d, i := range index {
		at += i * b.Strides[d]
	}
	return at
}

// SetAll stores all elements from data, which has them in row-major order without gaps.
func (b *Buffer) SetAll(data []byte) {
	if b.Type.Layout == nil {
		copy(b.Data, data)
		return
	}
	size := ElementSize(b.Type.Elem)
	b.Each(func(index []int64) bool {
		n := copy(b.Data[b.linear(index)*size:], data[:min(size, int64(len(data)))])
		data = data[n:]
		return len(data) > 0
	})
}

// All returns a copy of all elements in row-major order without gaps.
func (b *Buffer) All() []byte {
	size := ElementSize(b.Type.Elem)
	if b.Offset == 0 && int64(len(b.Data)) == b.Len()*size && slices.Equal(b.Strides, RowMajor(b.Shape)) {
		return slices.Clone(b.Data)
	}
	data := make([]byte, 0, b.Len()*size)
	b.Each(func(index []int64) bool {
		at := b.linear(index) * size
		data = append(data, b.Data[at:at+size]...)
		return true
	})
	return data
}

// Clone returns a buffer with a copy of the data.
func (b *Buffer) Clone() *Buffer {
	c := *b
	c.Data = slices.Clone(b.Data)
	return &c
}

// SharedMemory returns the indices of two values whose buffers have bytes in common. It returns false if
// there are none.
func SharedMemory(values []Value) (i, j int, ok bool) {
	for j, v := range values {
		for i, w := range values[:j] {
			if v.Buffer != nil && w.Buffer != nil && overlap(v.Buffer.Data, w.Buffer.Data) {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

// overlap reports whether two slices have bytes in common.
func overlap(a, b []byte) bool {
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	x, y := uintptr(unsafe.Pointer(&a[0])), uintptr(unsafe.Pointer(&b[0]))
	return x < y+uintptr(len(b)) && y < x+uintptr(len(a))
}

// Equal reports whether two buffers have elements of the same size, the same shape, and elements with the
// same bits.
func (b *Buffer) Equal(c *Buffer) bool {
	if ElementSize(b.Type.Elem) != ElementSize(c.Type.Elem) || !slices.Equal(b.Shape, c.Shape) {
		return false
	}
	size := ElementSize(b.Type.Elem)
	same := true
	b.Each(func(index []int64) bool {
		x, y := b.linear(index)*size, c.linear(index)*size
		same = bytes.Equal(b.Data[x:x+size], c.Data[y:y+size])
		return same
	})
	return same
}

// Each calls visit with every index in row-major order, as long as visit returns true. It reuses the slice of
// the index.
func (b *Buffer) Each(visit func(index []int64) bool) {
	index := make([]int64, len(b.Shape))
	for n := b.Len(); n > 0; n-- {
		if !visit(index) {
			return
		}
		Advance(index, b.Shape)
	}
}

// Advance moves an index to the next in row-major order.
func Advance(index, shape []int64) {
	for d := len(shape) - 1; d >= 0; d-- {
		if index[d]++; index[d] < shape[d] {
			return
		}
		index[d] = 0
	}
}
