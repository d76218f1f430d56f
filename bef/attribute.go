package bef

import (
	"encoding/binary"

	"github.com/inflight-compiler/inflight/ir"
)

// scalarSizes are the sizes of numbers in bytes, which are their alignments too.
var scalarSizes = map[AttributeType]int{UI8: 1, UI16: 2, UI32: 4, UI64: 8, I1: 1, I8: 1, I16: 2, I32: 4,
	I64: 8,
	F32: 4, F64: 8, F16: 2, BF16: 2, TypeCode: 1}

var unsignedTypes = map[uint32]AttributeType{8: UI8, 16: UI16, 32: UI32, 64: UI64}

var signlessTypes = map[uint32]AttributeType{1: I1, 8: I8, 16: I16, 32: I32, 64: I64}

// dataType returns the code of a type of numbers, 0 if there is none.
func dataType(t ir.Type) AttributeType {
	switch t := t.(type) {
	case *ir.IntegerType:
		if t.Sign == ir.Unsigned {
			return unsignedTypes[t.Width]
		}
		return signlessTypes[t.Width]
	case *ir.FloatType:
		return map[string]AttributeType{"bf16": BF16, "f16": F16, "f32": F32, "f64": F64}[t.String()]
	case *ir.ComplexType:
		return map[string]AttributeType{"complex<f32>": Complex64, "complex<f64>": Complex128}[t.String()]
	}
	return 0
}

// attributeType returns how an attribute is written, 0 if it cannot be.
func attributeType(a ir.Attr) AttributeType {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return dataType(a.Type)
	case *ir.FloatAttr:
		return dataType(a.Type)
	case *ir.StringAttr:
		return String
	case *ir.TypeAttr:
		if dataType(a.Type) != 0 {
			return TypeCode
		}
	case *ir.SymbolRefAttr:
		return SymbolRef
	case *ir.ArrayAttr:
		return arrayType(a.Elems)
	case *ir.OpaqueAttr:
		if shapeOf(a) != nil {
			return Shape
		}
	case *ir.DenseElementsAttr:
		if isDense(a) {
			return Dense
		}
	}
	return 0
}

// arrayType returns how a list is written: numbers of one type as an array, anything else one by one.
func arrayType(elems []ir.Attr) AttributeType {
	if len(elems) == 0 {
		return I32 | Array
	}
	first := attributeType(elems[0])
	same := scalarSizes[first] > 0
	for _, e := range elems {
		t := attributeType(e)
		if t == 0 || t == SymbolRef {
			return 0
		}
		same = same && t == first
	}
	switch {
	case same:
		return first | Array
	case len(elems) > mostElements:
		return 0
	}
	return Aggregate
}

// mostElements is the largest number of elements of an aggregate: the size of what is in front of them must
// fit in 16 bits.
const mostElements = (1<<16 - 1 - aggregateHeader) / 4

// aggregateHeader is the number of bytes in front of the offsets of an aggregate: alignment, type of
// elements, size of the prefix, size, count.
const aggregateHeader = 12

// alignmentOf returns the largest alignment in an attribute.
func alignmentOf(a ir.Attr) int {
	t := attributeType(a)
	if n := scalarSizes[t]; n > 0 {
		return n
	}
	n := 4
	switch a := a.(type) {
	case *ir.ArrayAttr:
		for _, e := range a.Elems {
			n = max(n, alignmentOf(e))
		}
	case *ir.OpaqueAttr:
		if len(shapeOf(a).Extents) > 0 {
			n = tensorAlign
		}
	case *ir.DenseElementsAttr:
		n = tensorAlign
	}
	return n
}

// attributes is the section of attributes as it is written.
type attributes struct {
	buffer
	symbols uint64 // how many symbols have been written
}

// put appends an attribute and returns its offset.
func (w *attributes) put(a ir.Attr) int {
	switch a := a.(type) {
	case *ir.IntegerAttr:
		return w.number(uint64(a.Value), scalarSizes[dataType(a.Type)])
	case *ir.FloatAttr:
		return w.number(a.Bits, scalarSizes[dataType(a.Type)])
	case *ir.StringAttr:
		return w.text(a.Value)
	case *ir.TypeAttr:
		return w.number(uint64(dataType(a.Type)), 1)
	case *ir.OpaqueAttr:
		return w.shape(shapeOf(a))
	case *ir.DenseElementsAttr:
		return w.dense(a)
	}
	list := a.(*ir.ArrayAttr)
	if attributeType(a) == Aggregate {
		return w.aggregate(list)
	}
	return w.array(list)
}

func (w *attributes) number(v uint64, size int) int {
	w.alignTo(size)
	off := w.len()
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	w.bytes(b[:size])
	return off
}

// header writes the number of elements where the elements behind it are aligned.
func (w *attributes) header(count, align int) int {
	w.alignAhead(max(align, 4), 4*b2i(align > 4))
	off := w.len()
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(count))
	return off
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (w *attributes) text(s string) int {
	off := w.header(len(s), 1)
	w.bytes([]byte(s))
	return off
}

func (w *attributes) array(list *ir.ArrayAttr) int {
	if len(list.Elems) == 0 {
		return w.header(0, 1)
	}
	off := w.header(len(list.Elems), scalarSizes[attributeType(list.Elems[0])])
	for _, e := range list.Elems {
		w.put(e)
	}
	return off
}

// base writes what shapes, dense elements and aggregates begin with, where what follows prefix bytes further
// on is aligned. It returns the offset.
func (w *attributes) base(align int, elem AttributeType, prefix, size int) int {
	w.alignAhead(align, prefix)
	off := w.len()
	w.byte(byte(align))
	w.byte(byte(elem))
	w.b = binary.LittleEndian.AppendUint16(w.b, uint16(prefix))
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(size))
	return off
}

// aggregate writes a header, the offsets of the elements from its start, and the elements, each behind a byte
// for its type.
func (w *attributes) aggregate(list *ir.ArrayAttr) int {
	n := len(list.Elems)
	off := w.base(alignmentOf(list), 0, aggregateHeader+4*n, 0)
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(n))
	w.bytes(make([]byte, 4*n))
	for i, e := range list.Elems {
		w.byte(padding)
		at := w.put(e)
		w.b[at-1] = byte(attributeType(e))
		binary.LittleEndian.PutUint32(w.b[off+aggregateHeader+4*i:], uint32(at-off))
	}
	binary.LittleEndian.PutUint32(w.b[off+4:], uint32(w.len()-off))
	return off
}

// symbol writes a reference to a function of a module that is compiled: the numbers of bytes of the names and
// of the module's text, the names, the text in generic form, and a zero byte.
func (w *attributes) symbol(root string, nested []string, content string) int {
	off := w.len()
	w.integer(w.symbols)
	w.symbols++
	w.integer(uint64(len(root)))
	w.integer(uint64(len(nested)))
	names := root
	for _, n := range nested {
		w.integer(uint64(len(n)))
		names += n
	}
	w.integer(uint64(len(content)))
	w.bytes([]byte(names))
	w.bytes([]byte(content))
	w.byte(0)
	return off
}
