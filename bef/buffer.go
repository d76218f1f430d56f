package bef

import "encoding/binary"

// buffer collects bytes, and the largest alignment that something in it needs.
type buffer struct {
	b     []byte
	align int
}

func (w *buffer) len() int       { return len(w.b) }
func (w *buffer) byte(v byte)    { w.b = append(w.b, v) }
func (w *buffer) bytes(v []byte) { w.b = append(w.b, v...) }

// integer appends an INTEGER: groups of seven bits, the most significant first. Bit 7 says that another group
// follows.
func (w *buffer) integer(v uint64) { w.b = appendInteger(w.b, v) }

func appendInteger(dst []byte, v uint64) []byte {
	for shift := (sizeOfInteger(v) - 1) * 7; shift > 0; shift -= 7 {
		dst = append(dst, byte(v>>shift)&0x7F|0x80)
	}
	return append(dst, byte(v)&0x7F)
}

// sizeOfInteger returns the number of bytes of an INTEGER.
func sizeOfInteger(v uint64) int {
	n := 1
	for v >>= 7; v != 0; v >>= 7 {
		n++
	}
	return n
}

func (w *buffer) integers(vs []int) {
	for _, v := range vs {
		w.integer(uint64(v))
	}
}

func (w *buffer) word(v uint32) {
	w.alignTo(kernelAlign)
	w.b = binary.LittleEndian.AppendUint32(w.b, v)
}

func (w *buffer) words(vs []uint32) {
	for _, v := range vs {
		w.word(v)
	}
}

// alignTo pads up to a multiple of n.
func (w *buffer) alignTo(n int) { w.alignAhead(n, 0) }

// alignAhead pads so that what lies ahead bytes further on is aligned.
func (w *buffer) alignAhead(n, ahead int) {
	for n > 1 && (len(w.b)+ahead)%n != 0 {
		w.b = append(w.b, padding)
	}
	w.align = max(w.align, n)
}

// append appends another buffer where its alignment holds.
func (w *buffer) append(o *buffer) {
	w.alignTo(o.align)
	w.bytes(o.b)
}
