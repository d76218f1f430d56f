package vector

import (
	"encoding/binary"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	Dialect.Constant = func(b *ir.Builder, attr ir.Attr, typ ir.Type) *ir.Op {
		return arith.Dialect.Constant(b, attr, typ)
	}
}

// The elements of constants are kept as the bytes that dense attributes have, row-major and little-endian; of
// a splat there is one element.

// scalarAttr returns the number that bytes of an element of a type are, nil for types that are no numbers of
// at most 64 bits.
func scalarAttr(c *ir.Context, t ir.Type, data string) ir.Attr {
	if len(data) > 8 {
		return nil
	}
	var buf [8]byte
	copy(buf[:], data)
	bits := binary.LittleEndian.Uint64(buf[:])
	switch t := t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return c.Int(t, int64(bits))
	case *ir.FloatType:
		return c.FloatBits(t, bits)
	}
	return nil
}

// denseVector returns the attribute as the constant of a vector whose elements have whole bytes.
func denseVector(a ir.Attr) (*ir.DenseElementsAttr, bool) {
	d, ok := a.(*ir.DenseElementsAttr)
	return d, ok && d.Strings == nil && ir.ElemBytes(d.Type.ElemType()) > 0
}

// expanded returns the bytes of all elements, also of a splat.
func expanded(d *ir.DenseElementsAttr) string {
	if !d.Splat {
		return d.Data
	}
	return strings.Repeat(d.Data, int(ir.NumElements(d.Type.Dims())))
}

// elementAt returns the bytes of element i.
func elementAt(d *ir.DenseElementsAttr, i int64) string {
	if d.Splat {
		return d.Data
	}
	size := int64(ir.ElemBytes(d.Type.ElemType()))
	return d.Data[i*size : (i+1)*size]
}

// maxFolded is the number of elements up to which a constant that has other uses is copied with changes.
const maxFolded = 256
