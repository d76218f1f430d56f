package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// gather reads each element of the slices from its place in the source.
func (c *converter) gather(op *ir.Op) error {
	b := ir.At(op)
	from, rows, t := c.buffers[op.Operand(0)], c.buffers[op.Operand(1)], c.bufferType(op.Result(0))
	rank, leading := rankOf(from), rankOf(rows)-1
	dims := op.Ints("gather_dims")
	var sizes []*ir.Value
	for d, n := range t.Shape {
		switch {
		case n != ir.Dynamic:
		case d < leading:
			sizes = append(sizes, index(b, extent(b, rows, d)))
		default:
			whole := wholeDims(dims, rank, len(t.Shape)-leading)
			sizes = append(sizes, index(b, extent(b, from, whole[d-leading])))
		}
	}
	to := c.allocSized(b, t, sizes)
	each(b, to, func(b *ir.Builder, at []*ir.Value) *ir.Value {
		return memref.NewLoad(b, from, placeOf(b, rows, dims, rank, at)...)
	})
	c.replace(op, to)
	return nil
}

// scatter stores each element of the slices at its place in a copy of the destination.
func (c *converter) scatter(op *ir.Op) error {
	b := ir.At(op)
	from, rows := c.buffers[op.Operand(0)], c.buffers[op.Operand(2)]
	to := c.copyOf(b, c.buffers[op.Operand(1)])
	zero, one := arith.ConstIndex(b, 0), arith.ConstIndex(b, 1)
	var nest func(b *ir.Builder, at []*ir.Value)
	nest = func(b *ir.Builder, at []*ir.Value) {
		if d := len(at); d < rankOf(from) {
			scf.NewFor(b, zero, index(b, extent(b, from, d)), one, func(b *ir.Builder, iv *ir.Value) {
				nest(b, append(slices.Clone(at), iv))
			})
			return
		}
		place := placeOf(b, rows, op.Ints("scatter_dims"), rankOf(to), at)
		memref.NewStore(b, memref.NewLoad(b, from, at...), to, place...)
	}
	nest(b, nil)
	if want := c.bufferType(op.Result(0)); to.Type() != ir.Type(want) {
		to = memref.NewCast(b, to, want)
	}
	c.replace(op, to)
	return nil
}

func rankOf(v *ir.Value) int { return len(v.Type().(*ir.MemRefType).Shape) }

// wholeDims returns the dimensions of a tensor of some rank that slices of it show, in order. Slices of as
// many dimensions as the tensor have all of them, slices of fewer those that the indices say nothing of.
func wholeDims(dims []int64, rank, shown int) []int {
	var whole []int
	for d := range rank {
		if shown == rank || !slices.Contains(dims, int64(d)) {
			whole = append(whole, d)
		}
	}
	return whole
}

// placeOf returns the subscripts in a tensor of some rank of the element of its slices that stands at some
// subscripts: along dims a row of the indices has them.
func placeOf(b *ir.Builder, rows *ir.Value, dims []int64, rank int, at []*ir.Value) []*ir.Value {
	leading := rankOf(rows) - 1
	row := at[:leading]
	place := make([]*ir.Value, rank)
	for i, d := range wholeDims(dims, rank, len(at)-leading) {
		place[d] = at[leading+i]
	}
	for i, d := range dims {
		n := memref.NewLoad(b, rows, append(slices.Clone(row), arith.ConstIndex(b, int64(i)))...)
		if n.Type() != ir.Type(b.Ctx.Index) {
			n = arith.Cast(b, arith.IndexCast, n, b.Ctx.Index)
		}
		place[d] = n
	}
	return place
}
