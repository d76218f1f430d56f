package gputilematmul

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Kernels for sm_90a write C by the tensor memory accelerator where it takes C. Each warpgroup writes its
// rows of C panel by panel, as wide as 128 bytes: its threads store what they have of a panel to shared
// memory, and one of them has it copied to C. The panels take turns in the slots of shared memory that the
// warpgroup has, and the copies are groups of that thread.
//
// # Which waits there are
//
// Panel j is stored to slot j mod slots, which may be written once group j-slots has been read. The thread
// that copies waits for it in front of the barrier behind panel j-1, so that one barrier for each panel says
// both that the panel is stored and that the next slot is free. At that wait groups 0 to j-2 are committed,
// and the younger ones than j-slots are slots-2. With one slot the wait and a barrier stand in front of the
// panel. A slot that no panel has used needs no wait: only the blocks of persistent kernels come again.
// Panels whose slots are not used again are one group, with the last one.

// tileStore is how a warpgroup's part of C is written. slots is 0 if each thread writes its elements.
type tileStore struct {
	width  int64 // the columns of a panel
	panels int64
	slots  int64
}

// bytes returns the shared memory that a warpgroup needs.
func (s tileStore) bytes() int64 { return s.slots * warpgroupRows * rowBytes }

// outSize returns the bytes of an element of C.
func (p *problem) outSize() int64 { return int64(ir.ElemBytes(p.out.typ().Elem)) }

// storeTiles decides how C is written, and returns the reason why the tensor memory accelerator does not.
func (t *tile) storeTiles(p *problem) (why string) {
	s := tileStore{width: rowBytes / p.outSize()}
	s.panels = t.n / s.width
	switch {
	case p.fill == nil:
		return "its elements are read and added to"
	case p.out.stride == ir.Dynamic || p.out.offset == ir.Dynamic:
		return "where its rows begin is known at run time only"
	case p.out.stride*p.outSize()%16 != 0 || p.out.offset*p.outSize()%16 != 0:
		return "its rows do not begin at multiples of 16 bytes"
	case t.n%s.width != 0:
		return "the columns of block-tile are no multiple of 128 bytes of it"
	}
	// Panels begin with the same slot for each tile of C. Two of them are enough: one is copied while the
	// other is stored.
	s.slots = 1
	for n := int64(2); n <= s.panels && s.slots == 1; n++ {
		if s.panels%n == 0 {
			s.slots = n
		}
	}
	t.store = s
	if t.warpgroupShared(p) > maxShared {
		t.store.slots = 1
	}
	if t.warpgroupShared(p) > maxShared {
		t.store = tileStore{}
		return "the stages leave no shared memory for it"
	}
	return ""
}

// remarkStores says that threads write their elements of C.
func (p *problem) remarkStores(why string) *diag.Diagnostic {
	return diag.Remarkf(codeStores, p.op.Span(),
		"threads write C, not the tensor memory accelerator: %s", why)
}

// storeMap returns the type of the tensor map of C.
func (t *tile) storeMap(p *problem) ir.Type {
	c := p.op.Context()
	box := c.MemRef([]int64{warpgroupRows, t.store.width}, p.out.typ().Elem, nil, c.Int(c.I64, llvm.Shared))
	return nvgpu.TensorMapOf(c, box, true)
}

// describeStoreMap says of which argument the last one is a tensor map.
func describeStoreMap(f *ir.Op, argument int) {
	c := f.Context()
	f.SetAttr("arg_attrs",
		c.Array([]ir.Attr{c.EmptyDict, c.EmptyDict, c.EmptyDict, nvgpu.MappedTo(c, argument)}))
}

// storing is what a kernel has for its copies of panels.
type storing struct {
	*kernel
	memory  *ir.Value // the slots of all warpgroups
	first   *ir.Value // the warpgroup's first slot
	copies  *ir.Value // whether the thread is the one that copies
	barrier *ir.Value // the number of the warpgroup's barrier
	threads *ir.Value
	// top is the address of the row of a panel in slot 0 where a lane stores first, and turned where in that
	// row its elements of the first 32 bytes lie. Of 16 bits a lane gives stmatrix the row lane mod 16 of its
	// warp, and the first or the second 16 bytes. Of 32 bits it stores two elements in row lane / 4, and in
	// the row eight below. Pieces of 16 bytes are permuted by the last three bits of the row.
	top, turned *ir.Value
	odd         *ir.Value // whether a lane stores an odd row of 32 bits
}

// firstGroupBarrier is the number of the first warpgroup's barrier: those of warpgroups come behind that of
// all threads and that of the consumers.
const firstGroupBarrier = 2

// newStoring allocates the slots.
func (k *kernel) newStoring() *storing {
	s := &storing{kernel: k}
	c := k.b.Ctx
	s.memory = memref.NewAlloc(k.b,
		c.MemRef([]int64{k.warpgroups() * k.store.slots, warpgroupRows, k.store.width},
			k.out.typ().Elem, nil, c.Int(c.I64, llvm.Shared)))
	s.memory.DefiningOp().SetAttr("alignment", c.Int(c.I64, rowBytes*swizzledRows))
	mine := k.rem(k.thread, warpgroupSize)
	s.first = k.mul(k.group, k.store.slots)
	s.copies = arith.Cmp(k.b, arith.EQ, mine, k.index(0))
	s.threads = arith.ConstInt(k.b, c.I32, warpgroupSize)
	s.barrier = arith.Cast(k.b, arith.IndexCast, k.add(k.group, firstGroupBarrier), c.I32)
	warp := k.mul(k.div(mine, warpSize), 16)
	row, piece := k.rem(k.lane, 16), k.div(k.lane, 16)
	wide := k.outSize() == 4
	if wide {
		row, piece = k.div(k.lane, 4), k.div(k.rem(k.lane, 4), 2)
	}
	s.top = k.sum(k.addressOf(s.memory), k.mul(s.first, warpgroupRows*rowBytes))
	s.top = k.sum(s.top, k.mul(k.sum(warp, row), rowBytes))
	s.turned = k.mul(arith.Binary(k.b, arith.XOrI, k.rem(row, swizzledRows), piece), 16)
	if wide {
		odd := k.rem(row, 2)
		s.odd = arith.Cmp(k.b, arith.EQ, odd, k.index(1))
		s.turned = arith.Binary(k.b, arith.XOrI, s.turned, k.mul(odd, 64))
		s.turned = k.sum(s.turned, k.mul(k.rem(k.lane, 2), 8))
	}
	return s
}

// addressOf makes the address of memory.
func (k *kernel) addressOf(memory *ir.Value) *ir.Value {
	t := memory.Type().(*ir.MemRefType)
	types := []ir.Type{k.b.Ctx.MemRef(nil, t.Elem, nil, t.MemorySpace), k.b.Ctx.Index}
	for range 2 * len(t.Shape) {
		types = append(types, k.b.Ctx.Index)
	}
	meta := k.b.Create(ir.OpState{Def: memref.ExtractStridedMetadata, Operands: []*ir.Value{memory},
		Results: types})
	at := k.b.Op(memref.ExtractAlignedPointerAsIndex, []*ir.Value{meta.Result(0)}).Result(0)
	return k.sum(at, k.mul(meta.Result(1), int64(ir.ElemBytes(t.Elem))))
}

// write writes the warpgroup's part of C.
func (s *storing) write(words *ir.Value) {
	again := s.persistent > 0
	for j := range s.store.panels {
		slot := j % s.store.slots
		if s.store.slots == 1 && (again || j > 0) {
			s.when(s.copies, func() { s.waitRead(0) })
			s.meet()
		}
		if s.outSize() == 4 {
			s.storeWide(words, j, slot)
		} else {
			s.storeNarrow(words, j, slot)
		}
		s.b.Op(nvvm.FenceProxy, nil,
			ir.NamedAttr{Name: "kind", Value: s.b.Ctx.Enum(nvvm.ProxyKind, asyncShared)},
			ir.NamedAttr{Name: "space", Value: s.b.Ctx.Enum(nvvm.SharedSpace, 0)})
		if n := s.store.slots; n > 1 && (again || j+1 >= n && j+1 < s.store.panels) {
			s.when(s.copies, func() { s.waitRead(n - 2) })
		}
		s.meet()
		s.when(s.copies, func() {
			s.copy(j, slot)
			if again || j+s.store.slots < s.store.panels || j == s.store.panels-1 {
				s.b.Op(nvvm.BulkCommitGroup, nil)
			}
		})
	}
}

// asyncShared is the proxy of asynchronous copies of shared memory, among the cases of nvvm.ProxyKind.
const asyncShared = 3

// finish waits until the copies have read shared memory, which ends with the block.
func (s *storing) finish() { s.when(s.copies, func() { s.waitRead(0) }) }

// waitRead waits until at most n groups of copies still read.
func (k *kernel) waitRead(n int64) {
	k.b.Op(nvvm.BulkWaitGroup, nil, ir.NamedAttr{Name: "group", Value: k.b.Ctx.Int(k.b.Ctx.I32, n)},
		ir.NamedAttr{Name: "read", Value: k.b.Ctx.Unit})
}

// meet makes the threads of the warpgroup wait for each other.
func (s *storing) meet() {
	s.b.Create(ir.OpState{Def: nvvm.Barrier, Operands: []*ir.Value{s.barrier, s.threads},
		Results: []ir.Type{},
		Attrs: []ir.NamedAttr{
			{Name: constraint.OperandSegmentSize.Name, Value: s.b.Ctx.I32Array(1, 1, 0)}}})
}

// elements makes two elements of C that a lane has next to each other: of the eight columns j, in its upper
// or lower row.
func (k *kernel) elements(words *ir.Value, j, half int64) (v [2]*ir.Value) {
	for e := range v {
		v[e] = k.b.Make(llvm.ExtractValue, []*ir.Value{words}, []ir.Type{k.b.Ctx.F32},
			ir.NamedAttr{Name: "position", Value: k.b.Ctx.I64Array(0, 4*j+2*half+int64(e))}).Result(0)
	}
	return v
}

// two makes a vector of two elements, and pair of those that elements makes.
func (k *kernel) two(v [2]*ir.Value) *ir.Value {
	return vector.NewFromElements(k.b, k.b.Ctx.Vector([]int64{2}, nil, k.b.Ctx.F32), v[0], v[1])
}

func (k *kernel) pair(words *ir.Value, j, half int64) *ir.Value {
	return k.two(k.elements(words, j, half))
}

// place makes the address of a row's 32 bytes with a number, in a slot.
func (s *storing) place(slot, row, number int64) *ir.Value {
	piece := s.turned
	if number > 0 {
		piece = arith.Binary(s.b, arith.XOrI, piece, s.index(32*number))
	}
	at := s.sum(s.add(s.top, (slot*warpgroupRows+row)*rowBytes), piece)
	return s.b.Make(llvm.IntToPtr, []*ir.Value{arith.Cast(s.b, arith.IndexCast, at, s.b.Ctx.I64)},
		[]ir.Type{llvm.PointerType(s.b.Ctx, llvm.Shared)}).Result(0)
}

// storeWide stores a panel of 32 bits, two elements at once. Half a warp stores at once, four rows of which
// two next to each other have their pieces of 16 bytes in the same banks. So lanes of odd rows store the
// eight columns two behind, or in front, in the meantime.
func (s *storing) storeWide(words *ir.Value, panel, slot int64) {
	const away = 2
	first := panel * s.store.width / 8
	for q := range s.store.width / 8 {
		for half := range int64(2) {
			even, odd := s.elements(words, first+q, half), s.elements(words, first+q^away, half)
			for e := range even {
				even[e] = arith.NewSelect(s.b, s.odd, odd[e], even[e])
			}
			s.b.Create(ir.OpState{Def: llvm.Store, Results: []ir.Type{},
				Operands: []*ir.Value{s.two(even), s.place(slot, 8*half, q)}})
		}
	}
}

// storeNarrow stores a panel of 16 bits, 16 rows and 16 columns at once: four matrices, of which lanes have
// in each word two elements, as they have of the sums.
func (s *storing) storeNarrow(words *ir.Value, panel, slot int64) {
	c := s.b.Ctx
	for q := range s.store.width / 16 {
		operands := []*ir.Value{s.place(slot, 0, q)}
		for m := range int64(4) {
			v := s.rounded(s.pair(words, panel*s.store.width/8+2*q+m/2, m%2))
			word := vector.NewBitCast(s.b, c.Vector([]int64{1}, nil, c.I32), v)
			operands = append(operands, vector.NewExtract(s.b, word, ir.OpFoldResult{Const: 0}))
		}
		s.b.Op(nvvm.StMatrix, operands, ir.NamedAttr{Name: "layout", Value: c.Enum(nvvm.MatrixLayout, 0)},
			ir.NamedAttr{Name: "shape",
				Value: c.ParametricAttr(nvvm.MatrixShape, c.Int(c.I64, 8), c.Int(c.I64, 8))},
			ir.NamedAttr{Name: "eltType", Value: c.Enum(nvvm.MatrixElement, 0)})
	}
}

// copy makes the copy of a panel to C.
func (s *storing) copy(panel, slot int64) {
	c := s.b.Ctx
	box := memref.Slice{}
	for d, n := range []int64{1, warpgroupRows, s.store.width} {
		begin := ir.OpFoldResult{Const: 0}
		if d == 0 {
			begin = ir.OpFoldResult{Value: s.add(s.first, slot)}
		}
		box.Offsets, box.Sizes = append(box.Offsets, begin), append(box.Sizes, ir.OpFoldResult{Const: n})
		box.Strides = append(box.Strides, ir.OpFoldResult{Const: 1})
	}
	offsets, _ := ir.SplitIndices(box.Offsets)
	sizes, _ := ir.SplitIndices(box.Sizes)
	strides, _ := ir.SplitIndices(box.Strides)
	t := memref.ReducedSubViewType(c, sizes[1:], s.memory.Type().(*ir.MemRefType), offsets, sizes, strides)
	from := memref.NewSubView(s.b, t, s.memory, box)
	s.b.Create(ir.OpState{Def: nvgpu.TmaAsyncStore, Operands: []*ir.Value{from, s.storeMapC,
		s.add(s.col, panel*s.store.width), s.sum(s.kernel.row, s.mul(s.group, warpgroupRows))},
		Results: []ir.Type{},
		Attrs:   []ir.NamedAttr{{Name: constraint.OperandSegmentSize.Name, Value: c.I32Array(1, 1, 2, 0)}}})
}
