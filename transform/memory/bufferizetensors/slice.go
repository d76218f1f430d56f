package bufferizetensors

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/tensor"
	"github.com/inflight-compiler/inflight/ir"
)

// part returns the view of a buffer that a slice shows, in that shape.
func part(b *ir.Builder, op *ir.Op, of *ir.Value, shape []int64) *ir.Value {
	offsets, sizes, strides := tensor.Slice(op)
	staticOffsets, _ := ir.SplitIndices(offsets)
	staticSizes, _ := ir.SplitIndices(sizes)
	staticStrides, _ := ir.SplitIndices(strides)
	t := memref.ReducedSubViewType(b.Ctx, shape, of.Type().(*ir.MemRefType), staticOffsets, staticSizes,
		staticStrides)
	return memref.NewSubView(b, t, of, memref.Slice{Offsets: offsets, Sizes: sizes, Strides: strides})
}

func (c *converter) extractSlice(op *ir.Op) error {
	b := ir.At(op)
	t := c.bufferType(op.Result(0))
	from := part(b, op, c.buffers[op.Operand(0)], t.Shape)
	to := c.alloc(b, t, from)
	memref.NewCopy(b, from, to)
	c.replace(op, to)
	return nil
}

// parallelInsertSlice puts what an iteration of a scf.forall makes into the buffer of the output, where the
// iteration ends.
func (c *converter) parallelInsertSlice(op *ir.Op) error {
	b := ir.At(op.Parent())
	from := c.buffers[op.Operand(0)]
	memref.NewCopy(b, from, part(b, op, c.shared[op.Operand(1)], from.Type().(*ir.MemRefType).Shape))
	c.dead = append(c.dead, op)
	return nil
}

func (c *converter) insertSlice(op *ir.Op) error {
	b := ir.At(op)
	from := c.buffers[op.Operand(0)]
	whole := c.copyOf(b, c.buffers[op.Operand(1)])
	memref.NewCopy(b, from, part(b, op, whole, from.Type().(*ir.MemRefType).Shape))
	c.replace(op, whole)
	return nil
}
