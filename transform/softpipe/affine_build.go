package softpipe

import (
	affinedialect "github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// newApply emits an affine.apply of a map with one result.
func newApply(b *ir.Builder, m *affine.Map, operands ...*ir.Value) *ir.Value {
	return b.Create(ir.OpState{
		Def: affinedialect.Apply, Operands: operands, Results: []ir.Type{b.Ctx.Index},
		Attrs: []ir.NamedAttr{{Name: "map", Value: b.Ctx.AffineMap(m)}},
	}).Result(0)
}

// affineBound is a bound of an affine.for.
type affineBound struct {
	m        *affine.Map
	operands []*ir.Value
}

// newAffineFor emits an affine.for without carried values.
func newAffineFor(b *ir.Builder, lower, upper affineBound, step int64, body func(b *ir.Builder, iv *ir.Value)) *ir.Op {
	c := b.Ctx
	block := ir.NewBlock(c.Index)
	op := b.Create(ir.OpState{
		Def: affinedialect.For, Operands: append(append([]*ir.Value(nil), lower.operands...), upper.operands...), Results: []ir.Type{},
		Attrs: []ir.NamedAttr{
			{Name: "lowerBoundMap", Value: c.AffineMap(lower.m)},
			{Name: "upperBoundMap", Value: c.AffineMap(upper.m)},
			{Name: "step", Value: c.IndexAttr(step)},
			{Name: "operandSegmentSizes", Value: c.I32Array(int64(len(lower.operands)), int64(len(upper.operands)), 0)},
		},
		Regions: []*ir.Region{ir.NewRegion(block)},
	})
	b.InBlock(block, func() {
		body(b, block.Arg(0))
		b.Create(ir.OpState{Def: affinedialect.Yield, Results: []ir.Type{}})
	})
	return op
}
