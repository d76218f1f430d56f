package printed

import (
	"math"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Code is how programs tell a host what type a number has: its class above the lowest eight bits, which are
// its width.
type Code uint32

// The classes of numbers.
const (
	signed Code = iota << 8
	unsigned
	ieee   // f16, f32 and f64
	brain  // bf16
	widths = 1<<8 - 1
)

// CodeOf returns the code of a type, and whether numbers of it have a text: integers of at most 64 bits,
// index, f16, bf16, f32 and f64. An index has no sign, an integer has one unless its type says otherwise or
// it is an i1.
func CodeOf(t ir.Type) (Code, bool) {
	switch t := t.(type) {
	case *ir.IndexType:
		return unsigned | 64, true
	case *ir.IntegerType:
		if t.Sign == ir.Unsigned || t.Width == 1 && t.Sign == ir.Signless {
			return unsigned | Code(t.Width), t.Width >= 1 && t.Width <= 64
		}
		return signed | Code(t.Width&widths), t.Width >= 1 && t.Width <= 64
	case *ir.FloatType:
		if t.Kind == ir.BF16 {
			return brain | 16, true
		}
		return ieee | Code(t.Width()), t.Kind == ir.F16 || t.Kind == ir.F32 || t.Kind == ir.F64
	}
	return 0, false
}

// IsNumber reports whether numbers of a type have a text.
func IsNumber(t ir.Type) bool {
	_, ok := CodeOf(t)
	return ok
}

// AppendNumber appends a number by its bits, of a type that IsNumber accepts.
func AppendNumber(dst []byte, t ir.Type, bits uint64) []byte {
	code, _ := CodeOf(t)
	return code.Append(dst, bits)
}

// Append appends a number of the type of a code. Bits that the type does not have do not count.
func (c Code) Append(dst []byte, bits uint64) []byte {
	width := c & widths
	unused := (64 - width) % 64
	bits = bits << unused >> unused
	switch c &^ widths {
	case signed:
		return strconv.AppendInt(dst, int64(bits<<unused)>>unused, 10)
	case unsigned:
		return strconv.AppendUint(dst, bits, 10)
	}
	negative := bits>>(width-1)&1 != 0
	switch {
	case width == 64:
		return appendFloat(dst, math.Float64frombits(bits), negative)
	case width == 32:
		return appendFloat(dst, float64(math.Float32frombits(uint32(bits))), negative)
	case c == brain|16:
		return appendFloat(dst, ir.DecodeFloat(ir.BF16, bits), negative)
	}
	return appendFloat(dst, ir.DecodeFloat(ir.F16, bits), negative)
}

// appendFloat appends a number as %g of C's printf: with six digits. The sign of what is no number shows as
// well.
func appendFloat(dst []byte, v float64, negative bool) []byte {
	if negative {
		dst = append(dst, '-')
	}
	switch {
	case math.IsNaN(v):
		return append(dst, "nan"...)
	case math.IsInf(v, 0):
		return append(dst, "inf"...)
	}
	const digits = 6
	return strconv.AppendFloat(dst, math.Abs(v), 'g', digits, 64)
}

// The marks that stand between numbers: how vectors begin and end, and what separates their elements.
const (
	Open    = "( "
	Close   = " )"
	Comma   = ", "
	Newline = "\n"
)

// AppendVector appends a vector, whose elements are in row-major order.
func AppendVector(dst []byte, t *ir.VectorType, element func(i int) uint64) []byte {
	dst, _ = appendVector(dst, t.Elem, t.Shape, element, 0)
	return dst
}

func appendVector(dst []byte, elem ir.Type, shape []int64, element func(i int) uint64, at int) ([]byte, int) {
	n := int64(1) // a vector of no dimension is printed as one of one element
	if len(shape) > 0 {
		n = shape[0]
	}
	dst = append(dst, Open...)
	for i := range n {
		if i > 0 {
			dst = append(dst, Comma...)
		}
		if len(shape) > 1 {
			dst, at = appendVector(dst, elem, shape[1:], element, at)
		} else {
			dst = AppendNumber(dst, elem, element(at))
			at++
		}
	}
	return append(dst, Close...), at
}
