package bef

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// The layout of shapes and dense elements, as the structs BefShapeAttr and BefDenseAttr in TFRT's
// bef_encoding.h have it, and as its class BefAttrEncoder writes them: behind the base of 8 bytes, a shape
// has its rank and its extents; dense elements have the offset of the elements, their number, the rank, the
// extents and the elements. Extents have 64 bits and are aligned, and so are the elements. A shape without a
// rank is a zero word.
const (
	tensorAlign = 8
	shapeHeader = 12
	denseHeader = 20
	// the size of what stands in front of the elements has 16 bits
	highestRank  = (1<<16 - 1 - denseHeader) / 8
	mostDenseLen = 1 << 28 // bytes of elements
	anyExtent    = -1      // an extent that is not known
)

// A Dimensions is an attribute that is a shape. Extents are -1 where they are not known; nothing is known of
// a shape that is unranked.
type Dimensions struct {
	Unranked bool
	Extents  []int64
}

// An Elements is an attribute of dense elements: numbers of one type, in row-major order.
type Elements struct {
	Type    AttributeType
	Extents []int64
	Data    []byte
}

// The text of a shape: #corert.shape<2x?x3>, or #corert.shape<*> without a rank.
const (
	shapeDialect = "corert"
	shapePrefix  = "shape<"
)

// shapeOf returns the shape that an attribute is, nil if it is none.
func shapeOf(a *ir.OpaqueAttr) *Dimensions {
	text, ok := strings.CutPrefix(a.Text, shapePrefix)
	text, ok2 := strings.CutSuffix(text, ">")
	if a.Dialect != shapeDialect || !ok || !ok2 {
		return nil
	}
	switch text {
	case "*":
		return &Dimensions{Unranked: true}
	case "":
		return &Dimensions{}
	}
	d := &Dimensions{}
	for part := range strings.SplitSeq(text, "x") {
		n, err := strconv.ParseInt(part, 10, 64)
		if part == "?" {
			n, err = anyExtent, nil
		} else if n < 0 || strconv.FormatInt(n, 10) != part {
			return nil
		}
		if err != nil || len(d.Extents) == highestRank {
			return nil
		}
		d.Extents = append(d.Extents, n)
	}
	return d
}

// attr returns the attribute of a shape.
func (d *Dimensions) attr(c *ir.Context) ir.Attr {
	parts := make([]string, len(d.Extents))
	for i, n := range d.Extents {
		if parts[i] = strconv.FormatInt(n, 10); n == anyExtent {
			parts[i] = "?"
		}
	}
	text := strings.Join(parts, "x")
	if d.Unranked {
		text = "*"
	}
	return c.OpaqueAttr(shapeDialect, shapePrefix+text+">", nil)
}

func (w *attributes) shape(d *Dimensions) int {
	rank := len(d.Extents)
	switch {
	case d.Unranked:
		return w.header(0, 1)
	case rank == 0:
		off := w.base(kernelAlign, 0, 0, shapeHeader)
		w.b = binary.LittleEndian.AppendUint32(w.b, 0)
		return off
	}
	off := w.base(tensorAlign, 0, shapeHeader, shapeHeader+8*rank)
	w.b = binary.LittleEndian.AppendUint32(w.b, uint32(rank))
	w.extents(d.Extents)
	return off
}

func (w *attributes) extents(list []int64) {
	for _, n := range list {
		w.b = binary.LittleEndian.AppendUint64(w.b, uint64(n))
	}
}

// isDense reports whether an attribute is dense elements that a file can have.
func isDense(a *ir.DenseElementsAttr) bool {
	t, ok := a.Type.(*ir.TensorType)
	if !ok || !t.HasRank() || len(t.Dims()) > highestRank || a.Strings != nil {
		return false
	}
	size := scalarSizes[dataType(t.ElemType())]
	n, ok := product(t.Dims())
	return ok && size > 0 && n <= mostDenseLen/int64(size)
}

// product returns the number of elements of a shape, and whether it is one that is known and fits in 32 bits.
func product(extents []int64) (int64, bool) {
	n := int64(1)
	for _, e := range extents {
		if e == 0 {
			n = 0
		}
	}
	for _, e := range extents {
		if e < 0 || n > 0 && e > math.MaxUint32/n {
			return 0, false
		}
		n *= e
	}
	return n, true
}

func (w *attributes) dense(a *ir.DenseElementsAttr) int {
	dims, elem := a.Type.Dims(), dataType(a.Type.ElemType())
	size := scalarSizes[elem]
	n, _ := product(dims)
	prefix := denseHeader + 8*len(dims)
	off := w.base(tensorAlign, elem, prefix, prefix+int(n)*size)
	for _, v := range []int{prefix, int(n), len(dims)} {
		w.b = binary.LittleEndian.AppendUint32(w.b, uint32(v))
	}
	w.extents(dims)
	for i := range int(n) {
		var b [8]byte
		binary.LittleEndian.PutUint64(b[:], a.Element(i))
		if elem == I1 {
			b[0] &= 1
		}
		w.bytes(b[:size])
	}
	return off
}

// base reads what shapes and dense elements begin with, and holds that it is as their ranks say.
func (f *section) base(off, align, prefix, size int, head []byte, what string) error {
	switch {
	case int(head[0]) != align:
		return fmt.Errorf("the %s at %d has alignment %d, not %d", what, off, head[0], align)
	case int(binary.LittleEndian.Uint16(head[2:])) != prefix:
		return fmt.Errorf("the %s at %d has %d bytes in front of what is aligned, not %d", what, off,
			binary.LittleEndian.Uint16(head[2:]), prefix)
	case int64(binary.LittleEndian.Uint32(head[4:])) != int64(size):
		return fmt.Errorf("the %s at %d has %d bytes, not %d", what, off,
			binary.LittleEndian.Uint32(head[4:]),
			size)
	case (off+prefix)%align != 0:
		return fmt.Errorf("the %s at %d is not aligned to %d bytes", what, off, align)
	}
	return nil
}

// shape reads a shape.
func (f *section) shape(off int) (any, error) {
	if off%4 != 0 {
		return nil, fmt.Errorf("the shape at %d is not aligned to 4 bytes", off)
	}
	head, err := f.at(off, 4)
	if err != nil {
		return nil, err
	}
	if binary.LittleEndian.Uint32(head) == 0 {
		return &Dimensions{Unranked: true}, nil
	}
	rest, err := f.at(off+4, shapeHeader-4)
	if err != nil {
		return nil, err
	}
	head = append(append([]byte{}, head...), rest...)
	if head[1] != 0 {
		return nil, fmt.Errorf("the shape at %d has elements of type %d", off, head[1])
	}
	rank := binary.LittleEndian.Uint32(head[8:])
	align, prefix := tensorAlign, shapeHeader
	if rank == 0 {
		align, prefix = kernelAlign, 0
	} else if rank > highestRank {
		return nil, fmt.Errorf("the shape at %d has rank %d, more than %d", off, rank, highestRank)
	}
	if err := f.base(off, align, prefix, shapeHeader+8*int(rank), head, "shape"); err != nil {
		return nil, err
	}
	d := &Dimensions{}
	d.Extents, err = f.extentsAt(off+shapeHeader, int(rank), anyExtent)
	return d, err
}

// extentsAt reads extents, none of which is less than a number.
func (f *section) extentsAt(off, rank int, least int64) ([]int64, error) {
	b, err := f.at(off, 8*rank)
	if err != nil {
		return nil, err
	}
	list := make([]int64, rank)
	for i := range list {
		list[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
		if list[i] < least {
			return nil, fmt.Errorf("extent %d of the attribute is %d", i, list[i])
		}
	}
	return list, nil
}

// dense reads dense elements.
func (f *section) dense(off int) (any, error) {
	head, err := f.at(off, denseHeader)
	if err != nil {
		return nil, err
	}
	e := &Elements{Type: AttributeType(head[1])}
	size := scalarSizes[e.Type]
	at, n := binary.LittleEndian.Uint32(head[8:]), binary.LittleEndian.Uint32(head[12:])
	rank := binary.LittleEndian.Uint32(head[16:])
	switch {
	case size == 0 || e.Type == TypeCode:
		return nil, fmt.Errorf("the elements at %d have the type %d, which is none of numbers", off, e.Type)
	case rank > highestRank:
		return nil, fmt.Errorf("the elements at %d have rank %d, more than %d", off, rank, highestRank)
	case int64(n)*int64(size) > int64(len(f.data)):
		return nil, fmt.Errorf("there are %d elements at %d, more than the section has room for", n, off)
	}
	prefix := denseHeader + 8*int(rank)
	if at != uint32(prefix) {
		return nil, fmt.Errorf("the elements at %d begin %d bytes further on, not %d", off, at, prefix)
	}
	if err := f.base(off, tensorAlign, prefix, prefix+int(n)*size, head, "list of elements"); err != nil {
		return nil, err
	}
	if e.Extents, err = f.extentsAt(off+denseHeader, int(rank), 0); err != nil {
		return nil, err
	}
	if want, ok := product(e.Extents); !ok || want != int64(n) {
		return nil, fmt.Errorf("there are %d elements at %d, but their shape has another number", n, off)
	}
	e.Data, err = f.at(off+prefix, int(n)*size)
	for _, b := range e.Data {
		if e.Type == I1 && b > 1 {
			return nil, fmt.Errorf("an element at %d is no i1", off)
		}
	}
	return e, err
}
