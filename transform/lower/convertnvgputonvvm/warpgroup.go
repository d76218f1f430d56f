package convertnvgputonvvm

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// A product of a warpgroup has 64 rows. An accumulator of more is a struct with one struct of words per 64
// rows.
const warpgroupRows = 64

// Descriptors of matrices in shared memory count in units of 16 bytes: PTX ISA, "Matrix-Descriptor".
const descriptorUnit = 16

// accumulatorType returns the struct that stands for an accumulator; nil if there is none.
func accumulatorType(c *ir.Context, t ir.Type) ir.Type {
	f := nvgpu.Fragment(t)
	if len(f.Shape) != 2 {
		return nil
	}
	word, n := f.Elem, f.Shape[1]/2
	if isHalf(f.Elem) {
		word, n = c.Vector([]int64{2}, nil, f.Elem), f.Shape[1]/4
	}
	words := make([]ir.Type, n)
	for i := range words {
		words[i] = word
	}
	tiles := make([]ir.Type, f.Shape[0]/warpgroupRows)
	for i := range tiles {
		tiles[i] = llvm.StructType(c, words...)
	}
	return llvm.StructType(c, tiles...)
}

// initAccumulator makes words of zeros.
func initAccumulator(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	t := c.Types.Type(op.Result(0).Type())
	if t == nil {
		return nil, false
	}
	tiles, _ := llvm.Members(t)
	words, _ := llvm.Members(tiles[0])
	zero := llvmtypes.Const(c.Builder, words[0], zeroOf(c.Ctx, words[0]))
	out := llvmtypes.Poison(c.Builder, t)
	filled := make([]*ir.Value, len(tiles))
	for i := range tiles {
		filled[i] = llvmtypes.Extract(c.Builder, out, int64(i))
		for j := range words {
			filled[i] = llvmtypes.Insert(c.Builder, zero, filled[i], int64(j))
		}
	}
	return one(assemble(c, out, filled))
}

// zeroOf returns the zero of a type of words.
func zeroOf(c *ir.Context, t ir.Type) ir.Attr {
	switch t := t.(type) {
	case *ir.VectorType:
		return c.Dense(t, string(make([]byte, nvgpu.Bits(t.Elem)/8)), true)
	case *ir.FloatType:
		return c.FloatValue(t, 0)
	}
	return c.Int(t, 0)
}

// assemble inserts members into a struct.
func assemble(c *llvmtypes.Conversion, into *ir.Value, members []*ir.Value) *ir.Value {
	for i, m := range members {
		into = llvmtypes.Insert(c.Builder, m, into, int64(i))
	}
	return into
}

// generateDescriptor makes the word that tells wgmma where a matrix lies. Its rows are as long as the pattern
// in which the banks are permuted, 128 bytes; eight of them are a step.
func generateDescriptor(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	const (
		row           = 128
		swizzledBy128 = 1 // of the two highest bits
	)
	m := memrefOf(c, op.Operand(0))
	if m == nil || len(m.Shape) == 0 || !isStatic(m) {
		return nil, false
	}
	word := func(n int64) *ir.Value { return llvmtypes.ConstInt(c.Builder, c.Ctx.I64, n) }
	stride, lead := word(8*row/descriptorUnit), word(m.Shape[0]*row/descriptorUnit)
	at := llvmtypes.Cast(c.Builder, llvm.PtrToInt, c.BufferPointer(m, args[0]), c.Ctx.I64)
	at = llvmtypes.Binary(c.Builder, llvm.Shl, at, word(46)) // 18 bits of an address, in units of 16 bytes
	at = llvmtypes.Binary(c.Builder, llvm.LShr, at, word(50))
	all := word(0)
	put := func(v *ir.Value, bit int64) {
		all = llvmtypes.Binary(c.Builder, llvm.Or, all, llvmtypes.Binary(c.Builder, llvm.Shl, v, word(bit)))
	}
	put(word(swizzledBy128), 62)
	put(word(0), 49) // the pattern begins at the matrix
	put(stride, 32)
	put(lead, 16)
	put(at, 0)
	return one(all)
}

func isStatic(m *ir.MemRefType) bool {
	for _, n := range m.Shape {
		if n == ir.Dynamic {
			return false
		}
	}
	return true
}

// warpgroupGemm is a product being taken apart into those that the hardware has.
type warpgroupGemm struct {
	c       *llvmtypes.Conversion
	op      *ir.Op
	a, b    *ir.Value // descriptors
	m, n, k int64     // of the matrices
	step    int64     // the extent k of one product
	bytes   int64     // of an element of A and B
	attrs   []ir.NamedAttr
}

// warpgroupMma multiplies, commits the products as a group, and waits.
func warpgroupMma(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t := c.Types.Type(op.Result(0).Type())
	a, d := nvgpu.Tile(op.Operand(0).Type()), nvgpu.Fragment(op.Result(0).Type())
	g := &warpgroupGemm{c: c, op: op, a: args[0], b: args[1], m: d.Shape[0], n: d.Shape[1], k: a.Shape[1],
		bytes: nvgpu.Bits(a.Elem) / 8}
	if t == nil || !g.types(a.Elem, nvgpu.Tile(op.Operand(1).Type()).Elem, d.Elem) ||
		g.m%warpgroupRows != 0 || g.k%g.step != 0 {
		return nil, false
	}
	c.Create(ir.OpState{Def: nvvm.WarpgroupFence, Results: []ir.Type{}})
	out := llvmtypes.Poison(c.Builder, t)
	var tiles []*ir.Value
	for i := range g.m / warpgroupRows {
		sum := llvmtypes.Extract(c.Builder, args[2], i)
		for k := range g.k / g.step {
			sum = g.product(i, k, sum)
		}
		tiles = append(tiles, sum)
	}
	out = assemble(c, out, tiles)
	c.Create(ir.OpState{Def: nvvm.WarpgroupCommit, Results: []ir.Type{}})
	groups, ok := op.IntAttr("waitGroup")
	if !ok {
		groups = 1
	}
	c.Create(ir.OpState{Def: nvvm.WarpgroupWait, Results: []ir.Type{},
		Attrs: []ir.NamedAttr{{Name: "group", Value: c.Ctx.Int(c.Ctx.I64, groups)}}})
	return one(out)
}

// warpgroupElements are the names of the types of elements of A and B, and the extent k of their products.
var warpgroupElements = map[ir.FloatKind]struct {
	name string
	k    int64
}{
	ir.F16: {"f16", 16}, ir.BF16: {"bf16", 16}, ir.TF32: {"tf32", 8}, ir.F8E4M3FN: {"e4m3", 32},
	ir.F8E5M2: {"e5m2", 32},
}

// types finds what all products have in common; false if there is no such product.
func (g *warpgroupGemm) types(a, b, d ir.Type) bool {
	fa, isFloat := a.(*ir.FloatType)
	fb, ok := b.(*ir.FloatType)
	fd, isSum := d.(*ir.FloatType)
	if !isFloat || !ok || !isSum {
		return false
	}
	typeA, typeB := warpgroupElements[fa.Kind], warpgroupElements[fb.Kind]
	typeD := map[ir.FloatKind]string{ir.F32: "f32", ir.F16: "f16"}[fd.Kind]
	if typeA.k == 0 || typeB.k == 0 || typeD == "" {
		return false
	}
	g.step = typeA.k
	if fa.Kind == ir.TF32 {
		g.bytes = 4 // it has fewer bits than its memory
	}
	layoutA, layoutB := "row", "col"
	if g.op.Attr("transposeA") != nil {
		layoutA = "col"
	}
	if g.op.Attr("transposeB") != nil {
		layoutB = "row"
	}
	c, i64 := g.c, func(n int64) ir.Attr { return g.c.Ctx.Int(g.c.Ctx.I64, n) }
	g.attrs = []ir.NamedAttr{
		{Name: "shape", Value: c.Ctx.ParametricAttr(nvvm.ProductShape, i64(warpgroupRows), i64(g.n),
			i64(g.step))},
		enum(c, "typeA", nvvm.WarpgroupType, typeA.name), enum(c, "typeB", nvvm.WarpgroupType, typeB.name),
		enum(c, "typeD", nvvm.WarpgroupType, typeD), enum(c, "scaleD", nvvm.WarpgroupScaleOut, "one"),
		enum(c, "scaleA", nvvm.WarpgroupScaleIn, "one"), enum(c, "scaleB", nvvm.WarpgroupScaleIn, "one"),
		enum(c, "layoutA", nvvm.MatrixLayout, layoutA), enum(c, "layoutB", nvvm.MatrixLayout, layoutB),
		enum(c, "satfinite", nvvm.MatrixOverflow, "wrapped"),
	}
	return true
}

// product adds the k-th products of the i-th 64 rows.
func (g *warpgroupGemm) product(i, k int64, sum *ir.Value) *ir.Value {
	a := g.advance(g.a, i*warpgroupRows*g.k*g.bytes+k*g.stepAlong("transposeA"))
	b := g.advance(g.b, k*g.stepAlong("transposeB"))
	return g.c.Create(ir.OpState{Def: nvvm.WarpgroupMma, Operands: []*ir.Value{sum, a, b},
		Results: []ir.Type{sum.Type()}, Attrs: g.attrs}).Result(0)
}

// stepAlong returns how many bytes the next columns of A, or rows of B, begin behind those of a product.
// Where the matrix is transposed they lie one behind the other, in rows of 128 bytes; else they lie along its
// rows.
func (g *warpgroupGemm) stepAlong(transposed string) int64 {
	const row = 128
	if g.op.Attr(transposed) != nil {
		return g.step * row
	}
	return g.step * g.bytes
}

// advance moves a descriptor by bytes.
func (g *warpgroupGemm) advance(descriptor *ir.Value, by int64) *ir.Value {
	if by == 0 {
		return descriptor
	}
	return llvmtypes.Binary(g.c.Builder, llvm.Add, descriptor, word64(g.c, by/descriptorUnit))
}

// word64 is a constant of 64 bits, with its number of 32 as upstream has it.
func word64(c *llvmtypes.Conversion, n int64) *ir.Value {
	return llvmtypes.Const(c.Builder, c.Ctx.I64, c.Ctx.Int(c.Ctx.I32, n))
}

// mmaStore writes an accumulator to memory, each thread what it holds.
func mmaStore(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	to := op.Operand(1)
	f, m := nvgpu.Fragment(op.Operand(0).Type()), to.Type().(*ir.MemRefType)
	if c.Types.Type(op.Operand(0).Type()) == nil || len(m.Shape) != 2 || m.Elem != f.Elem {
		return nil, false
	}
	for i := range f.Shape[0] / warpgroupRows {
		s := &tileStore{c: c, to: to}
		s.store(llvmtypes.Extract(c.Builder, args[0], i), i*warpgroupRows)
	}
	return nil, true
}

// tileStore stores 64 rows. Of a warp's 16 rows, lane l has columns 2(l%4) and the next of every eight of row
// l/4, and of the row eight below: PTX ISA, "Register Fragments and Shared Memory Matrix Layouts".
type tileStore struct {
	c        *llvmtypes.Conversion
	to       *ir.Value
	one, two *ir.Value
	eight    *ir.Value
}

func (s *tileStore) store(words *ir.Value, firstRow int64) {
	row, column := s.place()
	if firstRow > 0 {
		row = s.binary(llvm.Add, row, s.number(firstRow))
	}
	const perRow = 2 // words of neighbors of a row
	members, _ := llvm.Members(words.Type())
	for i := range 2 {
		x := s.binary(llvm.Add, row, s.binary(llvm.Mul, s.number(int64(i)), s.eight))
		for j := range len(members) / (2 * perRow) {
			y := s.binary(llvm.Add, column, s.binary(llvm.Mul, s.number(int64(j)), s.eight))
			s.pair(words, int64(perRow*(i+2*j)), x, y)
		}
	}
}

// place returns the first row and column of this thread.
func (s *tileStore) place() (row, column *ir.Value) {
	s.one, s.two = s.number(1), s.number(2)
	four := s.number(4)
	s.eight = s.number(8)
	sixteen, lanes := s.number(16), s.number(32)
	thread := s.c.Create(ir.OpState{Def: nvvm.Register("tid.x"), Results: []ir.Type{s.c.Ctx.I32}}).Result(0)
	lane, warp := s.binary(llvm.URem, thread, lanes), s.binary(llvm.UDiv, thread, lanes)
	group, member := s.binary(llvm.UDiv, lane, four), s.binary(llvm.URem, lane, four)
	column = s.binary(llvm.Mul, member, s.two)
	return s.binary(llvm.Add, group, s.binary(llvm.Mul, warp, sixteen)), column
}

// pair stores two neighbors.
func (s *tileStore) pair(words *ir.Value, first int64, x, y *ir.Value) {
	row, left := s.index(x), s.index(y)
	right := s.index(s.binary(llvm.Add, y, s.one))
	values := []*ir.Value{llvmtypes.Extract(s.c.Builder, words, first),
		llvmtypes.Extract(s.c.Builder, words, first+1)}
	for e, column := range []*ir.Value{left, right} {
		s.c.Create(ir.OpState{Def: memref.Store, Operands: []*ir.Value{values[e], s.to, row, column},
			Results: []ir.Type{}})
	}
}

func (s *tileStore) number(n int64) *ir.Value { return llvmtypes.ConstInt(s.c.Builder, s.c.Ctx.I32, n) }

func (s *tileStore) binary(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return llvmtypes.Binary(s.c.Builder, def, x, y)
}

func (s *tileStore) index(v *ir.Value) *ir.Value {
	return s.c.Create(ir.OpState{Def: arith.IndexCast, Operands: []*ir.Value{v},
		Results: []ir.Type{s.c.Ctx.Index}}).Result(0)
}
