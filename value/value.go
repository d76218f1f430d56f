package value

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Value is an argument or a result of a run: a scalar, or a buffer for a memref.
type Value struct {
	Type ir.Type
	// Bits is the representation of a scalar, zero-extended to 64 bits.
	Bits uint64
	// Buffer is the memory of a memref, nil for scalars.
	Buffer *Buffer
}

// Memory returns the value of a memref argument.
func Memory(b *Buffer) Value { return Value{Type: b.Type, Buffer: b} }

// Int returns the value of an integer or index type, reduced to its width.
func Int(t ir.Type, v int64) Value {
	width, _ := BitWidth(t)
	return Value{Type: t, Bits: uint64(v) & Mask(width)}
}

// Float returns the value of a floating-point type nearest to v.
func Float(t *ir.FloatType, v float64) Value { return Value{Type: t, Bits: EncodeFloat(t.Kind, v)} }

// Float returns the number of a value of a floating-point type.
func (v Value) Float() float64 { return DecodeFloat(v.Type.(*ir.FloatType).Kind, v.Bits) }

// Int returns the number of a value of an integer or index type, as a signed number.
func (v Value) Int() int64 {
	width, _ := BitWidth(v.Type)
	return Signed(v.Bits, uint64(64-width))
}

// String returns a scalar as the IR writes constants, and the type of other values.
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

// Equal reports whether two values have the same bits; buffers are compared element by element. It does not
// compare types, so that values of different contexts can be equal.
func (v Value) Equal(w Value) bool {
	if v.Buffer == nil || w.Buffer == nil {
		return v.Bits == w.Bits && v.Buffer == w.Buffer
	}
	return v.Buffer.Equal(w.Buffer)
}
