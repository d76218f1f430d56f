package npy

import (
	"math"
	"math/bits"

	"github.com/inflight-compiler/inflight/diag"
)

// maxRank is the largest number of dimensions; NumPy 2 has the same limit.
const maxRank = 64

// Array is an array in memory.
type Array struct {
	DType DType
	// Shape has one extent per dimension; it is empty for a single element.
	Shape []int
	// Data holds the elements in C order (the last index runs fastest), little endian, without gaps.
	Data []byte
}

// New returns an array of zeros. It fails if the type is invalid or the shape is impossible.
func New(d DType, shape ...int) (*Array, error) {
	n, err := byteCount(d, shape)
	if err != nil {
		return nil, diag.Errorf(codeArray, diag.Span{}, "%s", err.Error())
	}
	return &Array{DType: d, Shape: append([]int(nil), shape...), Data: make([]byte, n)}, nil
}

// Len returns the number of elements that the data holds.
func (a *Array) Len() int {
	if !a.DType.valid() {
		return 0
	}
	return len(a.Data) / a.DType.Size()
}

// Check reports, as an error with code npy-array, whether type, shape and data do not fit together. Read
// returns only arrays that pass, and Write takes no others.
func (a *Array) Check() error {
	n, err := byteCount(a.DType, a.Shape)
	if err != nil {
		return diag.Errorf(codeArray, diag.Span{}, "%s", err.Error())
	}
	if n != len(a.Data) {
		return diag.Errorf(codeArray, diag.Span{}, "%s array of shape %v needs %d bytes of data, not %d",
			a.DType, a.Shape, n, len(a.Data))
	}
	if a.DType == Bool {
		return checkBools(a.Data)
	}
	return nil
}

// checkBools fails at the first byte that is neither 0 nor 1.
func checkBools(data []byte) error {
	for i, b := range data {
		if b > 1 {
			return diag.Errorf(codeArray, diag.Span{}, "element %d of a bool array is %d, not 0 or 1", i, b)
		}
	}
	return nil
}

// sizeError says in a few words why there is no array of some type and shape.
type sizeError string

func (e sizeError) Error() string { return string(e) }

// byteCount returns the number of bytes of an array, or why there can be none. A shape with a zero has no
// elements however large its other extents are.
func byteCount(d DType, shape []int) (int, error) {
	if !d.valid() {
		return 0, sizeError("invalid element type " + d.String())
	}
	if len(shape) > maxRank {
		return 0, sizeError("more than 64 dimensions")
	}
	n, empty, overflow := uint64(d.Size()), false, false
	for _, extent := range shape {
		if extent < 0 {
			return 0, sizeError("negative extent in the shape")
		}
		empty = empty || extent == 0
		high, low := bits.Mul64(n, uint64(max(extent, 1)))
		overflow = overflow || high != 0 || low > math.MaxInt
		n = low
	}
	switch {
	case empty:
		return 0, nil
	case overflow:
		return 0, sizeError("more bytes than can be addressed")
	}
	return int(n), nil
}
