package memref

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// NewLoad makes a memref.load.
func NewLoad(b *ir.Builder, m *ir.Value, subscripts ...*ir.Value) *ir.Value {
	return b.Op(Load, append([]*ir.Value{m}, subscripts...)).Result(0)
}

// NewStore makes a memref.store of v.
func NewStore(b *ir.Builder, v, m *ir.Value, subscripts ...*ir.Value) *ir.Op {
	return b.Op(Store, append([]*ir.Value{v, m}, subscripts...))
}

// NewAlloc makes a memref.alloc; sizes are the dynamic extents of the type.
func NewAlloc(b *ir.Builder, t *ir.MemRefType, sizes ...*ir.Value) *ir.Value {
	return newAlloc(b, Alloc, t, sizes)
}

// NewAlloca makes a memref.alloca; sizes are the dynamic extents of the type.
func NewAlloca(b *ir.Builder, t *ir.MemRefType, sizes ...*ir.Value) *ir.Value {
	return newAlloc(b, Alloca, t, sizes)
}

func newAlloc(b *ir.Builder, def *ir.OpDef, t *ir.MemRefType, sizes []*ir.Value) *ir.Value {
	return b.Create(ir.OpState{
		Def: def, Operands: sizes, Results: []ir.Type{t},
		Attrs: []ir.NamedAttr{segmentSizes(b.Ctx, int64(len(sizes)), 0)},
	}).Result(0)
}

// NewDealloc makes a memref.dealloc.
func NewDealloc(b *ir.Builder, m *ir.Value) *ir.Op { return b.Op(Dealloc, []*ir.Value{m}) }

// NewCopy makes a memref.copy.
func NewCopy(b *ir.Builder, from, to *ir.Value) *ir.Op { return b.Op(Copy, []*ir.Value{from, to}) }

// NewCast makes a memref.cast.
func NewCast(b *ir.Builder, m *ir.Value, t ir.Type) *ir.Value {
	return b.Create(ir.OpState{Def: Cast, Operands: []*ir.Value{m}, Results: []ir.Type{t}}).Result(0)
}

// Ranked returns v if it is memory with a rank, or the ranked memory that v is a cast of. It returns nil if
// no rank is known.
func Ranked(v *ir.Value) *ir.Value {
	for !v.Type().(*ir.MemRefType).Ranked {
		cast := v.DefiningOp()
		if !cast.Is(Cast) {
			return nil
		}
		v = cast.Operand(0)
	}
	return v
}

// NewDim makes a memref.dim; i is the number of the dimension.
func NewDim(b *ir.Builder, m, i *ir.Value) *ir.Value {
	return b.Op(Dim, []*ir.Value{m, i}).Result(0)
}

// Slice is the selection of a memref.subview: an offset, a size and a stride for each dimension of the
// source.
type Slice struct{ Offsets, Sizes, Strides []ir.OpFoldResult }

// NewSubView makes a memref.subview. If t is nil, the result type follows from the slice. ReducedSubViewType
// returns a rank-reduced type.
func NewSubView(b *ir.Builder, t *ir.MemRefType, source *ir.Value, s Slice) *ir.Value {
	st := s.state(b.Ctx, SubView, source)
	if t == nil {
		offsets, _ := ir.SplitIndices(s.Offsets)
		sizes, _ := ir.SplitIndices(s.Sizes)
		strides, _ := ir.SplitIndices(s.Strides)
		t = SubViewType(b.Ctx, memRef(source), offsets, sizes, strides)
	}
	st.Results = []ir.Type{t}
	return b.Create(st).Result(0)
}

// state is the operation state of a slice of source.
func (s Slice) state(c *ir.Context, def *ir.OpDef, source *ir.Value) ir.OpState {
	st := ir.OpState{Def: def, Operands: []*ir.Value{source}}
	counts := []int64{1}
	for i, list := range [][]ir.OpFoldResult{s.Offsets, s.Sizes, s.Strides} {
		static, values := ir.SplitIndices(list)
		st.Operands = append(st.Operands, values...)
		st.Attrs = append(st.Attrs, ir.NamedAttr{Name: slice.names[i], Value: c.I64Array(static...)})
		counts = append(counts, int64(len(values)))
	}
	st.Attrs = append(st.Attrs, segmentSizes(c, counts...))
	return st
}

// SliceOf returns the selection of a memref.subview or memref.reinterpret_cast.
func SliceOf(op *ir.Op) Slice {
	return Slice{MixedOffsets(op), MixedSizes(op), MixedStrides(op)}
}

// NewReinterpretCast makes a memref of type t at the buffer of source, with that offset, those sizes and
// strides.
func NewReinterpretCast(b *ir.Builder, t *ir.MemRefType, source *ir.Value, offset ir.OpFoldResult, sizes,
	strides []ir.OpFoldResult) *ir.Value {
	s := Slice{Offsets: []ir.OpFoldResult{offset}, Sizes: sizes, Strides: strides}
	st := s.state(b.Ctx, ReinterpretCast, source)
	st.Results = []ir.Type{t}
	return b.Create(st).Result(0)
}

// ScopeEndAttr marks a memref.dealloc at the end of the scope of what was a memref.alloca.
const ScopeEndAttr = "memref.scope_end"

// OffStack puts a memref.alloc in place of a memref.alloca, and a memref.dealloc, with ScopeEndAttr, in front
// of the end of its block.
func OffStack(op *ir.Op) {
	m := ir.At(op).Create(ir.OpState{Def: Alloc, Operands: op.Operands(), Results: op.ResultTypes(),
		Attrs: append(slices.Clone(op.Properties()), op.Attrs()...)}).Result(0)
	op.Result(0).ReplaceAllUsesWith(m)
	NewDealloc(ir.At(op.Block().Last()), m).SetAttr(ScopeEndAttr, op.Context().Unit)
	op.Erase()
}
