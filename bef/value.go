package bef

import (
	"encoding/binary"
	"fmt"
	"math"
)

// A Symbol is an attribute that refers to a function of a module that is compiled.
type Symbol struct {
	Root   string
	Nested []string
	Module string // the text of the module, in MLIR's generic form
}

// Attribute returns the attribute of a type at an offset of the section: a Number, a string, an []any for a
// list, a *Dimensions, an *Elements, or a *Symbol. The error says what is wrong, and where in the section.
func (f *File) Attribute(off uint32, t AttributeType) (any, error) {
	return f.attributes().attribute(int(off), t, 0)
}

// attributes returns a reader of the section of attributes, for attributes that do not overlap.
func (f *File) attributes() *section { return &section{data: f.Attributes, budget: len(f.Attributes)} }

// section reads the section of attributes. Attributes that overlap could make it read a byte any number of
// times, so budget limits how many bytes it reads.
type section struct {
	data   []byte
	budget int
}

// deepest is how deep aggregates may be nested.
const deepest = 32

func (f *section) attribute(off int, t AttributeType, depth int) (any, error) {
	switch {
	case scalarSizes[t] > 0:
		return f.scalar(off, t)
	case t == String, t == FunctionName:
		b, err := f.payload(off, 1)
		return string(b), err
	case t&Array != 0:
		return f.array(off, t&^Array)
	case t == SymbolRef:
		return f.symbol(off)
	case t == Aggregate:
		return f.aggregate(off, depth)
	case t == Shape:
		return f.shape(off)
	case t == Dense:
		return f.dense(off)
	}
	return nil, fmt.Errorf("attributes of type %d are not supported", t)
}

// within reports an error if n bytes at an offset are not in the section.
func (f *section) within(off, n int) error {
	if off < 0 || n < 0 || off > len(f.data) || n > len(f.data)-off {
		return fmt.Errorf("the attribute at %d ends beyond the section, which has %d bytes", off, len(f.data))
	}
	return nil
}

// at returns n bytes of the section.
func (f *section) at(off, n int) ([]byte, error) {
	if err := f.within(off, n); err != nil {
		return nil, err
	}
	if f.budget -= n; f.budget < 0 {
		return nil, fmt.Errorf("the attribute at %d overlaps with others", off)
	}
	return f.data[off : off+n], nil
}

func (f *section) scalar(off int, t AttributeType) (any, error) {
	size := scalarSizes[t]
	if off%size != 0 {
		return nil, fmt.Errorf("the attribute at %d is not aligned to %d bytes", off, size)
	}
	b, err := f.at(off, size)
	if err != nil {
		return nil, err
	}
	return scalarOf(b, t), nil
}

// A Number is an attribute that is a number, with the bits of the section.
type Number struct {
	Type AttributeType
	Bits uint64
}

// Int returns the value of an integer.
func (n Number) Int() int64 {
	switch n.Type {
	case I8, I16, I32:
		shift := 64 - 8*scalarSizes[n.Type]
		return int64(n.Bits) << shift >> shift
	}
	return int64(n.Bits)
}

// Float returns the value of an F32 or an F64.
func (n Number) Float() float64 {
	if n.Type == F32 {
		return float64(math.Float32frombits(uint32(n.Bits)))
	}
	return math.Float64frombits(n.Bits)
}

func scalarOf(b []byte, t AttributeType) Number {
	var wide [8]byte
	copy(wide[:], b)
	return Number{t, binary.LittleEndian.Uint64(wide[:])}
}

// payload returns the elements of an array or a string: a count, and so many elements of that size.
func (f *section) payload(off, size int) ([]byte, error) {
	if off%4 != 0 {
		return nil, fmt.Errorf("the count at %d is not aligned to 4 bytes", off)
	}
	b, err := f.at(off, 4)
	if err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(b)
	if n > 0 && (off+4)%size != 0 {
		return nil, fmt.Errorf("the elements of the attribute at %d are not aligned to %d bytes", off, size)
	}
	if uint64(n)*uint64(size) > uint64(len(f.data)) {
		return nil, fmt.Errorf("the attribute at %d has %d elements, more than the section has room for", off,
			n)
	}
	return f.at(off+4, int(n)*size)
}

func (f *section) array(off int, elem AttributeType) (any, error) {
	size := scalarSizes[elem]
	b, err := f.payload(off, size)
	if err != nil {
		return nil, err
	}
	list := []any{}
	for ; len(b) > 0; b = b[size:] {
		list = append(list, scalarOf(b[:size], elem))
	}
	return list, nil
}

// element is an element of an aggregate: its value, its type, and its offset in the section.
type element struct {
	value any
	typ   AttributeType
	at    int
}

func (f *section) aggregate(off, depth int) (any, error) {
	elems, err := f.elements(off, depth)
	if err != nil {
		return nil, err
	}
	list := make([]any, len(elems))
	for i, e := range elems {
		list[i] = e.value
	}
	return list, nil
}

// elements reads an aggregate: a header, the offsets of the elements, and in front of each element its type.
// The elements lie behind the offsets, in order, which bounds how often a byte is read.
func (f *section) elements(off, depth int) ([]element, error) {
	if depth > deepest {
		return nil, fmt.Errorf("lists are nested more than %d deep", deepest)
	}
	head, err := f.at(off, aggregateHeader)
	if err != nil {
		return nil, err
	}
	if off%4 != 0 {
		return nil, fmt.Errorf("the list at %d is not aligned to 4 bytes", off)
	}
	n := int(binary.LittleEndian.Uint32(head[8:]))
	size := int(binary.LittleEndian.Uint32(head[4:]))
	if err := f.within(off, size); err != nil {
		return nil, err
	}
	offsets, err := f.at(off+aggregateHeader, 4*n)
	if err != nil {
		return nil, err
	}
	elems := make([]element, n)
	last := aggregateHeader + 4*n
	for i := range elems {
		at := int(binary.LittleEndian.Uint32(offsets[4*i:]))
		if at <= last || at >= size {
			return nil,
				fmt.Errorf("element %d of the list at %d lies at %d, outside of the list or in front of "+
					"another", i, off, at)
		}
		t := AttributeType(f.data[off+at-1])
		if !t.known() || t == SymbolRef {
			return nil, fmt.Errorf("element %d of the list at %d has the unknown type %d", i, off, t)
		}
		v, err := f.attribute(off+at, t, depth+1)
		if err != nil {
			return nil, err
		}
		elems[i], last = element{v, t, off + at}, at
	}
	return elems, nil
}

// symbol reads a reference to a function of a module.
func (f *section) symbol(off int) (any, error) {
	c := &cursor{r: &reader{data: f.data}, section: "Attributes", pos: off, end: len(f.data)}
	wrong := fmt.Errorf("the symbol at %d ends beyond the section, which has %d bytes", off, len(f.data))
	var lengths []int
	for i, n := 0, 3; i < n; i++ {
		v, err := c.integer()
		if err != nil || v > uint64(len(f.data)) {
			return nil, wrong
		}
		if i == 2 {
			n += int(v) + 1
		}
		lengths = append(lengths, int(v))
	}
	parts := append([]int{lengths[1]}, lengths[3:]...)
	texts := make([]string, len(parts))
	for i, n := range parts {
		if n > c.left() {
			return nil, wrong
		}
		b, err := f.at(c.pos, n)
		if err != nil {
			return nil, err
		}
		texts[i] = string(b)
		c.pos += n
	}
	return &Symbol{Root: texts[0], Nested: texts[1 : len(texts)-1], Module: texts[len(texts)-1]}, nil
}
