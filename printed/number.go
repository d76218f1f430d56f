package printed

import (
	"math"
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// IsNumber reports whether AppendNumber has a text for numbers of a type: integers of at most 64 bits, index, f16, bf16, f32 and f64.
func IsNumber(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IndexType:
		return true
	case *ir.IntegerType:
		return t.Width >= 1 && t.Width <= 64
	case *ir.FloatType:
		return t.Kind == ir.F16 || t.Kind == ir.BF16 || t.Kind == ir.F32 || t.Kind == ir.F64
	}
	return false
}

// AppendNumber appends a number by its bits, of a type that IsNumber accepts. An index has no sign, an integer has one unless its type
// says otherwise or it is an i1.
func AppendNumber(dst []byte, t ir.Type, bits uint64) []byte {
	switch t := t.(type) {
	case *ir.IntegerType:
		unused := 64 - t.Width
		if t.Sign == ir.Unsigned || t.Width == 1 && t.Sign == ir.Signless {
			return strconv.AppendUint(dst, bits<<unused>>unused, 10)
		}
		return strconv.AppendInt(dst, int64(bits<<unused)>>unused, 10)
	case *ir.FloatType:
		return appendFloat(dst, number(t, bits), bits>>(t.Width()-1)&1 != 0)
	}
	return strconv.AppendUint(dst, bits, 10)
}

// appendFloat appends a number as %g of C's printf: with six digits. The sign of what is no number shows as well.
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
