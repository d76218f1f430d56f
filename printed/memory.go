package printed

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
)

// Memory is memory to be printed.
type Memory struct {
	Elem ir.Type
	// Unranked says that the program hands it on without a rank.
	Unranked bool
	// Base is the address of the element that Offset counts from.
	Base           uint64
	Offset         int64
	Sizes, Strides []int64
	// Element returns the bits of the element so many elements behind the base, and of a complex number those
	// of its real part.
	Element func(at int64) uint64
	// Imaginary returns the bits of the imaginary part of a complex number.
	Imaginary func(at int64) uint64
}

// AppendShape appends a line with the address, the rank, the offset, the sizes and the strides of memory.
func (m *Memory) AppendShape(dst []byte) []byte { return append(m.appendShape(dst), Newline...) }

func (m *Memory) appendShape(dst []byte) []byte {
	if m.Unranked {
		dst = append(dst, "Unranked "...)
	}
	return m.appendDescription(append(dst, "Memref "...))
}

func (m *Memory) appendDescription(dst []byte) []byte {
	dst = append(dst, "base@ = 0x"...)
	dst = strconv.AppendUint(dst, m.Base, 16)
	dst = append(dst, " rank = "...)
	dst = strconv.AppendInt(dst, int64(len(m.Sizes)), 10)
	dst = append(dst, " offset = "...)
	dst = strconv.AppendInt(dst, m.Offset, 10)
	dst = appendList(append(dst, " sizes = "...), m.Sizes)
	return appendList(append(dst, " strides = "...), m.Strides)
}

func appendList(dst []byte, list []int64) []byte {
	dst = append(dst, '[')
	for i, n := range list {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = strconv.AppendInt(dst, n, 10)
	}
	return append(dst, ']')
}

// Append appends memory: its shape, and its elements, one row in a line. Elements of type i8 are printed as
// characters. A dimension without elements is an empty list.
func (m *Memory) Append(dst []byte) []byte {
	dst = append(m.appendShape(dst), " data = \n"...)
	if len(m.Sizes) == 0 {
		dst = append(m.appendElement(append(dst, '['), m.Offset), ']')
	} else {
		dst = m.appendDimension(dst, 0, m.Offset)
	}
	return append(dst, Newline...)
}

// appendDimension appends the elements of a dimension, and those after it, from the one at a number of
// elements behind the base.
func (m *Memory) appendDimension(dst []byte, d int, at int64) []byte {
	dst = append(dst, '[')
	last := d == len(m.Sizes)-1
	for i := range m.Sizes[d] {
		switch {
		case i > 0 && last:
			dst = appendSpaces(append(dst, ','), len(m.Sizes)+1)
		case i > 0:
			dst = appendSpaces(append(dst, ", \n"...), d+1)
		}
		if here := at + i*m.Strides[d]; last {
			dst = m.appendElement(dst, here)
		} else {
			dst = m.appendDimension(dst, d+1, here)
		}
	}
	return append(dst, ']')
}

func (m *Memory) appendElement(dst []byte, at int64) []byte {
	bits := m.Element(at)
	if number, ok := m.Elem.(*ir.ComplexType); ok {
		dst = AppendNumber(append(dst, '('), number.Elem, bits)
		dst = AppendNumber(append(dst, ','), number.Elem, m.Imaginary(at))
		return append(dst, ')')
	}
	if t, ok := m.Elem.(*ir.IntegerType); ok && t.Width == 8 {
		return append(dst, byte(bits))
	}
	return AppendNumber(dst, m.Elem, bits)
}

func appendSpaces(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, ' ')
	}
	return dst
}
