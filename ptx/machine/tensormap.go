package machine

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
)

// This file holds tensor maps: PTX ISA, "Tensors" and "Tensor-map". A map has 128 bytes, whose content the
// manual leaves to the driver. This machine has an encoding of its own, which a copy of the bytes keeps: maps
// are passed as parameters, lie in global memory, and are made in shared memory by tensormap.replace.

// TensorMap describes a tensor and the boxes that are copied of it: the arguments of cuTensorMapEncodeTiled,
// or those of cuTensorMapEncodeIm2col where Pixels is not 0 (CUDA Driver API, "Tensor Map Object
// Management").
type TensorMap struct {
	// Type is that of an element: "u8", "f16", "bf16", "tf32", "b4x16", ...
	Type string
	// Dims are elements, the innermost dimension first; Strides are bytes, of all dimensions but the
	// innermost. Box and ElementStrides are elements; no ElementStrides are ones.
	Dims, Strides       []uint64
	Box, ElementStrides []uint32
	// Interleave is "none", "16B" or "32B", Fill "zero" or "nan", and Swizzle "none", "32B", "64B", "96B",
	// "128B", or "128B_atom_32B", "128B_atom_32B_flip_8B" or "128B_atom_64B".
	Interleave, Swizzle, Fill string
	// Lower and Upper are the corners of the box of pixels, Channels the elements of a pixel that are
	// copied, and Pixels how many pixels.
	Lower, Upper     []int
	Channels, Pixels int
	// Global is where the tensor lies.
	Global Address
}

// MapSize is the bytes of a tensor map.
const MapSize = 128

// maxRank is how many dimensions a tensor may have.
const maxRank = 5

// mapMagic begins the bytes of each map.
const mapMagic = 0x50414d54

// tensorMap is the content of a map. Its fields are exported for package binary.
type tensorMap struct {
	Magic               uint32
	Base                uint64
	Dims                [maxRank]uint32
	Strides             [maxRank - 1]uint64 // bytes
	Box                 [maxRank]uint16
	Steps               [maxRank]uint8
	Rank                uint8
	Element, Interleave uint8 // as tensormap.replace numbers them
	Swizzle, Atom, Fill uint8
	Im2col, Boxed       bool // Boxed: somebody has said how large boxes are
	Lower, Upper        [maxRank - 2]int16
	Channels, Pixels    uint16
	open                *openMap // of a map of which nothing is known
}

// element is a type of elements. Several lie in a unit, which has other bytes in shared memory where they are
// padded there.
type element struct {
	name           string
	per            int // elements of a unit
	global, shared int // bytes of a unit
	isFloat        bool
}

// elements are the types by their numbers: PTX ISA, "tensormap.replace".
var elementTypes = []element{{"u8", 1, 1, 1, false}, {"u16", 1, 2, 2, false}, {"u32", 1, 4, 4, false},
	{"s32", 1, 4, 4, false}, {"u64", 1, 8, 8, false}, {"s64", 1, 8, 8, false}, {"f16", 1, 2, 2, true},
	{"f32", 1, 4, 4, true}, {"f32.ftz", 1, 4, 4, true}, {"f64", 1, 8, 8, true}, {"bf16", 1, 2, 2, true},
	{"tf32", 1, 4, 4, true}, {"tf32.ftz", 1, 4, 4, true}, {"b4x16", 2, 1, 1, false},
	{"b4x16_p64", 16, 8, 16, false}, {"b6x16_p32", 16, 12, 16, false}}

// isPadded reports whether elements take other room in shared memory than in global.
func (e *element) isPadded() bool { return e.global != e.shared }

// The words for the modes, by their numbers. A swizzle has its number and that of its atoms.
var (
	interleaves = []string{"none", "16B", "32B"}
	fillNames   = []string{"zero", "nan"}
	swizzles    = map[string][2]uint8{"none": {}, "32B": {1, 0}, "64B": {2, 0}, "128B": {3, 0},
		"96B": {4, 0}, "128B_atom_32B": {3, 1}, "128B_atom_32B_flip_8B": {3, 2}, "128B_atom_64B": {3, 3}}
	swizzleBytes = []int{0, 32, 64, 128, 96}
)

// element returns the type of the elements, nil if the number is none.
func (m *tensorMap) element() *element {
	if int(m.Element) >= len(elementTypes) {
		return nil
	}
	return &elementTypes[m.Element]
}

// Check says what is wrong with a description, "" if nothing is. That the tensor is not within its buffer is
// said of the copy that comes there.
func (t *TensorMap) Check() string {
	_, why := t.encode(0)
	return why
}

// word returns the number of a word of a list, where none stands for the first.
func word(list []string, w, what string) (uint8, string) {
	n := max(slices.Index(list, w), 0)
	if w != "" && list[n] != w {
		return 0, fmt.Sprintf("has the %s '%s', which there is not", what, w)
	}
	return uint8(n), ""
}

// encode returns the content of a map, and what is wrong with it.
func (t *TensorMap) encode(base uint64) (*tensorMap, string) {
	m := &tensorMap{Magic: mapMagic, Base: base, Boxed: true, Im2col: t.Pixels > 0,
		Steps: [maxRank]uint8{1, 1, 1, 1, 1}}
	n := slices.IndexFunc(elementTypes, func(e element) bool { return e.name == t.Type })
	rank := len(t.Dims)
	boxed, corners := rank, 0
	if m.Im2col {
		boxed, corners = 0, rank-2
	}
	switch {
	case n < 0:
		return nil, fmt.Sprintf("has elements of '%s', which there are not", t.Type)
	case rank < 1 || rank > maxRank:
		return nil, fmt.Sprintf("has %d dimensions; a tensor has 1 to 5", rank)
	case m.Im2col && rank < 3:
		return nil, fmt.Sprintf("has %d dimensions; images have 3 to 5", rank)
	case len(t.Strides) != rank-1 || len(t.Box) != boxed ||
		len(t.ElementStrides) != rank && len(t.ElementStrides) != 0 || len(t.Lower) != corners ||
		len(t.Upper) != corners:
		return nil,
			fmt.Sprintf("has %d dimensions, and other numbers of strides, extents of boxes or corners",
				rank)
	case t.Channels < 0 || t.Channels > 1<<15 || t.Pixels < 0 || t.Pixels > 1<<15:
		return nil, fmt.Sprintf("copies %d channels of %d pixels", t.Channels, t.Pixels)
	}
	swizzle, known := swizzles[t.Swizzle]
	if !known && t.Swizzle != "" {
		return nil, fmt.Sprintf("has the swizzle '%s', which there is not", t.Swizzle)
	}
	var why, other string
	m.Element, m.Rank, m.Swizzle, m.Atom = uint8(n), uint8(rank), swizzle[0], swizzle[1]
	m.Interleave, why = word(interleaves, t.Interleave, "interleave")
	m.Fill, other = word(fillNames, t.Fill, "fill")
	if why += other; why != "" {
		return nil, why
	}
	for d, n := range t.Dims {
		m.Dims[d] = uint32(min(n, 1<<32-1))
	}
	copy(m.Strides[:], t.Strides)
	for d, n := range t.Box {
		m.Box[d] = uint16(min(n, 1<<16-1))
	}
	for d, n := range t.ElementStrides {
		m.Steps[d] = uint8(min(n, 255))
	}
	for d := range t.Lower {
		m.Lower[d], m.Upper[d] = narrowed(t.Lower[d]), narrowed(t.Upper[d])
	}
	m.Channels, m.Pixels = uint16(t.Channels), uint16(t.Pixels)
	return m, m.check()
}

// narrowed returns the corner that has 16 bits, and is out of range if the number is.
func narrowed(n int) int16 { return int16(min(max(n, -1<<15), 1<<15-1)) }

// check says which rule of the driver a map breaks, "" for none.
func (m *tensorMap) check() string {
	e := m.element()
	switch {
	case m.Rank < 1 || m.Rank > maxRank:
		return fmt.Sprintf("has %d dimensions; a tensor has 1 to 5", m.Rank)
	case e == nil:
		return fmt.Sprintf("has elements of type %d, which there is not", m.Element)
	case int(m.Interleave) >= len(interleaves) || int(m.Swizzle) >= len(swizzleBytes) || m.Atom > 3 ||
		int(m.Fill) >= len(fillNames):
		return "has a mode of swizzle, interleave or fill that there is not"
	case m.Atom != 0 && m.Swizzle != 3:
		return "has atoms of more than 16 bytes, which only the swizzle of 128 bytes has"
	case m.Fill == 1 && !e.isFloat:
		return fmt.Sprintf("fills with NaN, and has elements of '%s'", e.name)
	case m.Interleave != 0 && m.Rank < 3:
		return fmt.Sprintf("is interleaved and has %d dimensions; it needs 3", m.Rank)
	case m.Interleave == 2 && m.Swizzle != 1:
		return "is interleaved by 32 bytes, which goes with the swizzle of 32 bytes alone"
	}
	align := uint64(16)
	if m.Interleave == 2 || e.isPadded() {
		align = 32
	}
	if m.Base%align != 0 {
		return fmt.Sprintf("begins at an address that is no multiple of %d", align)
	}
	for d := range int(m.Rank) {
		if m.Dims[d] == 0 {
			return fmt.Sprintf("has the size 0 along dimension %d", d)
		}
		if d > 0 && (m.Strides[d-1]%align != 0 || m.Strides[d-1] >= 1<<40) {
			return fmt.Sprintf(
				"has a stride of %d bytes along dimension %d; it is a multiple of %d below 2^40",
				m.Strides[d-1], d, align)
		}
		if step := m.Steps[d]; (step < 1 || step > 8) && (d > 0 || m.Interleave != 0) {
			return fmt.Sprintf("has an element stride of %d along dimension %d; it is 1 to 8", step, d)
		}
	}
	if m.Im2col {
		return m.checkPixels(e)
	}
	return m.checkBox(e)
}

// checkBox is check for the extents of a box.
func (m *tensorMap) checkBox(e *element) string {
	for d := range int(m.Rank) {
		if n := m.Box[d]; m.Boxed && (n < 1 || n > 256) {
			return fmt.Sprintf("has boxes of %d elements along dimension %d; there are 1 to 256", n, d)
		}
	}
	if !m.Boxed {
		return ""
	}
	return m.checkRow(e, int(m.Box[0]))
}

// checkRow is check for the innermost extent of what is copied.
func (m *tensorMap) checkRow(e *element, n int) string {
	size := n / e.per * e.shared
	switch {
	case n%e.per != 0 || e.isPadded() && (n != 128 || m.Dims[0]%128 != 0):
		return fmt.Sprintf("has rows of %d elements of '%s'; padded ones are copied by 128", n, e.name)
	case e.per > 1 && (m.Dims[0]%2 != 0 || m.Interleave != 0):
		return fmt.Sprintf("has rows of %d elements of '%s'", m.Dims[0], e.name)
	case m.Interleave != 0 && size > int(16*m.Interleave):
		return fmt.Sprintf("has rows of %d bytes, more than a slice of %d", size, 16*m.Interleave)
	case m.Interleave != 0:
	case size%16 != 0:
		return fmt.Sprintf("has boxes with rows of %d bytes; it is a multiple of 16", size)
	case m.Swizzle != 0 && size > swizzleBytes[m.Swizzle]:
		return fmt.Sprintf("has boxes with rows of %d bytes, and a swizzle of %d", size,
			swizzleBytes[m.Swizzle])
	}
	return ""
}

// checkPixels is check for a map of images.
func (m *tensorMap) checkPixels(e *element) string {
	limit := map[uint8]int16{4: 1 << 7, 5: 1 << 4}[m.Rank]
	for d := range int(m.Rank) - 2 {
		if lo, hi := m.Lower[d], m.Upper[d]; limit > 0 &&
			(lo < -limit || lo >= limit || hi < -limit || hi >= limit) {
			return fmt.Sprintf("has corners %d and %d; with %d dimensions they are from %d to %d", lo, hi,
				m.Rank, -limit, limit-1)
		}
		if m.last(d) < int64(m.Lower[d]) {
			return fmt.Sprintf("has corners %d and %d, between which no pixel lies", m.Lower[d], m.Upper[d])
		}
	}
	switch {
	case m.Rank < 3:
		return fmt.Sprintf("has %d dimensions; images have 3 to 5", m.Rank)
	case m.Channels < 1 || m.Channels > 256 || m.Pixels < 1 || m.Pixels > 1024:
		return fmt.Sprintf("copies %d channels of %d pixels; there are 1 to 256 of 1 to 1024", m.Channels,
			m.Pixels)
	}
	return m.checkRow(e, int(m.Channels))
}

// last returns the last place of the filter's base along a dimension of the image.
func (m *tensorMap) last(d int) int64 { return int64(m.Dims[d+1]) - 1 + int64(m.Upper[d]) }

// bytes returns the 128 bytes of a map.
func (m *tensorMap) bytes() []byte {
	var out bytes.Buffer
	_ = binary.Write(&out, binary.LittleEndian, m.stored())
	return append(out.Bytes(), make([]byte, MapSize-out.Len())...)
}

// storedMap is what is written of a map.
type storedMap struct {
	Magic            uint32
	Base             uint64
	Dims             [maxRank]uint32
	Strides          [maxRank - 1]uint64
	Box              [maxRank]uint16
	Steps            [maxRank]uint8
	Modes            [8]uint8
	Lower, Upper     [maxRank - 2]int16
	Channels, Pixels uint16
}

func (m *tensorMap) stored() *storedMap {
	return &storedMap{m.Magic, m.Base, m.Dims, m.Strides, m.Box, m.Steps, [8]uint8{m.Rank, m.Element,
		m.Interleave, m.Swizzle, m.Atom, m.Fill, uint8(truth(m.Im2col)), uint8(truth(m.Boxed))},
		m.Lower, m.Upper, m.Channels, m.Pixels}
}

// readMap returns the content of 128 bytes, nil if they are no map. Zeros are a map of which nothing has been
// said.
func readMap(data []byte) *tensorMap {
	var s storedMap
	if _, err := binary.Decode(data, binary.LittleEndian, &s); err != nil {
		return nil
	}
	if isZero(data) {
		return &tensorMap{Magic: mapMagic}
	}
	if s.Magic != mapMagic {
		return nil
	}
	return &tensorMap{Magic: s.Magic, Base: s.Base, Dims: s.Dims, Strides: s.Strides, Box: s.Box,
		Steps: s.Steps, Rank: s.Modes[0], Element: s.Modes[1], Interleave: s.Modes[2], Swizzle: s.Modes[3],
		Atom: s.Modes[4], Fill: s.Modes[5], Im2col: s.Modes[6] == 1, Boxed: s.Modes[7] == 1,
		Lower: s.Lower, Upper: s.Upper, Channels: s.Channels, Pixels: s.Pixels}
}

func isZero(data []byte) bool {
	return !slices.ContainsFunc(data, func(b byte) bool { return b != 0 })
}

var codeTensorMap = diag.Register("ptx-tensor-map",
	"a tensor map that no device takes, or none at all, where a copy of tiles needs one",
	"A tensor has 1 to 5 dimensions. Strides are multiples of 16 bytes, boxes have at most 256 elements "+
		"along "+
		"each dimension, and their rows a multiple of 16 bytes, not more than the swizzle spans. A map "+
		"lies in "+
		"global memory, constants or parameters, at a multiple of 64 bytes. Maps that the host makes are "+
		"described by 'tensorMap' in the description of the launch (docs/launch.md); the text itself makes "+
		"them with tensormap.replace.")
