package machine

import (
	"encoding/binary"
	"math"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ptx"
)

// A register holds the bits of its value in a word of 64, zeros above them.

func maskOf(bits int) uint64 {
	if bits >= 64 {
		return math.MaxUint64
	}
	return 1<<bits - 1
}

// signed returns the number that bits of a width mean in two's complement.
func signed(v uint64, bits int) int64 { return int64(v<<(64-bits)) >> (64 - bits) }

// load reads an integer of 1, 2, 4 or 8 bytes.
func load(data []byte, size int) uint64 {
	switch size {
	case 1:
		return uint64(data[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(data))
	case 4:
		return uint64(binary.LittleEndian.Uint32(data))
	}
	return binary.LittleEndian.Uint64(data)
}

// store writes an integer of 1, 2, 4 or 8 bytes.
func store(data []byte, size int, v uint64) {
	switch size {
	case 1:
		data[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(data, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(data, uint32(v))
	default:
		binary.LittleEndian.PutUint64(data, v)
	}
}

// floatKind returns the format of a type, of a half for packed ones.
func floatKind(t ptx.Type) ir.FloatKind {
	switch t {
	case "f16", "f16x2":
		return ir.F16
	case "bf16", "bf16x2":
		return ir.BF16
	case "f64":
		return ir.F64
	}
	return ir.F32 // tf32 is kept as f32
}

// decode returns the value of bits in a format.
func decode(k ir.FloatKind, bits uint64) float64 { return ir.DecodeFloat(k, bits) }

// encode returns the bits of the value nearest to v in a format. NaN is the canonical one of the device.
func encode(k ir.FloatKind, v float64) uint64 {
	if math.IsNaN(v) {
		return canonicalNaN(k)
	}
	return ir.EncodeFloat(k, v)
}

func canonicalNaN(k ir.FloatKind) uint64 {
	switch k {
	case ir.F64:
		return 0x7ff8000000000000
	case ir.F32:
		return 0x7fffffff
	}
	return 0x7fff
}

// flush returns zero of the same sign for a subnormal f32.
func flush(bits uint64) uint64 {
	if bits&0x7f800000 == 0 {
		return bits & 0x80000000
	}
	return bits
}

// immediateBits returns a number as an operand of a type.
func immediateBits(n *ptx.Immediate, t ptx.Type) uint64 {
	if n.Kind == ptx.Integer || t.Kind() == ptx.NoType {
		return n.Bits & maskOf(max(t.Bits(), 1))
	}
	if t.Kind() == ptx.Float && t.Bits() >= 32 && !isPacked(t) {
		return encode(floatKind(t), n.Float())
	}
	return n.Bits & maskOf(t.Bits()) // bits are bits
}

func isPacked(t ptx.Type) bool {
	_, packed := t.Packed()
	return packed
}
