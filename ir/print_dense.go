package ir

import (
	"math/big"
	"strconv"
)

// hexAbove is the number of elements above which a dense attribute is written
// as one hexadecimal string.
const hexAbove = 100

// NumElems returns the number of elements of the attribute, a splat's included.
func (a *DenseElementsAttr) NumElems() int64 { return NumElements(a.Type.Dims()) }

func (f *Form) appendDense(dst []byte, a *DenseElementsAttr) []byte {
	if f.ElideAbove > 0 && !a.Splat && a.NumElems() > int64(f.ElideAbove) {
		return append(dst, "dense_resource<__elided__>"...)
	}
	dst = append(dst, "dense<"...)
	if a.Strings == nil && !a.Splat && a.NumElems() > hexAbove {
		return append(a.appendHex(dst), '>')
	}
	return append(a.appendElements(dst), '>')
}

func (f *Form) appendSparse(dst []byte, a *SparseElementsAttr) []byte {
	dst = append(dst, "sparse<"...)
	if a.Indices.NumElems() > 0 {
		dst = a.Indices.appendElements(dst)
		dst = append(dst, ", "...)
		if a.Values.Strings == nil && !a.Values.Splat && a.Values.NumElems() > hexAbove {
			dst = a.Values.appendHex(dst)
		} else {
			dst = a.Values.appendElements(dst)
		}
	}
	return append(dst, '>')
}

// appendHex appends the elements as a string of their bytes.
func (a *DenseElementsAttr) appendHex(dst []byte) []byte {
	const hex = "0123456789ABCDEF"
	dst = append(dst, `"0x`...)
	data := a.Data
	if IsBool(a.Type.ElemType()) {
		data = PackBits(data)
	}
	for i := range len(data) {
		dst = append(dst, hex[data[i]>>4], hex[data[i]&15])
	}
	return append(dst, '"')
}

// IsBool reports whether a type is i1, whose elements are packed into bits
// where dense attributes are written in hexadecimal.
func IsBool(t Type) bool {
	it, ok := t.(*IntegerType)
	return ok && it.Width == 1
}

// PackBits turns bytes that are 0 or 1 into bits, the first one the lowest.
func PackBits(bytes string) string {
	bits := make([]byte, (len(bytes)+7)/8)
	for i := range len(bytes) {
		bits[i/8] |= bytes[i] & 1 << (i % 8)
	}
	return string(bits)
}

// UnpackBits is the inverse of PackBits for n elements.
func UnpackBits(bits string, n int) string {
	bytes := make([]byte, n)
	for i := range bytes {
		bytes[i] = bits[i/8] >> (i % 8) & 1
	}
	return string(bytes)
}

// appendElements appends nested lists of elements, a splat as one element.
func (a *DenseElementsAttr) appendElements(dst []byte) []byte {
	n := a.NumElems()
	switch {
	case n == 0:
		return dst
	case a.Splat:
		return a.appendElement(dst, 0)
	}
	shape := a.Type.Dims()
	index := 0
	return a.appendLevel(dst, shape, &index)
}

func (a *DenseElementsAttr) appendLevel(dst []byte, shape []int64, index *int) []byte {
	if len(shape) == 0 {
		*index++
		return a.appendElement(dst, *index-1)
	}
	dst = append(dst, '[')
	for i := range shape[0] {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = a.appendLevel(dst, shape[1:], index)
	}
	return append(dst, ']')
}

func (a *DenseElementsAttr) appendElement(dst []byte, i int) []byte {
	if a.Strings != nil {
		return AppendQuoted(dst, a.Strings[i])
	}
	elem := a.Type.ElemType()
	size := ElemBytes(elem)
	data := a.Data[i*size : (i+1)*size]
	if c, ok := elem.(*ComplexType); ok {
		dst = appendScalar(append(dst, '('), c.Elem, data[:size/2])
		dst = appendScalar(append(dst, ','), c.Elem, data[size/2:])
		return append(dst, ')')
	}
	return appendScalar(dst, elem, data)
}

// appendScalar appends an integer, index or float given by its bytes.
func appendScalar(dst []byte, t Type, data string) []byte {
	var low uint64
	for i := min(len(data), 8) - 1; i >= 0; i-- {
		low = low<<8 | uint64(data[i])
	}
	switch t := t.(type) {
	case *FloatType:
		var wide *big.Int
		if t.Width() > 64 {
			wide = bigFromLittleEndian(data)
		}
		dst, _ = appendFloat(dst, t.Kind, low, wide)
		return dst
	case *IntegerType:
		return appendIntegerBits(dst, t, low, data)
	}
	return strconv.AppendInt(dst, int64(low), 10)
}

func appendIntegerBits(dst []byte, t *IntegerType, low uint64, data string) []byte {
	switch {
	case t.Width == 1:
		return strconv.AppendBool(dst, low != 0)
	case t.Width > 64:
		v := bigFromLittleEndian(data)
		if t.Sign != Unsigned && v.Bit(int(t.Width)-1) == 1 {
			v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(t.Width)))
		}
		return v.Append(dst, 10)
	case t.Sign == Unsigned:
		return strconv.AppendUint(dst, low, 10)
	}
	return strconv.AppendInt(dst, t.Wrap(int64(low)), 10)
}
