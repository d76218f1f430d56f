package sim

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"unsafe"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

// Value is an argument or a result of a run: a scalar, or a buffer for memrefs.
type Value struct {
	Type ir.Type
	// Bits is the representation of a scalar, zero-extended to 64 bits.
	Bits uint64
	// Buffer is the memory of a memref, nil for scalars.
	Buffer *Buffer
}

// Buffer is memory with a shape. Data holds elements in little-endian order, each in as many bytes as ElementSize says;
// element (i, j, ..) is number Offset + i*Strides[0] + j*Strides[1] + ...
type Buffer struct {
	Type    *ir.MemRefType
	Shape   []int64
	Strides []int64 // in elements
	Offset  int64   // in elements
	Data    []byte
}

// ElementSize returns the bytes of one element of a buffer in the simulator: the width of the type rounded up to 8, 16,
// 32 or 64 bits; index has 64. A vector has its elements one behind the other. It returns 0 for types without values
// here.
func ElementSize(elem ir.Type) int64 {
	if v, ok := elem.(*ir.VectorType); ok {
		if v.Scalable != nil || countLanes(v) > maxLanes {
			return 0
		}
		return ElementSize(v.Elem) * int64(laneCount(v))
	}
	if _, ok := bitWidth(elem); !ok {
		return 0
	}
	if n := ir.MemoryBytes(elem); n > 0 {
		return n
	}
	return 8 // tokens
}

// bitWidth returns the number of bits of a scalar type and whether the simulator has values of it.
func bitWidth(t ir.Type) (uint32, bool) {
	switch t := t.(type) {
	case *ir.IndexType:
		return 64, true
	case *ir.IntegerType:
		return t.Width, t.Width >= 1 && t.Width <= 64
	case *ir.FloatType:
		return t.Width(), t.Width() <= 64 && t.Kind != ir.TF32
	case *ir.OpaqueType:
		return 64, nvgpu.IsToken(t) || t.Dialect == "nvgpu" && t.Text == "mbarrier.token"
	}
	return 0, false
}

// NewBuffer returns a zeroed buffer for a memref type; dims gives the extents, of which those that the type fixes must agree with
// it. It is in row-major order unless the type says another offset or other strides. It is an error if the type has elements that
// the simulator does not have, a layout that it does not have, negative strides, or gaps that are very large.
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
	b := &Buffer{Type: typ, Shape: slices.Clone(dims), Strides: rowMajor(dims)}
	n, err := b.lay(n)
	if err != nil {
		return nil, err
	}
	b.Data = make([]byte, n*size)
	return b, nil
}

// lay gives a dense buffer of n elements the offset and the strides that its type says, and returns how many elements that spans.
func (b *Buffer) lay(n int64) (int64, error) {
	if b.Type.Layout == nil || isPermuted(b.Type) {
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
	maxSpan     = 1 << 28 // of a buffer with gaps, with them
)

// rowMajor returns the strides of a dense array.
func rowMajor(shape []int64) []int64 {
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

// At returns the bits of the element at an index in bounds, which must be a scalar; those of a vector are in Data.
func (b *Buffer) At(index ...int64) uint64 {
	size := ElementSize(b.Type.Elem)
	return loadBits(b.Data, b.linear(index)*size, size)
}

// Set stores the bits of the element at an index in bounds, which must be a scalar.
func (b *Buffer) Set(bits uint64, index ...int64) {
	size := ElementSize(b.Type.Elem)
	storeBits(b.Data, b.linear(index)*size, size, bits)
}

func (b *Buffer) linear(index []int64) int64 {
	at := b.Offset
	for d, i := range index {
		at += i * b.Strides[d]
	}
	return at
}

// SetAll stores the elements, which data has in row-major order without gaps.
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

// All returns the elements in row-major order without gaps.
func (b *Buffer) All() []byte {
	size := ElementSize(b.Type.Elem)
	if b.Offset == 0 && int64(len(b.Data)) == b.Len()*size && slices.Equal(b.Strides, rowMajor(b.Shape)) {
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

// SharedMemory returns the numbers of two values whose buffers have bytes in common, if there are any.
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

// Memory returns the value of a memref argument.
func Memory(b *Buffer) Value { return Value{Type: b.Type, Buffer: b} }

// Int returns the value of an integer or index type, reduced to its width.
func Int(t ir.Type, v int64) Value {
	width, _ := bitWidth(t)
	return Value{Type: t, Bits: uint64(v) & maskOf(width)}
}

// Float returns the value of a floating-point type nearest to v.
func Float(t *ir.FloatType, v float64) Value { return Value{Type: t, Bits: encodeFloat(t.Kind, v)} }

// Float returns the number that a value of a floating-point type stands for.
func (v Value) Float() float64 { return decodeFloat(v.Type.(*ir.FloatType).Kind, v.Bits) }

// Int returns the number that a value of an integer or index type stands for, as one with a sign.
func (v Value) Int() int64 {
	width, _ := bitWidth(v.Type)
	return signed(v.Bits, uint64(64-width))
}

// String returns a scalar as it is written in the IR's constants, and the type of others.
func (v Value) String() string {
	switch t := v.Type.(type) {
	case *ir.FloatType:
		size := 64
		if t.Width() <= 32 {
			size = 32
		}
		return strconv.FormatFloat(v.Float(), 'g', -1, size)
	case *ir.IntegerType:
		if t.Width == 1 {
			return strconv.FormatBool(v.Bits != 0)
		}
		return strconv.FormatInt(v.Int(), 10)
	case *ir.IndexType:
		return strconv.FormatInt(v.Int(), 10)
	case nil:
		return "none"
	}
	return v.Type.String()
}

// Equal reports whether two values have the same bits; buffers are compared element by element. Types are not compared,
// so that values of different contexts can be.
func (v Value) Equal(w Value) bool {
	if v.Buffer == nil || w.Buffer == nil {
		return v.Bits == w.Bits && v.Buffer == w.Buffer
	}
	return v.Buffer.Equal(w.Buffer)
}

// Equal reports whether two buffers have elements of the same size, the same shape, and elements with the same bits.
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

// Each calls visit with every index in row-major order while it returns true. The slice is reused.
func (b *Buffer) Each(visit func(index []int64) bool) {
	index := make([]int64, len(b.Shape))
	for n := b.Len(); n > 0; n-- {
		if !visit(index) {
			return
		}
		advance(index, b.Shape)
	}
}

// advance moves an index to the next in row-major order.
func advance(index, shape []int64) {
	for d := len(shape) - 1; d >= 0; d-- {
		if index[d]++; index[d] < shape[d] {
			return
		}
		index[d] = 0
	}
}

func loadBits(data []byte, at, size int64) uint64 {
	switch size {
	case 4:
		return uint64(binary.LittleEndian.Uint32(data[at:]))
	case 8:
		return binary.LittleEndian.Uint64(data[at:])
	case 2:
		return uint64(binary.LittleEndian.Uint16(data[at:]))
	}
	return uint64(data[at])
}

func storeBits(data []byte, at, size int64, bits uint64) {
	switch size {
	case 4:
		binary.LittleEndian.PutUint32(data[at:], uint32(bits))
	case 8:
		binary.LittleEndian.PutUint64(data[at:], bits)
	case 2:
		binary.LittleEndian.PutUint16(data[at:], uint16(bits))
	default:
		data[at] = byte(bits)
	}
}

// maskOf returns a mask of the low bits.
func maskOf(width uint32) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}
