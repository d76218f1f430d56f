package affinelooptile

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// defaultSize is the size of tiles of which nothing is known.
const defaultSize = 4

// tileSizes returns the size of a tile for each loop.
func (o *options) tileSizes(band []*ir.Op) []int64 {
	sizes := make([]int64, len(band))
	for i := range sizes {
		switch {
		case o.size > 0:
			sizes[i] = o.size
		case i < len(o.sizes):
			sizes[i] = o.sizes[i]
		default:
			sizes[i] = defaultSize
		}
	}
	if o.size > 0 || len(o.sizes) > 0 {
		return sizes
	}
	if bytes, known := affineloop.Footprint(band[0]); known {
		excess := (bytes + o.cache*1024 - 1) / (o.cache * 1024)
		divide(sizes, excess)
		if excess <= 1 {
			return sizes
		}
	}
	for i, l := range band {
		sizes[i] = divisor(l, sizes[i])
	}
	return sizes
}

// divide sets sizes whose product is about n: its root, and the last what is left.
func divide(sizes []int64, n int64) {
	root := int64(math.Floor(math.Pow(float64(max(n, 1)), 1/float64(len(sizes)))))
	product := int64(1)
	for i := range sizes {
		sizes[i] = root
		if i == len(sizes)-1 {
			sizes[i] = max(1, n/product)
		}
		product *= sizes[i]
	}
}

// divisor returns the largest size of at most size, and at most half of the iterations, that divides their
// number where it is known.
func divisor(loop *ir.Op, size int64) int64 {
	trips, ok := affine.ConstantTripCount(loop)
	if !ok {
		return size
	}
	if trips > 1 && size > trips/2 {
		size = trips / 2
	}
	for size > 1 && trips%size != 0 {
		size--
	}
	return size
}
