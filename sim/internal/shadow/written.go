package shadow

import "slices"

// Written keeps which elements of memory were written. A nil Written means that all were written.
type Written struct {
	bits     []uint64 // nil where all elements were written
	left     int64    // elements that were not written
	elements int64
}

// NewWritten returns the state of memory with a number of elements, none of which was written.
func NewWritten(elements int64) *Written {
	return &Written{bits: make([]uint64, (elements+63)/64), left: elements, elements: elements}
}

// Has reports whether all elements from first to last were written.
func (w *Written) Has(first, last int64) bool {
	if w == nil || w.left == 0 {
		return true
	}
	for g := first; g <= last; g++ {
		if w.bits[g>>6]&(1<<(g&63)) == 0 {
			return false
		}
	}
	return true
}

// Mark records that the elements from first to last were written.
func (w *Written) Mark(first, last int64) {
	if w == nil || w.left == 0 {
		return
	}
	for g := first; g <= last; g++ {
		if bit := uint64(1) << (g & 63); w.bits[g>>6]&bit == 0 {
			w.bits[g>>6] |= bit
			w.left--
		}
	}
	if w.left == 0 {
		w.bits = nil // no element needs to be looked up any more
	}
}

// Unmark records that the elements from first to last count as not written.
func (w *Written) Unmark(first, last int64) {
	if w.bits == nil {
		w.bits = slices.Repeat([]uint64{^uint64(0)}, int(w.elements+63)/64)
	}
	for g := first; g <= last; g++ {
		if bit := uint64(1) << (g & 63); w.bits[g>>6]&bit != 0 {
			w.bits[g>>6] &^= bit
			w.left++
		}
	}
}
