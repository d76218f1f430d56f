package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// registers allocates memory of a thread for fragments.
func (k *kernel) registers(rows, cols int64, fragment ir.Type) *ir.Value {
	space := k.b.Ctx.Enum(gpu.AddressSpace, gpu.Private)
	return memref.NewAlloca(k.b, k.b.Ctx.MemRef([]int64{rows, cols}, fragment, nil, space))
}

// fragmentTypes returns the types of fragments of A, of 16 rows, and B, of 8 columns: words of 32 bits.
func (k *kernel) fragmentTypes() (a, b *ir.VectorType) {
	perWord := 4 / k.size()
	return k.b.Ctx.Vector([]int64{4, perWord}, nil, k.elem), k.b.Ctx.Vector([]int64{2, perWord}, nil, k.elem)
}

// accumulator returns the type of a fragment of C, of 16 rows and 8 columns.
func (k *kernel) accumulator() *ir.VectorType {
	return k.b.Ctx.Vector([]int64{2, 2}, nil, k.b.Ctx.F32)
}

// load makes the loads of the fragments of a step.
func (k *kernel) load(step int64) {
	for i := range k.warpM / 16 {
		row := k.add(k.sum(k.warpRow, k.laneRow), 16*i)
		memref.NewStore(k.b, k.matrices(k.sharedA, row, k.add(k.laneChunk, 2*step), false), k.fragsA[step], k.index(0), k.index(i))
	}
	if k.elem.Width() == 32 {
		k.loadWords(step)
		return
	}
	row := k.add(k.laneRow, 16*step)
	for j := range k.warpN / 16 {
		chunk := k.add(k.sum(k.div(k.warpCol, k.chunk()), k.laneChunk), 2*j)
		both := k.matrices(k.sharedB, row, chunk, true)
		for half := range int64(2) {
			memref.NewStore(k.b, k.half(both, half), k.fragsB[step], k.index(0), k.index(2*j+half))
		}
	}
}

// matrices loads 16 rows, from one that is a multiple of 16, of two chunks: the lane gives the address of one chunk.
func (k *kernel) matrices(s *staged, row, chunk *ir.Value, transpose bool) *ir.Value {
	a, _ := k.fragmentTypes()
	return k.b.Create(ir.OpState{
		Def: nvgpu.LdMatrix, Operands: []*ir.Value{s.memory, row, k.permuted(s, k.laneRow, 0, chunk, k.index(0))}, Results: []ir.Type{a},
		Attrs: []ir.NamedAttr{{Name: "transpose", Value: k.b.Ctx.Bool(transpose)}, {Name: "numTiles", Value: k.b.Ctx.Int(k.b.Ctx.I32, 4)}},
	}).Result(0)
}

// half returns two of four words.
func (k *kernel) half(v *ir.Value, which int64) *ir.Value {
	_, t := k.fragmentTypes()
	out := k.zero(t)
	for i := range int64(2) {
		word := vector.NewExtract(k.b, v, ir.OpFoldResult{Const: 2*which + i})
		out = vector.NewInsert(k.b, word, out, ir.OpFoldResult{Const: i})
	}
	return out
}

// loadWords loads the fragments of B one word at a time: ldmatrix transposes elements of 16 bits only. A lane has column lane / 4 of
// eight, and rows lane % 4 and four more.
func (k *kernel) loadWords(step int64) {
	_, t := k.fragmentTypes()
	for j := range k.warpN / 8 {
		col := k.add(k.sum(k.warpCol, k.div(k.lane, 4)), 8*j)
		out := k.zero(t)
		for i := range int64(2) {
			first, n := k.rem(k.lane, 4), 8*step+4*i
			at := k.permuted(k.sharedB, first, n, k.div(col, k.chunk()), k.rem(col, k.chunk()))
			word := memref.NewLoad(k.b, k.sharedB.memory, k.add(first, n), at)
			out = vector.NewInsert(k.b, word, out, ir.OpFoldResult{Const: i}, ir.OpFoldResult{Const: 0})
		}
		memref.NewStore(k.b, out, k.fragsB[step], k.index(0), k.index(j))
	}
}

// multiply makes the products of the fragments of a step.
func (k *kernel) multiply(step int64) {
	var a, b []*ir.Value
	for i := range k.warpM / 16 {
		a = append(a, memref.NewLoad(k.b, k.fragsA[step], k.index(0), k.index(i)))
	}
	for j := range k.warpN / 8 {
		b = append(b, memref.NewLoad(k.b, k.fragsB[step], k.index(0), k.index(j)))
	}
	for i := range a {
		for j := range b {
			at := []*ir.Value{k.index(int64(i)), k.index(int64(j))}
			sum := memref.NewLoad(k.b, k.acc, at...)
			memref.NewStore(k.b, k.product(a[i], b[j], sum), k.acc, at...)
		}
	}
}

// product makes a * b + sum.
func (k *kernel) product(a, b, sum *ir.Value) *ir.Value {
	attrs := []ir.NamedAttr{{Name: "mmaShape", Value: k.integers([]int64{16, 8, k.depth()})}}
	if k.elem.Width() == 32 {
		attrs = append(attrs, ir.NamedAttr{Name: "tf32Enabled", Value: k.b.Ctx.Unit})
	}
	return k.b.Create(ir.OpState{Def: nvgpu.MmaSync, Operands: []*ir.Value{a, b, sum}, Results: []ir.Type{sum.Type()}, Attrs: attrs}).Result(0)
}
