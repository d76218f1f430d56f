package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// A device starts blocks in the order of their numbers, so many at once as it has room for. Numbered row by
// row these are many columns of few rows, which together read nearly all of B. Numbered by groups of rows,
// column by column within a group, they are about as many rows as columns, and find more of what they read in
// the cache.

// placeBlock finds which tile of C is the block's.
func (k *kernel) placeBlock() {
	if k.raster > 1 {
		x, y := k.grouped(k.place(gpu.BlockID, 0), k.place(gpu.BlockID, 1))
		k.col, k.row = k.mul(x, k.n), k.mul(y, k.m)
		return
	}
	k.col = k.mul(k.place(gpu.BlockID, 0), k.n)
	k.row = k.mul(k.place(gpu.BlockID, 1), k.m)
}

// grouped returns the place of a block that is numbered by groups of rows. The last group has the rows that
// are left.
func (k *kernel) grouped(x, y *ir.Value) (across, down *ir.Value) {
	width := k.width()
	number := k.sum(k.product(y, width), x)
	group := k.mul(width, k.raster)
	first := k.mul(k.quotient(number, group), k.raster)
	height, number := k.height(first), k.remainder(number, group)
	return k.quotient(number, height), k.sum(first, k.remainder(number, height))
}

// width makes the number of blocks along the columns of C.
func (k *kernel) width() *ir.Value {
	if n := k.extents[column]; n != ir.Dynamic {
		return k.index(ceilDiv(n, k.n))
	}
	return k.place(gpu.GridDim, 0)
}

// height makes the number of rows of blocks in the group whose first one is given.
func (k *kernel) height(first *ir.Value) *ir.Value {
	rows := k.extents[row]
	switch {
	case rows == ir.Dynamic:
		return arith.Binary(k.b, arith.MinUI, arith.Binary(k.b, arith.SubI, k.place(gpu.GridDim, 1), first),
			k.index(k.raster))
	case ceilDiv(rows, k.m)%k.raster == 0:
		return k.index(k.raster)
	}
	return arith.Binary(k.b, arith.MinUI, arith.Binary(k.b, arith.SubI, k.index(ceilDiv(rows, k.m)), first),
		k.index(k.raster))
}
