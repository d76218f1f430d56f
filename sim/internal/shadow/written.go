package shadow

import "slices"

// Written tells which elements of memory were written. nil stands for memory of which all were.
type Written struct {
	bits     []uint64 // nil where all elements were written
	left     int64    // elements that were not
	elements int64
}

// NewWritten returns what is known of memory with so many elements, of which none was written.
func NewWritten(elements int64) *Written {
	return &Written{bits: make([]uint64, (elements+63)/64), left: elements, elements: elements}
}

// Has reports whether the elements from first to last were all written.
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

// Mark notes that the elements from first to last were written.
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
		w.bits = nil // nothing needs to be looked up any more
	}
}

// Unmark notes that the elements from first to last are what nothing has written.
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
