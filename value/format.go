package value

import (
	"encoding/binary"
	"math"

	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

// ElementSize returns the number of bytes of one element in memory: the width of the type rounded up to 8,
// 16, 32 or 64 bits. An index has 64 bits. The elements of a vector follow each other. It returns 0 for types
// without values.
func ElementSize(elem ir.Type) int64 {
	if v, ok := elem.(*ir.VectorType); ok {
		if v.Scalable != nil || Lanes(v) > MaxLanes {
			return 0
		}
		return ElementSize(v.Elem) * Lanes(v)
	}
	if number, ok := elem.(*ir.ComplexType); ok {
		return 2 * ElementSize(number.Elem)
	}
	if _, ok := BitWidth(elem); !ok {
		return 0
	}
	if n := ir.MemoryBytes(elem); n > 0 {
		return n
	}
	return 8 // tokens
}

// BitWidth returns the number of bits of a scalar type, and false if there are no values of the type.
func BitWidth(t ir.Type) (uint32, bool) {
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

// MaxLanes is the largest number of elements of a vector.
const MaxLanes = 1 << 16

// Lanes returns the number of elements of a vector, or a number above MaxLanes if there are more.
func Lanes(t *ir.VectorType) int64 {
	n := int64(1)
	for _, extent := range t.Shape {
		n = min(n*min(extent, MaxLanes+1), MaxLanes+1)
	}
	return n
}

// Load returns size bytes of data, which are 1, 2, 4 or 8, as the bits of a scalar.
func Load(data []byte, at, size int64) uint64 {
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

// Store writes the low bits of a scalar to size bytes of data, which are 1, 2, 4 or 8.
func Store(data []byte, at, size int64, bits uint64) {
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

// Mask returns a mask of the lowest width bits.
func Mask(width uint32) uint64 {
	if width >= 64 {
		return ^uint64(0)
	}
	return 1<<width - 1
}

// Signed returns the value of a zero-extended signed integer of 64 - shift bits.
func Signed(v, shift uint64) int64 { return int64(v<<shift) >> shift }

// DecodeFloat returns the number that bits represent. Every format of at most 64 bits is exact in float64.
func DecodeFloat(k ir.FloatKind, bits uint64) float64 {
	switch k {
	case ir.F64:
		return math.Float64frombits(bits)
	case ir.F32:
		return float64(math.Float32frombits(uint32(bits)))
	}
	return ir.DecodeFloat(k, bits)
}

// EncodeFloat returns the bits of the number nearest to v, ties to even.
func EncodeFloat(k ir.FloatKind, v float64) uint64 {
	switch k {
	case ir.F64:
		return math.Float64bits(v)
	case ir.F32:
		return uint64(math.Float32bits(float32(v)))
	}
	return ir.EncodeFloat(k, v)
}
