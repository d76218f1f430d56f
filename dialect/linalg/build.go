package linalg

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// NewFill makes the linalg.fill that writes value to all elements of a buffer.
func NewFill(b *ir.Builder, value, out *ir.Value) *ir.Op {
	return newOnBuffers(b, Fill, yieldInput, []*ir.Value{value}, out)
}

// NewMatmul makes the linalg.matmul that adds the product of two buffers to a third: MxK, KxN and MxN.
func NewMatmul(b *ir.Builder, lhs, rhs, out *ir.Value) *ir.Op {
	return newOnBuffers(b, Matmul, multiplyAdd, []*ir.Value{lhs, rhs}, out)
}

// NewPointwise makes the linalg.generic that computes each element of a buffer by body, from the elements at
// the same place of other buffers.
func NewPointwise(b *ir.Builder, inputs []*ir.Value, out *ir.Value,
	body func(b *ir.Builder, elements []*ir.Value) *ir.Value) *ir.Op {
	rank := rankOf(out)
	maps := slices.Repeat([]*affine.Map{affine.Identity(rank)}, len(inputs)+1)
	return NewGeneric(b, inputs, out, maps, slices.Repeat([]int64{ParallelLoop}, rank),
		func(b *ir.Builder, elements []*ir.Value) *ir.Value {
			return body(b, elements[:len(inputs)])
		})
}

// NewGeneric makes the linalg.generic that computes elements of a buffer by body, from elements of other
// buffers that the maps select. The last argument of body is the old element of the written buffer.
func NewGeneric(b *ir.Builder, inputs []*ir.Value, out *ir.Value, maps []*affine.Map, iterators []int64,
	body func(b *ir.Builder, elements []*ir.Value) *ir.Value) *ir.Op {
	operands := append(slices.Clone(inputs), out)
	block := ir.NewBlock()
	for _, v := range operands {
		block.AddArg(elementOf(v.Type()), b.Loc)
	}
	inside := ir.AtEnd(b.Ctx, block)
	inside.Loc = b.Loc
	inside.Create(ir.OpState{Def: Yield, Operands: []*ir.Value{body(inside, block.Args())},
		Results: []ir.Type{}})
	mapAttrs, kinds := make([]ir.Attr, len(maps)), make([]ir.Attr, len(iterators))
	for i, m := range maps {
		mapAttrs[i] = b.Ctx.AffineMap(m)
	}
	for i, kind := range iterators {
		kinds[i] = b.Ctx.Enum(IteratorType, kind)
	}
	return b.Create(ir.OpState{Def: Generic, Operands: operands, Results: []ir.Type{},
		Regions: []*ir.Region{ir.NewRegion(block)},
		Attrs: []ir.NamedAttr{
			{Name: "indexing_maps", Value: b.Ctx.Array(mapAttrs)},
			{Name: "iterator_types", Value: b.Ctx.Array(kinds)},
			{Name: "operandSegmentSizes", Value: b.Ctx.I32Array(int64(len(inputs)), 1)},
		}})
}

func newOnBuffers(b *ir.Builder, def *ir.OpDef, f body, inputs []*ir.Value, out *ir.Value) *ir.Op {
	s := ir.OpState{Def: def, Loc: b.Loc, Operands: append(inputs, out), Results: []ir.Type{},
		Attrs: []ir.NamedAttr{{Name: "operandSegmentSizes", Value: b.Ctx.I32Array(int64(len(inputs)), 1)}}}
	var types []ir.Type
	for _, v := range s.Operands {
		types = append(types, v.Type())
	}
	region, err := buildBody(b.Ctx, &s, types, f)
	if err != nil {
		panic(fmt.Sprintf("linalg: %s: %v", def.Name, err))
	}
	s.Regions = []*ir.Region{region}
	return b.Create(s)
}
