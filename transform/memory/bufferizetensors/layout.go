package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// output returns the buffer that an operation fills for an output of which only the shape matters: that of
// the output itself where nobody else needs it.
func (c *converter) output(op *ir.Op, init *ir.Value) *ir.Value {
	if empty := emptyTensor(init); empty != nil && init.HasOneUse() && empty.Block() == op.Block() {
		return c.buffers[init]
	}
	return c.alloc(ir.At(op), c.bufferType(init), c.buffers[init])
}

// each has a structured operation compute every element of a buffer from its subscripts.
func each(b *ir.Builder, to *ir.Value, element func(b *ir.Builder, at []*ir.Value) *ir.Value) {
	rank := len(to.Type().(*ir.MemRefType).Shape)
	linalg.NewPointwise(b, nil, to, func(b *ir.Builder, _ []*ir.Value) *ir.Value {
		at := make([]*ir.Value, rank)
		for d := range at {
			at[d] = b.Op(linalg.Index, nil,
				ir.NamedAttr{Name: "dim", Value: b.Ctx.Int(b.Ctx.I64, int64(d))}).Result(0)
		}
		return element(b, at)
	})
}

// pack reads each element of the result from its place in the source: tile times extent of a tile, plus the
// subscript within the tile. What is beyond the end is the padding.
func (c *converter) pack(op *ir.Op) error {
	b := ir.At(op)
	t, from, to := linalg.TilingOf(op), c.buffers[op.Operand(0)], c.output(op, op.Operand(1))
	tiles, ends := make([]*ir.Value, len(t.Dims)), make([]*ir.Value, len(t.Dims))
	for i, d := range t.Dims {
		tiles[i] = index(b, t.Tiles[i])
		if t.Padding != nil {
			ends[i] = index(b, extent(b, from, int(d)))
		}
	}
	each(b, to, func(b *ir.Builder, at []*ir.Value) *ir.Value {
		place := make([]*ir.Value, t.Rank)
		for i, d := range t.Outer {
			place[d] = at[i]
		}
		var inside *ir.Value
		for i, d := range t.Dims {
			first := arith.Binary(b, arith.MulI, place[d], tiles[i])
			place[d] = arith.Binary(b, arith.AddI, first, at[t.Rank+i])
			if t.Padding != nil {
				inside = both(b, inside, arith.Cmp(b, arith.SLT, place[d], ends[i]))
			}
		}
		if inside == nil {
			return memref.NewLoad(b, from, place...)
		}
		chosen := scf.NewIfYielding(b, inside, []ir.Type{t.Padding.Type()},
			func(b *ir.Builder) []*ir.Value { return []*ir.Value{memref.NewLoad(b, from, place...)} },
			func(*ir.Builder) []*ir.Value { return []*ir.Value{t.Padding} })
		return chosen.Result(0)
	})
	c.replace(op, to)
	return nil
}

// both returns whether two conditions hold; the first may be missing.
func both(b *ir.Builder, p, q *ir.Value) *ir.Value {
	if p == nil {
		return q
	}
	return arith.Binary(b, arith.AndI, p, q)
}

// unpack reads each element of the result from its tile of the source.
func (c *converter) unpack(op *ir.Op) error {
	b := ir.At(op)
	t, from, to := linalg.TilingOf(op), c.buffers[op.Operand(0)], c.output(op, op.Operand(1))
	tiles := make([]*ir.Value, len(t.Dims))
	for i, n := range t.Tiles {
		tiles[i] = index(b, n)
	}
	each(b, to, func(b *ir.Builder, at []*ir.Value) *ir.Value {
		place := make([]*ir.Value, t.Rank+len(t.Dims))
		for i, d := range t.Outer {
			place[i] = at[d]
			if j := slices.Index(t.Dims, d); j >= 0 {
				place[i] = arith.Binary(b, arith.DivUI, at[d], tiles[j])
			}
		}
		for j, d := range t.Dims {
			place[t.Rank+j] = arith.Binary(b, arith.RemUI, at[d], tiles[j])
		}
		return memref.NewLoad(b, from, place...)
	})
	c.replace(op, to)
	return nil
}
