package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// makeWarpgroups makes the body of a kernel for sm_90a: a loop whose statements are the copies of A and B and
// their product, annotated so that the copies run ahead. pipeline-to-mbarriers gives them to a producer.
func (k *kernel) makeWarpgroups() {
	k.group = k.div(k.thread, warpgroupSize)
	if k.store.slots > 0 {
		k.stores = k.newStoring()
		defer k.stores.finish()
	}
	if k.persistent == 0 {
		k.makeTile()
		return
	}
	// The block makes tiles by their numbers, row by row or by groups of rows.
	width, height := k.count(column, k.n), k.count(row, k.m)
	scf.NewFor(k.b, k.place(gpu.BlockID, 0), k.product(width, height), k.index(k.persistent),
		func(_ *ir.Builder, number *ir.Value) {
			x, y := k.grouped(number, width, height)
			k.col, k.row = k.mul(x, k.n), k.mul(y, k.m)
			k.makeTile()
		})
}

// count makes the number of tiles along an axis.
func (k *kernel) count(a axis, n int64) *ir.Value {
	if size := k.extents[a]; size != ir.Dynamic {
		return k.index(ceilDiv(size, n))
	}
	return tiles(k.b, k.bounds[a], n)
}

// makeTile makes the code for a tile of C.
func (k *kernel) makeTile() {
	loop := scf.NewForCarrying(k.b, k.index(0), k.trips(), k.index(1), []*ir.Value{k.noProducts()},
		func(_ *ir.Builder, i *ir.Value, sums []*ir.Value) []*ir.Value {
			begin := [3]*ir.Value{row: k.row, column: k.col, depth: k.mul(i, k.tile.k)}
			a, b := k.panelsOf(&k.lhs, k.m), k.panelsOf(&k.rhs, k.n)
			a.copy(k.globalA, begin)
			b.copy(k.globalB, begin)
			return []*ir.Value{k.multiplyPanels(a, b, sums[0])}
		})
	late := k.stages - 1
	loop.SetAttr(pipeline.StageAttr, k.integers([]int64{0, 0, late}))
	loop.SetAttr(pipeline.OrderAttr, k.integers([]int64{0, 1, 2}))
	loop.SetAttr(pipeline.AsyncStagesAttr, k.integers([]int64{0}))
	if k.stores != nil {
		k.stores.write(loop.Result(0))
	} else {
		k.writeSums(loop.Result(0))
	}
}

// panels is the tile of a matrix in shared memory.
type panels struct {
	*kernel
	m      *matrix
	count  int64 // of panels, along the columns of the matrix
	rows   int64
	memory *ir.Value
}

// panelsOf makes the shared memory of a tile of width rows or columns of C.
func (k *kernel) panelsOf(m *matrix, width int64) *panels {
	p := &panels{kernel: k, m: m, count: 1, rows: width}
	if !m.deep() {
		p.count, p.rows = width/k.panel(), k.tile.k
	}
	t := k.b.Ctx.MemRef([]int64{p.count, p.rows, k.panel()}, k.elem, nil,
		k.b.Ctx.Int(k.b.Ctx.I64, llvm.Shared))
	p.memory = memref.NewAlloc(k.b, t)
	p.memory.DefiningOp().SetAttr("alignment", k.b.Ctx.Int(k.b.Ctx.I64, rowBytes*swizzledRows))
	p.memory.DefiningOp().SetAttr(pipeline.SwizzleAttr, k.b.Ctx.Int(k.b.Ctx.I64, rowBytes))
	return p
}

// copy makes the statement that copies the tile, box by box.
func (p *panels) copy(from *ir.Value, begin [3]*ir.Value) {
	zero := p.zero(p.elem)
	pipeline.NewBlock(p.b, nil, nil, func(*ir.Builder) {
		for panel := range p.count {
			for first := int64(0); first < p.rows; first += boxRows {
				t := p.b.Ctx.Vector([]int64{min(boxRows, p.rows-first), p.panel()}, nil, p.elem)
				at := []*ir.Value{p.add(begin[p.m.axes[0]], first),
					p.add(begin[p.m.axes[1]], panel*p.panel())}
				read := vector.NewTransferRead(p.b, t, vector.Transfer{Base: from, Indices: at, Padding: zero,

					Map:      vector.MinorIdentity(from.Type().(*ir.MemRefType), t),
					InBounds: []bool{false, false}})
				vector.NewTransferWrite(p.b, vector.Transfer{Vector: read.Result(0), Base: p.memory,
					Indices:  []*ir.Value{p.index(panel), p.index(first), p.index(0)},
					Map:      vector.MinorIdentity(p.memory.Type().(*ir.MemRefType), t),
					InBounds: []bool{true, true}})
			}
		}
	})
}

// descriptor makes the word that tells wgmma where the tile of a matrix lies, for the warpgroup with its
// number where it has a part of its own: PTX ISA, "Matrix Descriptor". shape is that of the matrix which it
// multiplies.
func (p *panels) descriptor(part *ir.Value, shape ...int64) *ir.Value {
	const (
		address, lead, stride, mode = 0, 16, 32, 62 // the first bits of its fields
		swizzledBy128               = 1
		unitBits                    = 4
		unit                        = 1 << unitBits
		mask                        = 1<<18 - 1
	)
	c := p.b.Ctx
	t := p.memory.Type().(*ir.MemRefType)
	at := p.addressOf(p.memory)
	if part != nil {
		at = p.sum(at, p.mul(part, warpgroupRows*rowBytes))
	}
	at = arith.Binary(p.b, arith.ShRUI, arith.Binary(p.b, arith.AndI, at, p.index(mask)), p.index(unitBits))
	fixed := int64(swizzledBy128)<<mode | rowBytes*swizzledRows/unit<<stride | p.rows*rowBytes/unit<<lead
	word := arith.Cast(p.b, arith.IndexCast, at, c.I64)
	word = arith.Binary(p.b, arith.OrI, word, arith.ConstInt(p.b, c.I64, fixed))
	tile := c.MemRef(shape, multiplied(p.problem), nil, t.MemorySpace)
	return p.cast(word, c.Parametric(nvgpu.MatrixDescriptor, c.TypeAttr(tile)))
}

// multiplied returns the type as which elements are multiplied.
func multiplied(p *problem) ir.Type {
	if p.elem.Kind == ir.F32 {
		return p.op.Context().Float(ir.TF32)
	}
	return p.elem
}

// multiplyPanels makes the product of tiles, added to sums.
func (k *kernel) multiplyPanels(a, b *panels, sums *ir.Value) *ir.Value {
	descA := a.descriptor(k.group, warpgroupRows, k.tile.k)
	descB := b.descriptor(nil, k.tile.k, k.n)
	attrs := []ir.NamedAttr{{Name: "waitGroup", Value: k.b.Ctx.Int(k.b.Ctx.I64, 0)}}
	if !k.lhs.deep() {
		attrs = append(attrs, ir.NamedAttr{Name: "transposeA", Value: k.b.Ctx.Unit})
	}
	if !k.rhs.deep() {
		attrs = append(attrs, ir.NamedAttr{Name: "transposeB", Value: k.b.Ctx.Unit})
	}
	t := k.sumsType()
	made := k.b.Create(ir.OpState{Def: nvgpu.WarpgroupMma,
		Operands: []*ir.Value{descA, descB, k.cast(sums, t)},
		Results:  []ir.Type{t}, Attrs: attrs}).Result(0)
	return k.cast(made, k.wordsType())
}

// sumsType returns the type of a warpgroup's part of C, and wordsType what a thread has of it: a struct, of
// one struct of registers.
func (k *kernel) sumsType() ir.Type {
	t := k.b.Ctx.Vector([]int64{warpgroupRows, k.n}, nil, k.b.Ctx.F32)
	return k.b.Ctx.Parametric(nvgpu.Accumulator, k.b.Ctx.TypeAttr(t))
}

func (k *kernel) wordsType() ir.Type {
	words := make([]ir.Type, k.n/2)
	for i := range words {
		words[i] = k.b.Ctx.F32
	}
	return llvm.StructType(k.b.Ctx, llvm.StructType(k.b.Ctx, words...))
}

// noProducts makes a part of C of zeros.
func (k *kernel) noProducts() *ir.Value {
	zeros := k.b.Create(ir.OpState{Def: nvgpu.WarpgroupMmaInitAccumulator, Results: []ir.Type{k.sumsType()}})
	return k.cast(zeros.Result(0), k.wordsType())
}

// cast makes a value of another type that stands for the same registers, once both have been lowered.
func (k *kernel) cast(v *ir.Value, t ir.Type) *ir.Value {
	return k.b.Create(ir.OpState{Def: builtin.UnrealizedConversionCast, Operands: []*ir.Value{v},
		Results: []ir.Type{t}}).Result(0)
}

// writeSums writes a warpgroup's part of C, each thread what it has: of each eight columns two next to each
// other, in row lane / 4 of its warp's 16 rows and in the row eight below (PTX ISA, "Register Fragments and
// Shared Memory Matrix Layouts").
func (k *kernel) writeSums(words *ir.Value) {
	warp := k.div(k.thread, warpSize)
	top := k.sum(k.sum(k.row, k.mul(warp, 16)), k.div(k.lane, 4))
	left := k.sum(k.col, k.mul(k.rem(k.lane, 4), 2))
	for half := range int64(2) {
		r := k.add(top, 8*half)
		rowInside := k.within(r, row, k.m)
		for j := range k.n / 8 {
			p := k.runAt(rowRun{row: r, inside: rowInside}, k.add(left, 8*j))
			k.writePair(p, k.pair(words, j, half))
		}
	}
}

// writePair writes two elements, added to those of C unless C is filled with zeros.
func (k *kernel) writePair(p rowRun, sums *ir.Value) {
	t := k.b.Ctx.Vector([]int64{2}, nil, k.out.typ().Elem)
	if k.whole() {
		k.when(p.inside, func() {
			v := sums
			if k.fill == nil {
				v = arith.Binary(k.b, arith.AddF, v,
					k.widened(vector.NewLoad(k.b, t, k.globalC, p.row, p.col)))
			}
			vector.NewStore(k.b, k.rounded(v), k.globalC, p.row, p.col)
		})
		return
	}
	k.single(p, func(n int64, p rowRun) {
		k.when(p.inside, func() {
			v := vector.NewExtract(k.b, sums, ir.OpFoldResult{Const: n})
			if k.fill == nil {
				v = arith.Binary(k.b, arith.AddF, v, k.widened(memref.NewLoad(k.b, k.globalC, p.row, p.col)))
			}
			memref.NewStore(k.b, k.rounded(v), k.globalC, p.row, p.col)
		})
	})
}
