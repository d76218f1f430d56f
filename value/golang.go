package value

import (
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"unsafe"

	"github.com/inflight-compiler/inflight/ir"
)

// Element lists the Go types of elements of memory. A bool is an i1. An int or uint is an index or an i64,
// and so are int64 and uint64. A uint16 is also the representation of an f16 or a bf16.
type Element interface {
	bool | int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 | float32 | float64
}

// Array is memory for an argument: a slice of an Element with its extents.
type Array struct {
	kind  reflect.Kind
	bytes []byte
	shape []int64
}

// ArrayOf returns memory whose elements are in row-major order, with the given extents; without extents it
// has one dimension. It uses the memory of the slice and copies nothing.
func ArrayOf[T Element](data []T, shape ...int64) Array {
	if len(shape) == 0 {
		shape = []int64{int64(len(data))}
	}
	var zero T
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(data))), len(data)*int(unsafe.Sizeof(zero)))
	return Array{reflect.TypeFor[T]().Kind(), bytes, slices.Clone(shape)}
}

// String returns the type of the array, as in []float32 with the extents [4 4].
func (a Array) String() string { return fmt.Sprintf("[]%v with the extents %v", a.kind, a.shape) }

// Of converts a Go value to a type of the IR. A number or a bool becomes a scalar if it fits; floats are
// rounded. An Array, or a slice of an Element whose extents follow from the type, becomes memory without a
// copy. A Value or a *Buffer stays unchanged. The error says what was given.
func Of(t ir.Type, x any) (Value, error) {
	switch x := x.(type) {
	case Value:
		return x, nil
	case *Buffer:
		return Memory(x), nil
	case Array:
		return x.value(t)
	}
	if m, ok := t.(*ir.MemRefType); ok {
		a, ok := arrayOfSlice(m, x)
		if !ok {
			return Value{}, fmt.Errorf("a value of the Go type %T is given", x)
		}
		return a.value(t)
	}
	return scalarOf(t, reflect.ValueOf(x))
}

// arrayOfSlice returns a slice as an array with the extents of a type: all of them if they are fixed, or the
// only one.
func arrayOfSlice(m *ir.MemRefType, x any) (Array, bool) {
	var a Array
	switch x := x.(type) {
	case []bool:
		a = ArrayOf(x)
	case []int:
		a = ArrayOf(x)
	case []int8:
		a = ArrayOf(x)
	case []int16:
		a = ArrayOf(x)
	case []int32:
		a = ArrayOf(x)
	case []int64:
		a = ArrayOf(x)
	case []uint:
		a = ArrayOf(x)
	case []uint8:
		a = ArrayOf(x)
	case []uint16:
		a = ArrayOf(x)
	case []uint32:
		a = ArrayOf(x)
	case []uint64:
		a = ArrayOf(x)
	case []float32:
		a = ArrayOf(x)
	case []float64:
		a = ArrayOf(x)
	default:
		return a, false
	}
	if len(m.Shape) != 1 && m.Ranked && !slices.Contains(m.Shape, ir.Dynamic) {
		a.shape = slices.Clone(m.Shape)
	}
	return a, true
}

// value returns the array as memory of a type.
func (a Array) value(t ir.Type) (Value, error) {
	m, ok := t.(*ir.MemRefType)
	if !ok || !m.Ranked || m.Layout != nil || len(m.Shape) != len(a.shape) || !holds(m.Elem, a.kind) {
		return Value{}, fmt.Errorf("%v is given", a)
	}
	n := ElementSize(m.Elem)
	for d, extent := range a.shape {
		if extent < 0 || m.Shape[d] != ir.Dynamic && m.Shape[d] != extent ||
			extent > 0 && n > int64(maxElements)/extent {
			return Value{}, fmt.Errorf("%v is given", a)
		}
		n *= extent
	}
	if n != int64(len(a.bytes)) {
		return Value{}, fmt.Errorf("%v is given, which has %d elements", a,
			int64(len(a.bytes))/ElementSize(m.Elem))
	}
	return Memory(&Buffer{Type: m, Shape: a.shape, Strides: RowMajor(a.shape), Data: a.bytes}), nil
}

// littleEndian says whether the processor has numbers in the byte order of buffers.
var littleEndian = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// holds reports whether elements of a type have the same representation as Go values of a kind.
func holds(elem ir.Type, kind reflect.Kind) bool {
	if !littleEndian && ElementSize(elem) > 1 {
		return false
	}
	switch t := elem.(type) {
	case *ir.FloatType:
		switch t.Kind {
		case ir.F32:
			return kind == reflect.Float32
		case ir.F64:
			return kind == reflect.Float64
		case ir.F16, ir.BF16:
			return kind == reflect.Uint16
		}
		return false
	case *ir.IndexType:
		return width(kind) == 64
	case *ir.IntegerType:
		return t.Width == 1 && kind == reflect.Bool || t.Width > 1 && t.Width == width(kind)
	}
	return false
}

// width returns the number of bits of an integer kind, 0 for other kinds.
func width(kind reflect.Kind) uint32 {
	switch kind {
	case reflect.Int8, reflect.Uint8:
		return 8
	case reflect.Int16, reflect.Uint16:
		return 16
	case reflect.Int32, reflect.Uint32:
		return 32
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64:
		return 64
	}
	return 0
}

// scalarOf converts a number or a bool to a scalar. Integers must fit the type, as signed or as unsigned
// numbers.
func scalarOf(t ir.Type, x reflect.Value) (Value, error) {
	if !x.IsValid() {
		return Value{}, fmt.Errorf("nil is given")
	}
	given := fmt.Errorf("%v of the Go type %v is given", x, x.Type())
	f, isFloat := t.(*ir.FloatType)
	bits, scalar := BitWidth(t)
	switch {
	case isFloat && x.CanFloat():
		return Float(f, x.Float()), nil
	case isFloat && x.CanInt() && int64(float64(x.Int())) == x.Int():
		return Float(f, float64(x.Int())), nil
	case isFloat || !scalar:
	case x.Kind() == reflect.Bool && bits == 1:
		return Value{Type: t, Bits: uint64(boolBit(x.Bool()))}, nil
	case x.CanInt():
		if v := Int(t, x.Int()); v.Int() == x.Int() || x.Int() >= 0 && v.Bits == uint64(x.Int()) {
			return v, nil
		}
	case x.CanUint() && x.Uint()&Mask(bits) == x.Uint():
		return Value{Type: t, Bits: x.Uint()}, nil
	}
	return Value{}, given
}

func boolBit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// Slice returns the elements of memory in row-major order as a Go slice: the memory itself if it has no gaps,
// otherwise a copy. It returns an error if the value is not memory, or if T is not the Go type of its
// elements.
func Slice[T Element](v Value) ([]T, error) {
	b, kind := v.Buffer, reflect.TypeFor[T]().Kind()
	if b == nil || !holds(b.Type.Elem, kind) {
		return nil, fmt.Errorf("a value of type %v is no []%v", v.Type, kind)
	}
	data := b.Data
	if size := b.Len() * ElementSize(b.Type.Elem); b.Offset != 0 || int64(len(data)) < size ||
		!slices.Equal(b.Strides, RowMajor(b.Shape)) {
		data = b.All()
	}
	n := b.Len()
	if n == 0 {
		return []T{}, nil
	}
	first := unsafe.Pointer(unsafe.SliceData(data))
	if uintptr(first)%unsafe.Alignof(*new(T)) != 0 {
		aligned := make([]T, n)
		copy(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(aligned))), len(data)), data)
		return aligned, nil
	}
	return unsafe.Slice((*T)(first), n), nil
}
