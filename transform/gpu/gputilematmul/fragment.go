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

// accumulator returns the type of a lane's part of a fragment of C.
func (k *kernel) accumulator() *ir.VectorType {
	rows, run := k.fragment()
	return k.b.Ctx.Vector([]int64{rows, run}, nil, k.b.Ctx.F32)
}

// allocateFragments allocates the fragments of a step.
func (k *kernel) allocateFragments() {
	if k.exact {
		k.allocateChunks()
		return
	}
	a, b := k.fragmentTypes()
	k.fragsA = append(k.fragsA, k.registers(1, k.warpM/16, a))
	k.fragsB = append(k.fragsB, k.registers(1, k.warpN/8, b))
}

// load makes the loads of the fragments of a step.
func (k *kernel) load(step int64) {
	if k.exact {
		k.loadChunks(step)
		return
	}
	if k.lhs.deep() || k.elem.Width() == 16 {
		k.loadRows(step)
	} else {
		k.loadRowWords(step)
	}
	if k.rhs.deep() || k.elem.Width() == 16 {
		k.loadColumns(step)
	} else {
		k.loadColumnWords(step)
	}
}

// loadRows loads the fragments of A: of 16 rows, two words of the first half of the step and two of the
// second, each of eight rows.
func (k *kernel) loadRows(step int64) {
	for i := range k.warpM / 16 {
		v := k.matrices(k.sharedA, k.lhs.deep(), k.warpRow, 16*i, step)
		if !k.lhs.deep() {
			v = k.words(v, 0, 2, 1, 3)
		}
		memref.NewStore(k.b, v, k.fragsA[step], k.index(0), k.index(i))
	}
}

// loadColumns loads the fragments of B, two at a time: of eight columns, one word of the first half of the
// step and one of the second.
func (k *kernel) loadColumns(step int64) {
	first, second := []int64{0, 1}, []int64{2, 3}
	if k.rhs.deep() {
		first, second = []int64{0, 2}, []int64{1, 3}
	}
	for j := range k.warpN / 16 {
		both := k.matrices(k.sharedB, k.rhs.deep(), k.warpCol, 16*j, step)
		memref.NewStore(k.b, k.words(both, first...), k.fragsB[step], k.index(0), k.index(2*j))
		memref.NewStore(k.b, k.words(both, second...), k.fragsB[step], k.index(0), k.index(2*j+1))
	}
}

// matrices loads four matrices of eight rows of 16 bytes: from two chunks of 16 rows, first the chunk of
// which the lower lanes give the addresses. Where rows run along the depth these are the 16 rows from begin +
// n, and the chunks of a step; otherwise the rows of a step, two chunks from begin + n, and lanes get
// columns.
func (k *kernel) matrices(s *staged, deep bool, begin *ir.Value, n, step int64) *ir.Value {
	var line, chunk *ir.Value
	if deep {
		line, chunk = k.add(k.sum(begin, k.laneRow), n), k.add(k.laneChunk, 2*step)
	} else {
		line, chunk = k.add(k.laneRow, 16*step),
			k.add(k.sum(k.div(begin, k.chunk()), k.laneChunk), n/k.chunk())
	}
	t, _ := k.fragmentTypes()
	return k.b.Create(ir.OpState{
		Def:      nvgpu.LdMatrix,
		Operands: []*ir.Value{s.memory, line, k.permuted(s, k.laneRow, 0, chunk, k.index(0))},
		Results:  []ir.Type{t},
		Attrs: []ir.NamedAttr{{Name: "transpose", Value: k.b.Ctx.Bool(!deep)},
			{Name: "numTiles", Value: k.b.Ctx.Int(k.b.Ctx.I32, 4)}},
	}).Result(0)
}

// words returns some of four words.
func (k *kernel) words(v *ir.Value, which ...int64) *ir.Value {
	t, half := k.fragmentTypes()
	if len(which) == 2 {
		t = half
	}
	out := k.zero(t)
	for i, n := range which {
		word := vector.NewExtract(k.b, v, ir.OpFoldResult{Const: n})
		out = vector.NewInsert(k.b, word, out, ir.OpFoldResult{Const: int64(i)})
	}
	return out
}

// loadRowWords loads the fragments of a transposed A of 32 bits one word at a time: ldmatrix transposes
// elements of 16 bits only.
func (k *kernel) loadRowWords(step int64) {
	t, _ := k.fragmentTypes()
	for i := range k.warpM / 16 {
		out := k.zero(t)
		for w := range int64(4) {
			out = vector.NewInsert(k.b, k.word(k.sharedA, k.warpRow, 16*i+8*(w%2), 8*step+4*(w/2)), out,
				ir.OpFoldResult{Const: w}, ir.OpFoldResult{Const: 0})
		}
		memref.NewStore(k.b, out, k.fragsA[step], k.index(0), k.index(i))
	}
}

// loadColumnWords does so for a B that is not transposed.
func (k *kernel) loadColumnWords(step int64) {
	_, t := k.fragmentTypes()
	for j := range k.warpN / 8 {
		out := k.zero(t)
		for w := range int64(2) {
			out = vector.NewInsert(k.b, k.word(k.sharedB, k.warpCol, 8*j, 8*step+4*w), out,
				ir.OpFoldResult{Const: w}, ir.OpFoldResult{Const: 0})
		}
		memref.NewStore(k.b, out, k.fragsB[step], k.index(0), k.index(j))
	}
}

// word loads an element of a tile whose columns run along the depth. A lane has column lane / 4 of eight,
// which begin at begin + n, and row lane % 4 of four, which begin at line.
func (k *kernel) word(s *staged, begin *ir.Value, n, line int64) *ir.Value {
	col := k.add(k.sum(begin, k.div(k.lane, 4)), n)
	first := k.rem(k.lane, 4)
	return memref.NewLoad(k.b, s.memory, k.add(first, line),
		k.permuted(s, first, line, k.div(col, k.chunk()), k.rem(col, k.chunk())))
}

// multiply makes the products of the fragments of a step.
func (k *kernel) multiply(step int64) {
	if k.exact {
		k.multiplyChunks(step)
		return
	}
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
			memref.NewStore(k.b, k.multiplied(a[i], b[j], sum), k.acc, at...)
		}
	}
}

// multiplied makes a * b + sum.
func (k *kernel) multiplied(a, b, sum *ir.Value) *ir.Value {
	attrs := []ir.NamedAttr{{Name: "mmaShape", Value: k.integers([]int64{16, 8, k.depth()})}}
	if k.elem.Width() == 32 {
		attrs = append(attrs, ir.NamedAttr{Name: "tf32Enabled", Value: k.b.Ctx.Unit})
	}
	return k.b.Create(ir.OpState{Def: nvgpu.MmaSync, Operands: []*ir.Value{a, b, sum},
		Results: []ir.Type{sum.Type()}, Attrs: attrs}).Result(0)
}
