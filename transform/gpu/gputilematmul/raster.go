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
		width, x, y := k.width(), k.place(gpu.BlockID, 0), k.place(gpu.BlockID, 1)
		x, y = k.grouped(k.sum(k.product(y, width), x), width, k.rows())
		k.col, k.row = k.mul(x, k.n), k.mul(y, k.m)
		return
	}
	k.col = k.mul(k.place(gpu.BlockID, 0), k.n)
	k.row = k.mul(k.place(gpu.BlockID, 1), k.m)
}

// grouped returns the place of a tile that is numbered by groups of rows, of so many columns and rows of
// tiles. The last group has the rows that are left.
func (k *kernel) grouped(number, width, rows *ir.Value) (across, down *ir.Value) {
	if k.raster == 1 {
		return k.remainder(number, width), k.quotient(number, width)
	}
	group := k.mul(width, k.raster)
	first := k.mul(k.quotient(number, group), k.raster)
	height, number := k.height(first, rows), k.remainder(number, group)
	return k.quotient(number, height), k.sum(first, k.remainder(number, height))
}

// width makes the number of blocks along the columns of C, and rows that along its rows.
func (k *kernel) width() *ir.Value {
	if n := k.extents[column]; n != ir.Dynamic {
		return k.index(ceilDiv(n, k.n))
	}
	return k.place(gpu.GridDim, 0)
}

func (k *kernel) rows() *ir.Value {
	if n := k.extents[row]; n != ir.Dynamic {
		return k.index(ceilDiv(n, k.m))
	}
	return k.place(gpu.GridDim, 1)
}

// height makes the number of rows of tiles in the group whose first one is given, of so many in all.
func (k *kernel) height(first, rows *ir.Value) *ir.Value {
	if n, ok := k.known(rows); ok && n%k.raster == 0 {
		return k.index(k.raster)
	}
	return arith.Binary(k.b, arith.MinUI, arith.Binary(k.b, arith.SubI, rows, first), k.index(k.raster))
}
