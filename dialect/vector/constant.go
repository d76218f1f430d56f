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

// The elements of constants are the bytes of dense attributes, row-major and little-endian. A splat has one
// element.

// scalarAttr returns the number whose bytes are data. It returns nil unless t is a type of numbers of at most
// 64 bits.
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

// denseVector returns the attribute as the constant of a vector. Its elements must have whole bytes.
func denseVector(a ir.Attr) (*ir.DenseElementsAttr, bool) {
	d, ok := a.(*ir.DenseElementsAttr)
	return d, ok && d.Strings == nil && ir.ElemBytes(d.Type.ElemType()) > 0
}

// expanded returns the bytes of all elements. Those of a splat are repeated.
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

// maxFolded is the largest number of elements of a constant that a fold changes although it has other uses.
const maxFolded = 256
