package npy

import "slices"

// normalize brings data as it was in the file into little-endian C order, in place where it can.
func normalize(h header, data []byte) []byte {
	if h.bigEndian {
		swapBytes(data, dtypes[h.dtype].part)
	}
	if h.dtype == Bool {
		for i, b := range data {
			data[i] = min(b, 1) // NumPy takes every byte but 0 for true
		}
	}
	if h.fortranOrder {
		data = toCOrder(data, h.shape, h.dtype.Size())
	}
	return data
}

// swapBytes reverses every part of size bytes.
func swapBytes(data []byte, size int) {
	for ; len(data) >= size; data = data[size:] {
		slices.Reverse(data[:size])
	}
}

// toCOrder returns the elements of an array stored with its first index running fastest in the order in which
// the last index does. Extents of 1 do not matter for either order.
func toCOrder(data []byte, shape []int, size int) []byte {
	extents := slices.DeleteFunc(slices.Clone(shape), func(extent int) bool { return extent == 1 })
	if len(extents) < 2 || len(data) == 0 {
		return data
	}
	last := len(extents) - 1
	strides := make([]int, len(extents)) // in bytes, of the source
	stride := size
	for i, extent := range extents {
		strides[i] = stride
		stride *= extent
	}
	out := make([]byte, 0, len(data))
	index := make([]int, last)
	for from, more := 0, true; more; from, more = next(index, extents, strides, from) {
		for i := range extents[last] {
			at := from + i*strides[last]
			out = append(out, data[at:at+size]...)
		}
	}
	return out
}

// next advances an index over all dimensions but the last, and the source offset with it, until all have been
// seen.
func next(index, extents, strides []int, from int) (int, bool) {
	for d := len(index) - 1; d >= 0; d-- {
		index[d]++
		from += strides[d]
		if index[d] < extents[d] {
			return from, true
		}
		from -= index[d] * strides[d]
		index[d] = 0
	}
	return from, false
}
