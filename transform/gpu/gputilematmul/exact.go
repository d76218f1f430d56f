package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// Without tensor cores a lane makes its elements of C alone: of each eight rows of the warp's part row lane /
// 4, and of each 16 columns the four from 4 * (lane mod 4) on. A step is a chunk of four elements along the
// depth. Lanes that need the same elements of A and B read them at once.

// allocateChunks allocates what a lane needs for a step: of each of its rows of A a chunk, and of each of its
// runs of columns of B one for each row.
func (k *kernel) allocateChunks() {
	chunk := k.chunkType()
	k.fragsA = append(k.fragsA, k.registers(1, k.warpM/8, chunk))
	k.fragsB = append(k.fragsB, k.registers(4, k.warpN/16, chunk))
}

// chunkType returns the type of 16 bytes.
func (k *kernel) chunkType() *ir.VectorType { return k.b.Ctx.Vector([]int64{k.chunk()}, nil, k.elem) }

// loadChunks loads them.
func (k *kernel) loadChunks(step int64) {
	for i := range k.warpM / 8 {
		memref.NewStore(k.b, k.chunkOfRow(8*i, step), k.fragsA[step], k.index(0), k.index(i))
	}
	for j := range k.warpN / 16 {
		for n, v := range k.chunksOfColumns(16*j, step) {
			memref.NewStore(k.b, v, k.fragsB[step], k.index(int64(n)), k.index(j))
		}
	}
}

// chunkOfRow loads a chunk, along the depth, of the lane's row of eight.
func (k *kernel) chunkOfRow(first, step int64) *ir.Value {
	mine := k.div(k.lane, 4)
	begin := k.add(k.warpRow, first)
	if k.lhs.deep() {
		return k.chunkAt(k.sharedA, k.sum(begin, mine), mine, first, k.index(step))
	}
	out := k.zero(k.chunkType())
	col := k.sum(begin, mine)
	for n := range int64(4) {
		line := k.index(4*step + n)
		at := k.permuted(k.sharedA, line, 0, k.div(col, 4), k.rem(col, 4))
		out = vector.NewInsert(k.b, memref.NewLoad(k.b, k.sharedA.memory, line, at), out,
			ir.OpFoldResult{Const: n})
	}
	return out
}

// chunksOfColumns loads four rows of a step of the lane's run of columns of 16.
func (k *kernel) chunksOfColumns(first, step int64) [4]*ir.Value {
	var out [4]*ir.Value
	mine := k.rem(k.lane, 4)
	begin := k.add(k.warpCol, first)
	if !k.rhs.deep() {
		for n := range out {
			line := k.index(4*step + int64(n))
			out[n] = k.chunkAt(k.sharedB, line, line, 0, k.sum(k.div(begin, 4), mine))
		}
		return out
	}
	for n := range out {
		out[n] = k.zero(k.chunkType())
	}
	run := k.mul(mine, 4)
	for c := range int64(4) {
		v := k.chunkAt(k.sharedB, k.add(k.sum(begin, run), c), run, c, k.index(step))
		for n := range out {
			element := vector.NewExtract(k.b, v, ir.OpFoldResult{Const: int64(n)})
			out[n] = vector.NewInsert(k.b, element, out[n], ir.OpFoldResult{Const: c})
		}
	}
	return out
}

// chunkAt loads a chunk of a line, which is line number within + n modulo 16.
func (k *kernel) chunkAt(s *staged, line, within *ir.Value, n int64, chunk *ir.Value) *ir.Value {
	return vector.NewLoad(k.b, k.chunkType(), s.memory, line, k.permuted(s, within, n, chunk, k.index(0)))
}

// multiplyChunks makes the products of a step, in the order of the depth.
func (k *kernel) multiplyChunks(step int64) {
	for i := range k.warpM / 8 {
		a := memref.NewLoad(k.b, k.fragsA[step], k.index(0), k.index(i))
		for j := range k.warpN / 16 {
			fragment := memref.NewLoad(k.b, k.acc, k.index(i), k.index(j))
			sum := vector.NewExtract(k.b, fragment, ir.OpFoldResult{Const: 0})
			for n := range int64(4) {
				factor := vector.NewBroadcast(k.b, k.chunkType(),
					vector.NewExtract(k.b, a, ir.OpFoldResult{Const: n}))
				sum = vector.NewFMA(k.b, factor, memref.NewLoad(k.b, k.fragsB[step], k.index(n), k.index(j)),
					sum)
			}
			memref.NewStore(k.b, vector.NewInsert(k.b, sum, fragment, ir.OpFoldResult{Const: 0}), k.acc,
				k.index(i), k.index(j))
		}
	}
}
